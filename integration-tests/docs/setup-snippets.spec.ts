import fs from "node:fs"
import path from "node:path"
import { readSnippet, snippets } from "../../src/setup/snippets"
import { codeBlocks, readPage, root } from "./pages"

const plain = (text: string) => text.replace(/\s+/g, " ").trim()
const page = plain(readPage("README.md"))

it.each(Object.entries(snippets))(
  "the documentation has the snippet %s of the set-up command",
  (_, snippet) => {
    expect(page).toContain(plain(snippet))
  }
)

const blocks = codeBlocks("src/storefront/README.md").filter(
  ({ setup }) => setup !== undefined
)

describe("the blocks that the set-up command reads from the kit's page", () => {
  it("are those that the command names, each once", () => {
    const command = fs.readFileSync(
      path.join(root, "src/setup/storefront.ts"),
      "utf8"
    )
    const names = blocks.map(({ setup }) => setup)
    expect(names).toHaveLength(24)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(command).toContain(`"${name}"`)
  })

  it.each(blocks)("$setup is read as it is", ({ setup = "", code }) => {
    expect(`${readSnippet(setup)}\n`).toBe(code)
    // The release makes the page's links absolute.
    expect(code).not.toMatch(/\]\(|(?:src|srcset)="/)
  })

  it("throws for a block that the page does not have", () => {
    expect(() => readSnippet("other")).toThrow('no code block "setup=other"')
  })
})
