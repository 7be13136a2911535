import path from "node:path"
import { defineConfig } from "vite"

const source = import.meta.dirname

const BANNERS: Record<string, string> = {
  // Bundling drops the directive; React's server components need it.
  react: `"use client";`,
  "react-latest": `"use client";`,
  "react-refund": `"use client";`,
  // As `.build/finish-build.mjs` has it for the admin; LICENSE has the license's text.
  "qr-code":
    "/*! Includes uqr (MIT). Copyright (c) Project Nayuki; Copyright (c) 2023 Anthony Fu <https://github.com/antfu> */",
  "coin-looks":
    "/*! Icons of cryptocurrency-icons 0.18.1, public domain (CC0-1.0) <https://github.com/spothq/cryptocurrency-icons> */",
}

/** ECMAScript modules, since `medusa plugin:build` compiles to CommonJS for a server. */
export default defineConfig({
  root: source,
  logLevel: "warn",
  publicDir: false,
  esbuild: { legalComments: "inline" },
  build: {
    outDir: path.join(source, "dist"),
    target: "es2020",
    minify: false,
    lib: {
      entry: {
        index: path.join(source, "index.ts"),
        languages: path.join(source, "languages.ts"),
        react: path.join(source, "react.ts"),
        "react-latest": path.join(source, "react-latest.ts"),
        "react-refund": path.join(source, "react-refund.ts"),
      },
      formats: ["es"],
      fileName: (_format, name) => `${name}.mjs`,
    },
    rollupOptions: {
      external: ["react", "react/jsx-runtime"],
      output: {
        chunkFileNames: "[name].mjs",
        banner: ({ name }) => BANNERS[name] ?? "",
      },
    },
  },
})
