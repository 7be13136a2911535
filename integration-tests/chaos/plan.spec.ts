import { type CampaignSize, makePlan, type Scenario } from "./plan"
import { Random } from "../support/random"
import {
  CARTS_OF_CONTEST,
  RARE_KINDS,
  UNPAID_SCENARIO_WEIGHTS,
  SCENARIO_WEIGHTS,
} from "./scenarios/kinds"

const LONG = { seed: 7, carts: 3_000, kills: 20 }

describe("the plan of a campaign", () => {
  it("is the same for the same seed, and another one for another", () => {
    expect(makePlan(LONG)).toEqual(makePlan({ ...LONG }))
    expect(makePlan({ ...LONG, seed: 8 }).scenarios).not.toEqual(
      makePlan(LONG).scenarios
    )
  })

  it("has only the kinds of scenarios that were asked for", () => {
    const kinds = ["short_of_rule", "pay_canceled"] as const
    const kindsOf = (placeOrder: CampaignSize["placeOrder"]) =>
      new Set(
        makePlan({
          seed: 7,
          carts: 100,
          kills: 1,
          placeOrder,
          kinds,
        }).scenarios.map(({ kind }) => kind)
      )
    expect(kindsOf("mixed")).toEqual(new Set(kinds))
    expect(kindsOf("after_payment")).toEqual(new Set(["short_of_rule"]))
  })

  it("makes as many carts and kills as were asked for", () => {
    const { carts, scenarios, disturbances } = makePlan(LONG)
    const contests = scenarios.filter(({ kind }) => kind === "contest").length
    expect(carts).toBe(scenarios.length + contests * (CARTS_OF_CONTEST - 1))
    expect(carts).toBeGreaterThanOrEqual(3_000)
    expect(disturbances.filter(({ kind }) => kind === "kill")).toHaveLength(20)
  })

  it("leaves out no kind of scenario and no kind of fault", () => {
    const { scenarios, disturbances } = makePlan(LONG)
    expect(new Set(scenarios.map(({ kind }) => kind))).toEqual(
      new Set(Object.keys(SCENARIO_WEIGHTS))
    )
    const faults = disturbances.flatMap((each) =>
      each.kind === "gateway"
        ? [
            ...(each.faults.webhooks ?? []).map(
              ({ kind }) => `webhook ${kind}`
            ),
            ...(each.faults.requests ?? []).map(
              ({ kind }) => `request ${kind}`
            ),
          ]
        : [each.kind]
    )
    expect([...new Set(faults)].sort()).toEqual([
      "clock",
      "cut_database",
      "database_outage",
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

  it("gives each scenario for a rarity one of its own", () => {
    const { scenarios, rarities } = makePlan(LONG)
    const contested = scenarios
      .filter(({ kind }) => RARE_KINDS.includes(kind))
      .map(({ rarity }) => rarity)
    expect(contested).toEqual(Array.from({ length: rarities }, (_, i) => i))
  })

  it("plays orders that are placed first only where that is asked for", () => {
    const scenarios = (placeOrder?: CampaignSize["placeOrder"]) =>
      makePlan({ ...LONG, placeOrder }).scenarios
    const modes = (of: Scenario[]) =>
      new Set(of.map(({ orderFirst }) => orderFirst))
    const kinds = new Set(scenarios("mixed").map(({ kind }) => kind))
    expect(modes(scenarios())).toEqual(new Set([false]))
    expect(modes(scenarios("before_payment"))).toEqual(new Set([true]))
    expect(modes(scenarios("mixed"))).toEqual(new Set([true, false]))
    expect(kinds).toEqual(
      new Set(Object.keys({ ...SCENARIO_WEIGHTS, ...UNPAID_SCENARIO_WEIGHTS }))
    )
  })

  it("kills all processes at once now and then, and not always", () => {
    const all = makePlan(LONG).disturbances.flatMap((each) =>
      each.kind === "kill" ? [each.all] : []
    )
    expect(new Set(all)).toEqual(new Set([true, false]))
  })

  it("loses the ledger only where that is asked for, after a backup", () => {
    const kinds = (loseLedger: boolean) =>
      makePlan({ ...LONG, loseLedger })
        .disturbances.filter(({ kind }) => kind.endsWith("_ledger"))
        .sort((one, other) => one.atScenario - other.atScenario)
        .map(({ kind }) => kind)
    expect(kinds(false)).toEqual([])
    expect(kinds(true)).toEqual(["back_up_ledger", "lose_ledger"])
  })

  it("begins everything that it plans", () => {
    const { scenarios, disturbances } = makePlan({
      seed: 1,
      carts: 10,
      kills: 3,
    })
    for (const { atScenario } of disturbances) {
      expect(atScenario).toBeGreaterThanOrEqual(0)
      expect(atScenario).toBeLessThan(scenarios.length)
    }
  })
})

describe("the random numbers", () => {
  it("fall on every side, evenly enough", () => {
    const random = new Random(1)
    const seen = [0, 0, 0, 0]
    for (let throws = 0; throws < 4_000; throws++) seen[random.whole(0, 3)]++
    for (const times of seen) {
      expect(times).toBeGreaterThan(850)
      expect(times).toBeLessThan(1_150)
    }
  })
})
