import { Random } from "../support/random"
import { type Disturbance, planDisturbance } from "./disturbances"
import type { Kind, Scenario } from "./scenarios/buyer"
import { CHANGE_KINDS } from "./scenarios/changes"
import { MERCHANT_KINDS } from "./scenarios/merchant"
import { PAGE_KINDS } from "./scenarios/pages"
import { UNPAID_KINDS } from "./scenarios/unpaid-orders"

/** All that a campaign plays, by name. */
export const KINDS: Record<string, Kind> = {
  ...PAGE_KINDS,
  ...CHANGE_KINDS,
  ...MERCHANT_KINDS,
  ...UNPAID_KINDS,
}

/** `mixed`: some scenarios pay a provider that places orders first, some another. */
export const PLACE_ORDER = ["after_payment", "mixed"] as const

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
        kind in UNPAID_KINDS || (placeOrder === "mixed" && random.chance(0.5)),
      rarity: competitors ? plan.rarities++ : 0,
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
  return plan
}
