import type { AttentionFact } from "../column-values"
import { attentionFacts } from "../fixtures/attention-facts"
import { describeFact } from "./attention-fact"

const examples = Object.values(attentionFacts).flat()

describe("what was found about a payment", () => {
  it.each(examples)("of %j is said in a sentence", (fact, text) => {
    expect(describeFact(fact)).toBe(text)
    // As the database returns it.
    expect(JSON.parse(JSON.stringify(fact))).toStrictEqual(fact)
  })

  it.each([
    [{ type: "from_the_future" }, "From the future."],
    [
      { type: "blocked", blocker: "new_reason", name: null, message: "No." },
      "New reason. (Medusa: No.)",
    ],
  ])("of a newer version, %j, is said by its code", (fact, text) => {
    expect(describeFact(fact as AttentionFact)).toBe(text)
  })
})
