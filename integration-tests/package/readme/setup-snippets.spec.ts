import * as snippets from "../../../src/setup/snippets"
import { readmeText } from "./code-blocks"

const plain = (text: string) => text.replace(/\s+/g, " ").trim()
const readme = plain(readmeText())

it.each(Object.entries(snippets))(
  "the README has the setup command's snippet %s",
  (_, snippet) => {
    expect(readme).toContain(plain(snippet))
  }
)
