import { sortTimeline } from "./crypto-payment-response"

const NOON = "2026-11-21T12:00:00.000Z"
const at = (...types: string[]) => types.map((type) => [type, NOON])

describe("the order of a timeline", () => {
  it.each([
    [
      "is by time, the oldest first",
      [
        ["superseded", NOON],
        ["checked", "2026-11-21T12:00:00.001Z"],
        ["opened", "2026-11-21T11:59:59.999Z"],
      ],
      ["opened", "superseded", "checked"],
    ],
    [
      "puts a consequence after its cause when both have the same time",
      at("attention", "paid", "observation"),
      ["observation", "paid", "attention"],
    ],
    [
      "puts a resolution after the refund that it is for",
      at("resolved", "refund_recorded"),
      ["refund_recorded", "resolved"],
    ],
    [
      "is by id for entries of the same time and rank",
      at("closed", "adopted"),
      ["closed", "adopted"],
    ],
  ])("%s", (_what, entries, expected) => {
    const timeline = entries.map(([type, at], index) => ({
      id: `cpayev_${index}`,
      type,
      at: new Date(at),
    }))
    expect(sortTimeline(timeline).map(({ type }) => type)).toEqual(expected)
  })

  it("is by id for entries of which only the id was selected", () => {
    expect(sortTimeline([{ id: "b" }, { id: "a" }])).toEqual([
      { id: "a" },
      { id: "b" },
    ])
  })
})
