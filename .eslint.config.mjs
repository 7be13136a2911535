import eslint from "@eslint/js"
import { defineConfig } from "eslint/config"
import tseslint from "typescript-eslint"

const node = {
  Buffer: "readonly",
  clearInterval: "readonly",
  clearTimeout: "readonly",
  console: "readonly",
  fetch: "readonly",
  process: "readonly",
  setInterval: "readonly",
  setTimeout: "readonly",
  URL: "readonly",
}

export default defineConfig(
  {
    ignores: [
      "node_modules/",
      ".medusa/",
      ".cache/",
      ".demo/",
      ".bench/",
      "static/",
    ],
  },
  eslint.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      // An interface asks for a promise now and then where there is nothing
      // to wait for.
      "@typescript-eslint/require-await": "off",
    },
  },
  {
    // Tests read untyped answers all the time: bodies, rows, JSON lines.
    files: ["**/*.spec.{ts,tsx}", "integration-tests/**/*.ts"],
    rules: {
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  {
    files: ["**/*.js", "**/*.cjs"],
    languageOptions: {
      sourceType: "commonjs",
      globals: {
        ...node,
        __dirname: "readonly",
        module: "writable",
        require: "readonly",
      },
    },
  },
  {
    files: ["**/*.mjs"],
    languageOptions: { globals: node },
  },
  {
    // A longer file is a question: is it still one idea?
    files: ["**/*.{ts,tsx,js}"],
    ignores: ["**/*.spec.{ts,tsx}", "**/migrations/**"],
    rules: { "max-lines": ["warn", 250] },
  }
)
