import { type Disturbance, planDisturbance, planKill } from "./disturbances"
import { Random } from "../support/random"
import type { ScenarioKind } from "./scenarios/kinds"
import {
  CARTS_OF_CONTEST,
  RARE_KINDS,
  UNPAID_SCENARIO_WEIGHTS,
  SCENARIO_KINDS,
  SCENARIO_WEIGHTS,
} from "./scenarios/kinds"

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
  kinds?: readonly ScenarioKind[]
  /** Whether the ledger is lost on the way, and an older copy restored. */
  loseLedger?: boolean
}

/** What one buyer does; `seed` decides the rest. */
export type Scenario = {
  kind: ScenarioKind
  seed: number
  /** Whether its orders are placed before they are paid. */
  orderFirst: boolean
  /**
   * Which of the products of which there is only one; for scenarios of one of
   * RARE_KINDS. For the others, how many of its kind came before.
   */
  rarity: number
}

/** All that happens, in order; what happens at the same time is up to time. */
export type Plan = {
  seed: number
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
  const plan: Plan = {
    seed,
    scenarios: [],
    disturbances: [],
    carts: 0,
    rarities: 0,
  }
  const weights = weightsOf(placeOrder, kinds)
  const isOrderFirst = (kind: ScenarioKind) => {
    if (placeOrder !== "mixed") return placeOrder === "before_payment"
    return kind in UNPAID_SCENARIO_WEIGHTS || random.chance(0.5)
  }
  while (plan.carts < carts) {
    const kind = random.weighted(weights)
    plan.scenarios.push({
      kind,
      seed: random.whole(0, 2 ** 31),
      orderFirst: isOrderFirst(kind),
      rarity: RARE_KINDS.includes(kind)
        ? plan.rarities++
        : plan.scenarios.filter((each) => each.kind === kind).length,
    })
    plan.carts += kind === "contest" ? CARTS_OF_CONTEST : 1
  }
  const { length } = plan.scenarios
  for (let at = 0; at < length; at += SCENARIOS_PER_DISTURBANCE) {
    const atScenario = Math.min(
      length - 1,
      at + random.whole(0, SCENARIOS_PER_DISTURBANCE - 1)
    )
    plan.disturbances.push({ atScenario, ...planDisturbance(random) })
  }
  // One in each stretch, so that they do not all come at once.
  for (let kill = 0; kill < kills; kill++) {
    const stretch = length / kills
    const atScenario = Math.floor(
      (kill + 0.1 + random.fraction() * 0.8) * stretch
    )
    plan.disturbances.push({ atScenario, ...planKill(random) })
  }
  if (loseLedger) {
    plan.disturbances.push(
      { atScenario: Math.floor(length * 0.3), kind: "back_up_ledger" },
      { atScenario: Math.floor(length * 0.6), kind: "lose_ledger" }
    )
  }
  return plan
}

/** Scenarios to a provider that places orders first only where there is one. */
function weightsOf(
  placeOrder: CampaignSize["placeOrder"],
  kinds: CampaignSize["kinds"]
): Record<ScenarioKind, number> {
  const weights: Record<ScenarioKind, number> = {
    ...SCENARIO_WEIGHTS,
    ...UNPAID_SCENARIO_WEIGHTS,
  }
  for (const kind of SCENARIO_KINDS) {
    const isUnpaid = kind in UNPAID_SCENARIO_WEIGHTS
    const isPlayed = !isUnpaid || placeOrder !== "after_payment"
    if (!isPlayed || kinds?.includes(kind) === false) weights[kind] = 0
  }
  return weights
}
