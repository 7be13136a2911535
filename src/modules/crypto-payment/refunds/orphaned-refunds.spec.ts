import { isOrphanedRefund } from "./limits"

const byHand = "Sent back from the wallet (cpayref_1), transaction 0xabc"
const byCore = "Refunded due to cart completion failure"
const booked = { id: "cpayref_1", refund_id: "ref_1" }

describe("a refund in Medusa's books", () => {
  it.each([
    ["that core began by itself", byCore, [booked]],
    ["without a note", null, [booked]],
    [
      "of a record that another refund booked",
      byHand,
      [{ ...booked, refund_id: "ref_2" }],
    ],
    [
      "of a record that was never booked",
      byHand,
      [{ ...booked, refund_id: null }],
    ],
  ])("%s is of coins that nobody sent", (_case, note, records) => {
    expect(isOrphanedRefund({ id: "ref_1", note }, records)).toBe(true)
  })

  it.each([
    ["of the record that it booked", [booked]],
    [
      "of the record that it booked, beside another one",
      [{ id: "cpayref_2", refund_id: "ref_2" }, booked],
    ],
    ["of a record that was lost with the ledger", []],
  ])("%s is of coins that were sent", (_case, records) => {
    expect(isOrphanedRefund({ id: "ref_1", note: byHand }, records)).toBe(false)
  })
})
