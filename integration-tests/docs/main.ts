/** Writes the generated parts of the documentation again, from the source: `npm run docs`. */
import { writeFileSync } from "node:fs"
import path from "node:path"
import { runMain } from "../support/command"
import { pages, readPage, root, withReference } from "./pages"
import { makeReference } from "./reference"

void runMain({}, async () => {
  const reference = makeReference()
  for (const page of pages) {
    const written = await withReference(page, reference)
    if (readPage(page) === written) continue
    writeFileSync(path.join(root, page), written)
    process.stdout.write(`${page}\n`)
  }
  return 0
})
