/** One configuration for every layer; the npm scripts choose folders. */
module.exports = {
  rootDir: __dirname,
  testEnvironment: "node",
  transform: {
    "^.+\\.[jt]sx?$": [
      "@swc/jest",
      {
        jsc: {
          parser: { syntax: "typescript", decorators: true, tsx: true },
          transform: { decoratorMetadata: true, useDefineForClassFields: false },
          target: "es2022",
        },
      },
    ],
  },
  moduleFileExtensions: ["js", "ts", "tsx", "json"],
  modulePathIgnorePatterns: ["<rootDir>/.medusa/"],
  testMatch: ["<rootDir>/src/**/*.spec.ts", "<rootDir>/integration-tests/**/*.spec.ts"],
  testTimeout: 120000,
}
