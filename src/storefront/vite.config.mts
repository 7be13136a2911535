import path from "node:path"
import { defineConfig } from "vite"

const source = import.meta.dirname

/**
 * Builds the storefront kit as ECMAScript modules, because
 * `medusa plugin:build` compiles to CommonJS for a server.
 */
export default defineConfig({
  root: source,
  logLevel: "warn",
  publicDir: false,
  build: {
    outDir: path.resolve(source, "../../.medusa/server/src/storefront"),
    emptyOutDir: false,
    target: "es2020",
    minify: false,
    lib: {
      entry: {
        index: path.join(source, "index.ts"),
        languages: path.join(source, "languages.ts"),
        react: path.join(source, "react.ts"),
      },
      formats: ["es"],
      fileName: (_format, name) => `${name}.mjs`,
    },
    rollupOptions: {
      external: ["react", "react/jsx-runtime"],
      output: {
        chunkFileNames: "[name].mjs",
        // Bundling drops the directive; React's server components need it.
        banner: ({ name }) => (name === "react" ? `"use client";` : ""),
      },
    },
  },
})
