import { readFile } from "node:fs/promises"
import path from "node:path"
import { defineConfig } from "vite"

const room = import.meta.dirname
/**
 * Builds the room for browsers and bundlers, as ECMAScript modules beside the
 * plugin's own CommonJS: `medusa plugin:build` leaves the room out.
 */
export default defineConfig({
  root: room,
  logLevel: "warn",
  publicDir: false,
  build: {
    outDir: path.resolve(room, "../../.medusa/server/src/storefront"),
    emptyOutDir: false,
    target: "es2020",
    minify: false,
    lib: {
      entry: {
        index: path.join(room, "index.ts"),
        languages: path.join(room, "languages.ts"),
        react: path.join(room, "react.ts"),
      },
      formats: ["es"],
      fileName: (_format, name) => `${name}.mjs`,
    },
    rollupOptions: {
      external: ["react", "react/jsx-runtime"],
      output: {
        chunkFileNames: "[name].mjs",
        // Bundling drops the directive, which server components need to see.
        banner: ({ name }) => (name === "react" ? `"use client";` : ""),
      },
    },
  },
  plugins: [
    {
      name: "style-sheet",
      async generateBundle() {
        const source = await readFile(path.join(room, "style.css"), "utf8")
        this.emitFile({ type: "asset", fileName: "style.css", source })
      },
    },
  ],
})
