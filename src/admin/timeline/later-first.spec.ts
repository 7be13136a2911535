import { laterFirst } from "./later-first"

const NOON = "2026-11-21T12:00:00.000Z"

const sorted = (...entries: [type: string, at: string][]) =>
  entries
    .map(([type, at], index) => ({ id: `cpayev_${index}`, type, at }))
    .sort(laterFirst)
    .map(({ type }) => type)

describe("the order of a timeline", () => {
  it("is by time, the latest first", () => {
    expect(
      sorted(
        ["opened", "2026-11-21T11:59:59.999Z"],
        ["checked", "2026-11-21T12:00:00.001Z"],
        ["superseded", NOON]
      )
    ).toEqual(["checked", "superseded", "opened"])
  })

  it("puts what came of something above it, where both were written at one moment", () => {
    expect(
      sorted(["attention", NOON], ["observation", NOON], ["paid", NOON])
    ).toEqual(["attention", "paid", "observation"])
    expect(sorted(["resolved", NOON], ["refund_recorded", NOON])).toEqual([
      "resolved",
      "refund_recorded",
    ])
  })

  it("is the same each time for entries that nothing else tells apart", () => {
    expect(sorted(["adopted", NOON], ["closed", NOON])).toEqual([
      "closed",
      "adopted",
    ])
  })
})
