import { attentionFacts } from "../fixtures/attention-facts"
import { describeFact } from "./fact-text"

const examples = Object.values(attentionFacts).flat()

describe("what was found about a payment", () => {
  it.each(examples)("of %j is said in a sentence", (fact, text) => {
    expect(describeFact(fact)).toBe(text)
    // As the database returns it.
    expect(JSON.parse(JSON.stringify(fact))).toStrictEqual(fact)
  })
})
