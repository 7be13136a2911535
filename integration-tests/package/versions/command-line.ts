import { defineCommand } from "../../support/command"

export const versionsCommand = defineCommand({
  name: "test:versions",
  about:
    "Packs the plugin, and for each version of Medusa makes a fresh store with it: installs, migrates, builds, starts as in production, sells on the gateway's page and inline, and opens the admin in Chromium.",
  options: {
    medusa: {
      type: "string",
      value: "<versions>",
      about:
        "such as 2.20.0,2.21.2 (the oldest supported version, the newest patch of each later minor version in the registry, and the newest snapshot)",
    },
    overrides: {
      type: "boolean",
      about:
        "instead with React 19, bignumber.js 11, Vite 8 and the newest zod, which later versions bring: each alone, and together (the version that the plugin is developed with)",
    },
  },
  results:
    "Prints a table of versions and steps; the last line is the number of stores that passed, failed, and were skipped because the registry lacks a package of that version.",
  // Undefined: to be chosen from what the registry has.
  choose: ({ medusa, overrides }) => ({
    versions: medusa?.split(",").map(exactVersion),
    overrides,
  }),
})

function exactVersion(text: string): string {
  const version = text.trim()
  if (!/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version)) {
    throw new TypeError(`--medusa: "${version}" is no exact version.`)
  }
  return version
}
