import { inOrder } from "./in-order"

const NOON = "2026-11-21T12:00:00.000Z"

const ordered = (...entries: [type: string, at: string][]) =>
  inOrder(
    entries.map(([type, at], index) => ({
      id: `cpayev_${index}`,
      type,
      at: new Date(at),
    }))
  ).map(({ type }) => type)

describe("the order of a timeline", () => {
  it("is by time, the oldest first", () => {
    expect(
      ordered(
        ["superseded", NOON],
        ["checked", "2026-11-21T12:00:00.001Z"],
        ["opened", "2026-11-21T11:59:59.999Z"]
      )
    ).toEqual(["opened", "superseded", "checked"])
  })

  it("puts what came of something after it, where both were written at one moment", () => {
    expect(
      ordered(["attention", NOON], ["paid", NOON], ["observation", NOON])
    ).toEqual(["observation", "paid", "attention"])
    expect(ordered(["resolved", NOON], ["refund_recorded", NOON])).toEqual([
      "refund_recorded",
      "resolved",
    ])
  })

  it("is the same each time for entries that nothing else tells apart", () => {
    expect(ordered(["closed", NOON], ["adopted", NOON])).toEqual([
      "closed",
      "adopted",
    ])
  })

  it("goes by the ids where nothing else was asked for", () => {
    expect(inOrder([{ id: "b" }, { id: "a" }])).toEqual([
      { id: "a" },
      { id: "b" },
    ])
  })
})
