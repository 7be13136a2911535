#!/usr/bin/env node
import { createRequire } from "node:module"
import path from "node:path"
import { createInterface } from "node:readline/promises"
import { parseArgs } from "node:util"

import { removeSetUp, setUp } from "./set-up"

const HELP = `medusa-payment-crypto setup [folder] [--yes] [--storefront <url>]
medusa-payment-crypto setup [folder] --remove --out-of-regions [--yes]

Adds crypto payments to a Medusa server, to Medusa's Next.js starter, or to both
when run in the root of a workspace. Asks before it runs the configurations of
the servers, to see what Medusa loads; shows the changes, and asks before writing.

  --yes                run and write without asking; ends with 2 where a piece
                       is left to do by hand
  --storefront <url>   address of the storefront, where none is found
  --remove             take all of it out again; read "Removing the plugin" in
                       the guide first: open payments and refunds come before
  --out-of-regions     needed by --remove: no region has crypto any more
  --help               show this text
`

const STOREFRONT =
  "Address of the storefront, for the links that customers get (such as http://localhost:8000): "

const RUN = "Run it? [y/N] "
const NOT_RUN =
  "\nNothing was run or written. Use --yes to run it and write without asking.\n"
const WRITE = "\nWrite these changes? [y/N] "
const NOT_WRITTEN =
  "\nNothing was written. Use --yes to write without asking.\n"

void run()

async function run(): Promise<void> {
  const command = parseCommand()
  if (command === null) {
    process.stderr.write(HELP)
    process.exitCode = 2
  } else if (command.help) {
    process.stdout.write(HELP)
  } else {
    const terminal = {
      print: (text: string) => void process.stdout.write(text),
      confirmRun: async () => command.yes || confirm(RUN, NOT_RUN),
      confirm: async () => command.yes || confirm(WRITE, NOT_WRITTEN),
      askStorefront: async () =>
        command.storefront ?? (command.yes ? undefined : ask(STOREFRONT)),
    }
    // The plugin's own.
    const manifest = createRequire(__filename)(
      "medusa-payment-crypto/package.json"
    ) as { version: string }
    const { folder, remove, isOut } = command
    const result = remove
      ? await removeSetUp(folder, terminal, isOut)
      : await setUp(folder, `^${manifest.version}`, terminal)
    if (result === "nothing_found") process.exitCode = 1
    const isLeft = command.yes && result === "declined"
    if (isLeft || result === "unfinished") process.exitCode = 2
  }
}

function parseCommand() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        yes: { type: "boolean" },
        storefront: { type: "string" },
        remove: { type: "boolean" },
        "out-of-regions": { type: "boolean" },
        help: { type: "boolean" },
      },
    })
    const [command, folder = "."] = positionals
    if (!values.help && command !== "setup") return null
    const isOut = values["out-of-regions"] ?? false
    return { ...values, isOut, folder: path.resolve(folder) }
  } catch {
    return null
  }
}

async function confirm(question: string, otherwise: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    process.stdout.write(otherwise)
    return false
  }
  const answer = await ask(question)
  return /^y(es)?$/i.test(answer ?? "")
}

async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined
  const terminal = createInterface(process.stdin, process.stdout)
  const answer = await terminal.question(question)
  terminal.close()
  return answer.trim()
}
