import { defineConfig } from "vite"

const BANNERS: Record<string, string> = {
  // Bundling drops the directive; React's server components need it.
  react: `"use client";`,
  "react-latest": `"use client";`,
  "react-refund": `"use client";`,
  // As `scripts/finish-build.mjs` has it for the admin; LICENSE has the license's text.
  "qr-code":
    "/*! Includes uqr (MIT). Copyright (c) Project Nayuki; Copyright (c) 2023 Anthony Fu <https://github.com/antfu> */",
  "coin-looks":
    "/*! Icons of cryptocurrency-icons 0.18.1, public domain (CC0-1.0) <https://github.com/spothq/cryptocurrency-icons> */",
}

/** ECMAScript modules, since `medusa plugin:build` compiles to CommonJS for a server. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: "warn",
  publicDir: false,
  esbuild: { legalComments: "inline" },
  build: {
    target: "es2020",
    minify: false,
    lib: {
      entry: [
        "index.ts",
        "languages.ts",
        "react.ts",
        "react-latest.ts",
        "react-refund.ts",
      ],
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
