import path from "node:path"
import { defineConfig } from "vite"

/** Bundles the kit's components as a shop's build would, without React. */
export default defineConfig({
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
          "../../../src/storefront/react.ts"
        ),
      },
      preserveEntrySignatures: "strict",
      output: { entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" },
    },
  },
})
