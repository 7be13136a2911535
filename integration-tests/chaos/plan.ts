import { Random } from "../support/random"
import { type Disturbance, planDisturbance } from "./disturbances"
import type { Scenario } from "./scenarios/buyer"
import { KINDS } from "./scenarios/kinds"
import { UNPAID_KINDS } from "./scenarios/unpaid-orders"

/** `mixed`: some scenarios pay a provider that places orders first, some another. */
export const PLACE_ORDER = ["after_payment", "before_payment", "mixed"] as const

export type CampaignSize = {
  seed: number
  /** At least so many carts are made. */
  carts: number
  /** So often a Medusa is killed. */
  kills: number
  /** @default "after_payment" */
  placeOrder?: (typeof PLACE_ORDER)[number]
  /** Only these kinds of scenarios. @default all that the orders allow */
  kinds?: readonly string[]
  /** Whether the ledger is lost on the way, and an older copy restored. */
  loseLedger?: boolean
}

/** All that happens, in order; what happens at the same time is up to time. */
export type Plan = {
  scenarios: Scenario[]
  /** Begins when the scenario of this number does. */
  disturbances: (Disturbance & { atScenario: number })[]
  carts: number
  /** So many products of which there is only one. */
  rarities: number
}

const SCENARIOS_PER_DISTURBANCE = 6

/** The same size makes the same plan. Pure. */
export function makePlan({
  seed,
  carts,
  kills,
  placeOrder = "after_payment",
  kinds,
  loseLedger = false,
}: CampaignSize): Plan {
  const random = new Random(seed)
  const plan: Plan = { scenarios: [], disturbances: [], carts: 0, rarities: 0 }
  const { scenarios, disturbances } = plan
  // Scenarios to a provider that places orders first only where there is one.
  const isPlayed = (name: string) =>
    (placeOrder !== "after_payment" || !(name in UNPAID_KINDS)) &&
    (kinds?.includes(name) ?? true)
  const weights = Object.fromEntries(
    Object.entries(KINDS).map(([name, { weight }]) => [
      name,
      isPlayed(name) ? weight : 0,
    ])
  )
  while (plan.carts < carts) {
    const kind = random.weighted(weights)
    const { competitors } = KINDS[kind]
    scenarios.push({
      kind,
      seed: random.whole(0, 2 ** 31),
      orderFirst:
        placeOrder === "mixed"
          ? kind in UNPAID_KINDS || random.chance(0.5)
          : placeOrder === "before_payment",
      rarity: competitors
        ? plan.rarities++
        : scenarios.filter((each) => each.kind === kind).length,
    })
    plan.carts += competitors ?? 1
  }
  const { length } = scenarios
  for (let at = 0; at < length; at += SCENARIOS_PER_DISTURBANCE) {
    const atScenario = Math.min(
      length - 1,
      at + random.whole(0, SCENARIOS_PER_DISTURBANCE - 1)
    )
    disturbances.push({ atScenario, ...planDisturbance(random) })
  }
  // One in each stretch, so that they do not all come at once.
  for (let kill = 0; kill < kills; kill++) {
    const atScenario = Math.floor(
      ((kill + 0.1 + random.fraction() * 0.8) * length) / kills
    )
    disturbances.push({ atScenario, ...planDisturbance(random, "kill") })
  }
  if (loseLedger) {
    for (const [kind, part] of [
      ["back_up_ledger", 0.3],
      ["lose_ledger", 0.6],
    ] as const) {
      const atScenario = Math.floor(length * part)
      disturbances.push({ atScenario, ...planDisturbance(random, kind) })
    }
  }
  return plan
}
