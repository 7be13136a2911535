import { sortTimeline } from "./crypto-payment-response"

const NOON = "2026-11-21T12:00:00.000Z"

const ordered = (...entries: [type: string, at: string][]) =>
  sortTimeline(
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

  it("puts a consequence after its cause when both have the same time", () => {
    expect(
      ordered(["attention", NOON], ["paid", NOON], ["observation", NOON])
    ).toEqual(["observation", "paid", "attention"])
    expect(ordered(["resolved", NOON], ["refund_recorded", NOON])).toEqual([
      "refund_recorded",
      "resolved",
    ])
  })

  it("is by id for entries of the same time and rank", () => {
    expect(ordered(["closed", NOON], ["adopted", NOON])).toEqual([
      "closed",
      "adopted",
    ])
  })

  it("is by id for entries of which only the id was selected", () => {
    expect(sortTimeline([{ id: "b" }, { id: "a" }])).toEqual([
      { id: "a" },
      { id: "b" },
    ])
  })
})
