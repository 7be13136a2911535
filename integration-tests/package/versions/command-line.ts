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
  },
  results:
    "Prints a table of versions and steps; the last line is the number of versions that passed and failed.",
  // Undefined: to be chosen from what the registry has.
  choose: ({ medusa }) => ({ versions: medusa?.split(",").map(exactVersion) }),
})

/** The version ends in a folder's and a database's name. */
function exactVersion(text: string): string {
  const version = text.trim()
  if (!/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version)) {
    throw new TypeError(`--medusa: "${version}" is no exact version.`)
  }
  return version
}
