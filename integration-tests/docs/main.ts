/** Writes the generated parts of the documentation: `npm run docs`. */
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"

import { defineCommand, runMain } from "../support/command"
import { formatted } from "./format"
import { pages, root, withReference } from "./pages"

/** For what loads Medusa, which takes seconds: not for --help. */
const load = createRequire(__filename)

const docs = defineCommand({
  name: "docs",
  about:
    "Writes the generated parts of the documentation again, from the source.",
  options: {},
  results:
    'Changes the parts between "generated" marks of the README files. Prints the files that changed.',
  choose: () => ({}),
})

void runMain(docs, async () => {
  const { makeReference } = load("./reference") as typeof import("./reference")
  const reference = makeReference()
  for (const page of pages) {
    await write(page, withReference(page, reference))
  }
  return 0
})

async function write(file: string, text: string): Promise<void> {
  const place = path.join(root, file)
  const written = await formatted(file, text)
  if (readFileSync(place, "utf8") === written) return
  writeFileSync(place, written)
  process.stdout.write(`${file}\n`)
}
