import { parseArgs } from "node:util"

export const HELP = `Usage: npm run test:versions -- [options]

Packs the plugin, and for each version of Medusa makes a fresh store with it:
installs, migrates, builds, starts as in production, sells on the gateway's page
and inline, and opens the admin in Chromium.

  --medusa <versions>  such as 2.20.0,2.21.2; otherwise the oldest supported
                       version, the newest patch of each later minor version
                       in the registry, and the newest snapshot
  --help               show this text
`

export type CommandLine = {
  /** Undefined: to be chosen from what the registry has. */
  versions: string[] | undefined
}

/** @throws TypeError naming what is wrong */
export function parseCommandLine(args: string[]): CommandLine | "help" {
  const { values } = parseArgs({
    args,
    options: {
      medusa: { type: "string" },
      help: { type: "boolean", default: false },
    },
  })
  if (values.help) return "help"
  return { versions: values.medusa?.split(",").map(exactVersion) }
}

/** The version ends in a folder's and a database's name. */
function exactVersion(text: string): string {
  const version = text.trim()
  if (!/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version)) {
    throw new TypeError(`--medusa: "${version}" is no exact version.`)
  }
  return version
}
