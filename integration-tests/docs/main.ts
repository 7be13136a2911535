/** Writes the generated parts of the documentation: `npm run docs`. */
import { writeFileSync } from "node:fs"
import path from "node:path"

import { formatted } from "./format"
import { makeOpenApi } from "./openapi"
import { pages, root, withReference } from "./pages"
import { makeReference } from "./reference"

async function main(): Promise<void> {
  const reference = makeReference()
  for (const page of pages) {
    await write(page, withReference(page, reference))
  }
  await write("src/api/openapi.json", JSON.stringify(makeOpenApi()))
}

async function write(file: string, text: string): Promise<void> {
  writeFileSync(path.join(root, file), await formatted(file, text))
}

void main()
