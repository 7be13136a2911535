import path from "node:path"
import { defineConfig } from "vite"

/** Bundles an entry of the kit, named by `--mode`, as a shop's build would, without React. */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  logLevel: "warn",
  publicDir: false,
  esbuild: { jsx: "automatic" },
  build: {
    modulePreload: false,
    target: "es2020",
    rollupOptions: {
      external: ["react", "react/jsx-runtime"],
      input: {
        kit: path.resolve(
          import.meta.dirname,
          `../../../src/storefront/${mode}.ts`
        ),
      },
      preserveEntrySignatures: "strict",
      output: {
        entryFileNames: "[name].mjs",
        chunkFileNames: "[name].mjs",
        // Vite's own loader of further files, which a shop's bundle has anyway.
        manualChunks: (id) =>
          id.includes("vite/preload-helper") ? "bundler" : undefined,
      },
    },
  },
}))
