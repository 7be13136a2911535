import { TRANSITIONS } from "../../src/modules/crypto-payment/attempts/states"
import { codeBlocks, pages, readPage, withReference } from "./pages"
import { makeReference } from "./reference"

const reference = makeReference()

describe("the generated reference", () => {
  it.each(pages)("is up to date in %s", async (page) => {
    expect(readPage(page)).toBe(await withReference(page, reference))
  })

  it("stands once in the documentation, each part of it", () => {
    const all = pages.map(readPage).join("")
    const parts = [...all.matchAll(/<!-- generated: ([\w-]+) -->/g)]
    expect(parts.map(([, name]) => name).sort()).toEqual(
      Object.keys(reference).sort()
    )
  })

  it("has a state diagram with the transitions of the source", () => {
    const [diagram] = codeBlocks("src/workflows/README.md").filter(({ code }) =>
      code.startsWith("stateDiagram")
    )
    const drawn = [...diagram.code.matchAll(/^ +(\w+) --> (\w+):/gm)]
    expect(drawn.map(([, from, to]) => `${from} ${to}`).sort()).toEqual(
      Object.entries(TRANSITIONS)
        .flatMap(([from, states]) => states.map((to) => `${from} ${to}`))
        .sort()
    )
  })
})
