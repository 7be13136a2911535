import type { AttentionFact } from "../column-values"
import { about, attentionFacts } from "../fixtures/attention-facts"
import { describeFact, waysOf } from "./attention-fact"

const examples = Object.values(attentionFacts).flat()

/** The first example of a type. */
const first = (type: AttentionFact["type"]) => attentionFacts[type][0][0]

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

  it.each<[AttentionFact["type"], string]>([
    [
      "cart_price_differs",
      "Ada Lovelace paid €14.80; the cart now costs €19.79.",
    ],
    [
      "underpaid",
      "Ada Lovelace sent €19.00 of €20.00 (5% short; you accept up to 1%).",
    ],
    [
      "canceled_order_holds_payment",
      "Order #12 was canceled. Its €19.00 are still in your wallet.",
    ],
    [
      "order_paid_twice",
      "Ada Lovelace paid order #12 twice: by this payment and by another one.",
    ],
    [
      "real_coins",
      "Paid with real coins (19 USDT) while the provider is in test mode.",
    ],
    [
      "no_cart_or_collection",
      'No cart or order of this store belongs to this payment ("invoice-77").',
    ],
    ["failed", "Ada Lovelace paid €20.00. Medusa reports: Lock timeout."],
    ["price_unknown", "The price of this payment is unknown."],
  ])(
    "of the type %s names person and sum where they are known",
    (type, text) => {
      expect(describeFact(first(type), about)).toBe(text)
    }
  )

  it.each(examples.map(([fact]) => ({ fact })))(
    "of $fact has a way out",
    (each) => {
      const ways = waysOf(each.fact)
      expect(ways).toBeDefined()
      expect(ways).not.toEqual([])
    }
  )
})
