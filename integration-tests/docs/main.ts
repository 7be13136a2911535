/** Writes the generated parts of the documentation again, from the source: `npm run docs`. */
import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { runMain } from "../support/command"
import { formatted } from "./format"
import { pages, root, withReference } from "./pages"
import { makeReference } from "./reference"

void runMain({}, async () => {
  const reference = makeReference()
  for (const page of pages) {
    const place = path.join(root, page)
    const written = await formatted(page, withReference(page, reference))
    if (readFileSync(place, "utf8") === written) continue
    writeFileSync(place, written)
    process.stdout.write(`${page}\n`)
  }
  return 0
})
