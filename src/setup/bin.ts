#!/usr/bin/env node
import fs from "node:fs"
import path from "node:path"
import { createInterface } from "node:readline/promises"
import { parseArgs } from "node:util"

import { setUp } from "./set-up"

const HELP = `medusa-payment-crypto setup [folder] [--yes]

Adds crypto payments to a Medusa server, to Medusa's Next.js starter, or to both
when run in the root of a workspace. Shows the changes and asks before writing.

  --yes    write without asking
  --help   show this text
`

void run()

async function run(): Promise<void> {
  const command = parseCommand()
  if (command === null) {
    process.stderr.write(HELP)
    process.exitCode = 2
    return
  }
  if (command.help) {
    process.stdout.write(HELP)
    return
  }
  const result = await setUp(command.folder, `^${readOwnVersion()}`, {
    print: (text) => void process.stdout.write(text),
    confirm: () => (command.yes ? Promise.resolve(true) : confirm()),
  })
  if (result === "nothing_found") process.exitCode = 1
}

function parseCommand() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { yes: { type: "boolean" }, help: { type: "boolean" } },
    })
    const [command, folder = "."] = positionals
    if (!values.help && command !== "setup") return null
    return { ...values, folder: path.resolve(folder) }
  } catch {
    return null
  }
}

async function confirm(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    process.stdout.write(
      "\nNothing was written. Use --yes to write without asking.\n"
    )
    return false
  }
  const terminal = createInterface(process.stdin, process.stdout)
  const answer = await terminal.question("\nWrite these changes? [y/N] ")
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

/** The version of the package that contains this file. */
function readOwnVersion(): string {
  let folder = __dirname
  while (!fs.existsSync(path.join(folder, "package.json"))) {
    folder = path.dirname(folder)
  }
  const manifest = JSON.parse(
    fs.readFileSync(path.join(folder, "package.json"), "utf8")
  ) as { version: string }
  return manifest.version
}
