import { KINDS, makePlan } from "./plan"

/** A plan that leaves something out would let the campaign pass without it. */
describe("the plan of a campaign", () => {
  it("leaves out no kind of scenario, no order of things and no kind of fault", () => {
    const { scenarios, disturbances } = makePlan({
      seed: 7,
      carts: 3_000,
      kills: 20,
      placeOrder: "mixed",
    })
    expect(new Set(scenarios.map(({ kind }) => kind))).toEqual(
      new Set(Object.keys(KINDS))
    )
    const modes = new Set(scenarios.map(({ orderFirst }) => orderFirst))
    expect(modes).toEqual(new Set([true, false]))
    const faults = disturbances.map(({ kind, input }) =>
      kind === "webhook" || kind === "request"
        ? `${kind} ${Object(input).kind}`
        : kind
    )
    expect([...new Set(faults)].sort()).toEqual([
      "clock",
      "cut_database",
      "database_outage",
      "hold",
      "kill",
      "redis_outage",
      "request broken_json",
      "request cut",
      "request error",
      "request html",
      "request rate_limit",
      "request slow",
      "webhook corrupt",
      "webhook delay",
      "webhook drop",
      "webhook duplicate",
      "webhook lose_answer",
      "webhook reorder",
      "webhook stale",
    ])
  })
})
