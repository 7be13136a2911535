import { recordNamedIn, refundNote } from "./limits"

describe("the note on a refund of Medusa", () => {
  const refund = { id: "cpayref_01ABC", transaction_hash: "0xaaa", note: null }

  it("has the transaction and the merchant's note, and names the record", () => {
    expect(refundNote(refund)).toBe(
      "Sent back from the wallet (cpayref_01ABC), transaction 0xaaa"
    )
    const note = refundNote({ ...refund, note: "Damaged." })
    expect(note).toBe(
      "Sent back from the wallet (cpayref_01ABC), transaction 0xaaa: Damaged."
    )
    expect(recordNamedIn(note)).toBe("cpayref_01ABC")
  })

  it("names its own record, whatever was written as transaction and note", () => {
    const note = refundNote({
      ...refund,
      transaction_hash: "(cpayref_OTHER)",
      note: "(cpayref_ANOTHER)",
    })
    expect(recordNamedIn(note)).toBe("cpayref_01ABC")
  })

  it.each([
    null,
    undefined,
    "",
    "Damaged.",
    "cpayref_01ABC",
    "As agreed: Sent back from the wallet (cpayref_01ABC), transaction 0xaaa",
  ])("names no record when it is %j", (note) => {
    expect(recordNamedIn(note)).toBeUndefined()
  })
})
