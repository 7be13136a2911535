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

const privateFields = {
  selector: "PrivateIdentifier",
  message: "Use private instead of #.",
}

const spreadLiterals = [
  {
    selector: "SpreadElement > ArrayExpression",
    message: "Write the elements themselves, without the array around them.",
  },
  {
    selector: "SpreadElement > ObjectExpression",
    message: "Write the fields themselves, without the object around them.",
  },
]

export default defineConfig(
  {
    ignores: [
      "node_modules/",
      ".medusa/",
      ".cache/",
      ".demo/",
      ".bench/",
      "static/",
      "public/",
      "src/*/dist/",
      // Belongs to a storefront, whose modules it imports.
      "starter/",
      // Written for a moment by the build, which may run meanwhile.
      "src/admin/__admin-extensions__.js",
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
      "@typescript-eslint/consistent-type-definitions": ["error", "type"],
      "@typescript-eslint/naming-convention": [
        "error",
        { selector: "typeLike", format: ["PascalCase"] },
        // Components are PascalCase, handlers of routes are named GET and POST.
        {
          selector: "function",
          format: ["camelCase", "PascalCase", "UPPER_CASE"],
        },
        // Fields of the gateway and of Medusa are snake_case.
        {
          selector: "variable",
          format: ["camelCase", "PascalCase", "UPPER_CASE", "snake_case"],
          filter: { regex: "^_|_$", match: false },
        },
      ],
      // A literal that is spread keeps Prettier from breaking its line.
      "no-restricted-syntax": ["error", privateFields, ...spreadLiterals],
      // Prettier breaks the code, and leaves comments as they are.
      "max-len": ["error", { code: 9_999, comments: 100, ignoreUrls: true }],
      curly: ["error", "multi-line"],
      // An interface asks for a promise now and then where there is nothing
      // to wait for.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/no-unused-vars": [
        "error",
        {
          argsIgnorePattern: "^_",
          varsIgnorePattern: "^_",
          ignoreRestSiblings: true,
        },
      ],
      // What an AbortSignal gives as its reason is passed on as it is.
      "@typescript-eslint/only-throw-error": [
        "error",
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
      "@typescript-eslint/prefer-promise-reject-errors": [
        "error",
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
      // no-base-to-string names those that read badly.
      "@typescript-eslint/restrict-template-expressions": "off",
      // Medusa's services want their constructor's arguments passed on so.
      "prefer-rest-params": "off",
    },
  },
  {
    // Tests read untyped answers all the time (bodies, rows, JSON lines).
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
    files: ["**/*.spec.{ts,tsx}"],
    rules: {
      // jest.fn() and expect() take methods apart from their object.
      "@typescript-eslint/unbound-method": "off",
      // Tests throw what no code of ours would, to see it caught.
      "@typescript-eslint/only-throw-error": "off",
    },
  },
  {
    // Declaration merging with Medusa's ModuleImplementations needs an interface.
    files: ["src/modules/*/module-key.ts"],
    rules: { "@typescript-eslint/consistent-type-definitions": "off" },
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
    // Whoever starts the client says what it is to use.
    files: ["src/gateway/**/*.ts"],
    ignores: ["**/*.spec.ts"],
    rules: {
      "no-restricted-imports": ["error", "process", "node:process"],
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env" },
      ],
    },
  },
  {
    // A longer file is a question: is it still one idea?
    files: ["**/*.{ts,tsx,js}"],
    ignores: ["**/*{.spec,-suite}.{ts,tsx}", "**/migrations/**"],
    rules: { "max-lines": ["warn", 600] },
  }
)
