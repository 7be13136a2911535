import { adviceFor } from "./attention"
import { ATTENTION_REASONS } from "../column-values"

/** Words that a merchant need not know. */
const jargon =
  /webhook|session|gateway_|ledger|observation|callback|external_id|attempt|undefined/i

describe("the advice for a payment that needs attention", () => {
  it.each([
    ...ATTENTION_REASONS,
    "stock_not_reserved",
    "orphaned_order",
  ] as const)(
    "says for %s what happened, where the money is and what to do",
    (reason) => {
      const advice = adviceFor(reason)
      expect(Object.keys(advice)).toEqual([
        "what_happened",
        "where_the_money_is",
        "what_to_do",
      ])
      for (const text of Object.values(advice)) {
        expect(text).toMatch(/^[A-Z].{20,}\.$/)
        expect(text).not.toMatch(jargon)
      }
      expect(advice.where_the_money_is).toMatch(/wallet/)
    }
  )

  it.each(
    ATTENTION_REASONS.filter(
      // Without a price, or without confirmed money, no refund can be requested.
      (reason) => reason !== "unmatched" && reason !== "unknown_status"
    )
  )("names for %s the way to send coins back", (reason) => {
    const { what_to_do } = adviceFor(reason)
    expect(what_to_do).toMatch(/choose "Refund …"/i)
    expect(what_to_do).toContain("the address that the customer enters")
  })

  it("is another one for each reason", () => {
    const advice = ATTENTION_REASONS.map((reason) => {
      const { what_happened, what_to_do } = adviceFor(reason)
      return `${what_happened} ${what_to_do}`
    })
    expect(new Set(advice).size).toBe(ATTENTION_REASONS.length)
  })
})
