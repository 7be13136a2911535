import type { TimelineType } from "../../../modules/crypto-payment/attempts/states"
import { describeTimeline } from "./crypto-payment-response"

const NOON = "2026-11-21T12:00:00.000Z"
type Written = [TimelineType, string]

const at = (...types: TimelineType[]) =>
  types.map((type): Written => [type, NOON])

describe("the order of a timeline", () => {
  it.each<[string, Written[], string[]]>([
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
    expect(describeTimeline(timeline).map(({ type }) => type)).toEqual(expected)
  })

  it("is by id for entries of which only the id was selected", () => {
    const [a, b] = [{ id: "a" }, { id: "b" }]
    expect(describeTimeline([b, a])).toEqual([a, b])
  })

  it("says in English what was found", () => {
    const fact = { type: "order_gone" } as const
    const [other, found] = describeTimeline([
      { id: "a", type: "reopened", data: { fact, order_id: "order_1" } },
      { id: "b", type: "checked", data: null },
    ])
    expect(found.data).toEqual({
      fact,
      order_id: "order_1",
      detail: "The order does not exist any more.",
    })
    expect(other).toEqual({ id: "b", type: "checked", data: null })
  })
})
