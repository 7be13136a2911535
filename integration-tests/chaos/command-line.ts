import { randomInt } from "node:crypto"
import { defineCommand, oneOf, wholeNumber } from "../support/command"
import { type CampaignSize, PLACE_ORDER } from "./plan"
import type { CampaignOptions } from "./run-campaign"
import {
  UNPAID_SCENARIO_WEIGHTS,
  SCENARIO_KINDS,
  type ScenarioKind,
} from "./scenarios/kinds"

export type ChosenCampaign = CampaignSize & {
  instances: boolean
  ownSchedule: boolean
  verbose: boolean
}

export const chaosCommand = defineCommand({
  name: "test:chaos",
  about:
    "Plays a campaign: real Medusa, real PostgreSQL, a gateway with faults, shoppers, and processes that are killed; then an audit of every payment and order.",
  options: {
    long: {
      type: "boolean",
      about: "3,000 carts and 20 kills, in place of 300 and 2",
    },
    carts: {
      type: "string",
      value: "<number>",
      about: "number of carts (300)",
    },
    kills: { type: "string", value: "<number>", about: "number of kills (2)" },
    seed: {
      type: "string",
      value: "<number>",
      about: "repeat the plan of an earlier run (random)",
    },
    instances: {
      type: "boolean",
      about:
        "two servers and a worker over Redis, in place of one process; needs redis-server",
    },
    "own-schedule": {
      type: "boolean",
      about: "recover by the plugin's own schedule alone; 20 minutes more",
    },
    "place-order": {
      type: "string",
      value: "<when>",
      default: "after_payment",
      about: `${PLACE_ORDER.join(", ")}: both in one run`,
    },
    kinds: {
      type: "string",
      value: "<a,b>",
      about:
        "only these kinds of scenarios, as scenarios/kinds.ts names them (all)",
    },
    "lose-ledger": {
      type: "boolean",
      about: "lose the ledger in the middle, and restore an older copy",
    },
    verbose: { type: "boolean", about: "show what Medusa prints" },
  },
  results:
    "Prints the seed first, then violations and figures; the last line counts the confirmed payments that passed and failed. Writes no file.",
  choose: (values): ChosenCampaign => {
    const number = (option: "seed" | "carts" | "kills") => {
      const text = values[option]
      return text === undefined ? undefined : wholeNumber(option, text)
    }
    const placeOrder = oneOf("place-order", values["place-order"], PLACE_ORDER)
    return {
      seed: number("seed") ?? randomInt(2 ** 31),
      carts: number("carts") ?? (values.long ? 3_000 : 300),
      kills: number("kills") ?? (values.long ? 20 : 2),
      instances: values.instances,
      ownSchedule: values["own-schedule"],
      placeOrder,
      kinds: kindsOf(values.kinds, placeOrder),
      loseLedger: values["lose-ledger"],
      verbose: values.verbose,
    }
  },
})

function kindsOf(
  names: string | undefined,
  placeOrder: CampaignSize["placeOrder"]
): ScenarioKind[] | undefined {
  if (names === undefined) return undefined
  const playable = SCENARIO_KINDS.filter(
    (kind) =>
      placeOrder !== "after_payment" || !(kind in UNPAID_SCENARIO_WEIGHTS)
  )
  return names.split(",").map((name) => {
    const kind = playable.find((each) => each === name)
    if (kind) return kind
    throw new TypeError(`--kinds must be of ${playable.join(", ")}`)
  })
}

/** The command that plays the same campaign again. */
export function commandOf({
  seed,
  carts,
  kills,
  placeOrder = "after_payment",
  kinds,
  loseLedger,
  redisProgram,
  ownSchedule,
}: CampaignOptions): string {
  return [
    `npm run test:chaos -- --seed ${seed} --carts ${carts} --kills ${kills}`,
    ...(placeOrder === "after_payment" ? [] : [`--place-order ${placeOrder}`]),
    ...(kinds ? [`--kinds ${kinds.join()}`] : []),
    ...(redisProgram ? ["--instances"] : []),
    ...(ownSchedule ? ["--own-schedule"] : []),
    ...(loseLedger ? ["--lose-ledger"] : []),
  ].join(" ")
}
