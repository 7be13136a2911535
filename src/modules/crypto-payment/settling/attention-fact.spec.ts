import { attentionFacts } from "../fixtures/attention-facts"
import { attentionColumns, describeFact } from "./attention-fact"

const examples = Object.values(attentionFacts).flat()

describe("what was found about a payment", () => {
  it.each(examples)("of %j is said in a sentence", (fact, text) => {
    expect(describeFact(fact)).toBe(text)
    expect(attentionColumns(fact)).toEqual({
      attention_fact: fact,
      attention_detail: text,
    })
    // As the database returns it.
    expect(JSON.parse(JSON.stringify(fact))).toStrictEqual(fact)
  })

  it("is erased with its sentence", () => {
    expect(attentionColumns(null)).toEqual({
      attention_fact: null,
      attention_detail: null,
    })
  })
})
