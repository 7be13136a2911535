import * as pieces from "../../src/setup/pieces"
import { readmeText } from "./code-blocks"

const plain = (text: string) => text.replace(/\s+/g, " ").trim()
const readme = plain(readmeText())

it.each(Object.entries(pieces))(
  "the README has the set-up command's piece %s",
  (_, piece) => {
    expect(readme).toContain(plain(piece))
  }
)
