import path from "node:path"
import { defineConfig } from "vite"

const folder = import.meta.dirname

/** Bundles the kit for the demo's pages, as a shop's own build would. */
export default defineConfig({
  root: folder,
  base: "/assets/",
  logLevel: "warn",
  publicDir: false,
  esbuild: { jsx: "automatic" },
  build: {
    modulePreload: false,
    rollupOptions: {
      input: {
        payments: path.join(folder, "mount.mjs"),
        themes: path.join(folder, "themes.mjs"),
      },
      preserveEntrySignatures: "strict",
      output: {
        entryFileNames: "[name].mjs",
        chunkFileNames: "kit-[name].mjs",
      },
    },
  },
})
