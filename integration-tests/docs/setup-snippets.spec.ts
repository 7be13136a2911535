import * as snippets from "../../src/setup/snippets"
import { readPage } from "./pages"

const plain = (text: string) => text.replace(/\s+/g, " ").trim()
const pages = plain(
  readPage("README.md") + readPage("src/storefront/README.md")
)

it.each(Object.entries(snippets))(
  "the documentation has the snippet %s of the set-up command",
  (_, snippet) => {
    expect(pages).toContain(plain(snippet))
  }
)
