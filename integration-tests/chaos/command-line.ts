import { randomInt } from "node:crypto"
import { parseArgs } from "node:util"
import { type CampaignSize, PLACE_ORDER } from "./plan"
import type { CampaignOptions } from "./run-campaign"
import {
  UNPAID_VISIT_WEIGHTS,
  VISIT_KINDS,
  type VisitKind,
} from "./visits/kinds"

export const HELP = `Usage: npm run test:chaos -- [options]

Real Medusa, real PostgreSQL, a gateway with faults, buyers who do what buyers
do, and processes that are killed; then an audit of every payment and order.

  --long         3,000 carts and 20 kills, in place of 300 and 2
  --carts <n>    so many carts
  --kills <n>    so many kills
  --seed <n>     the plan of an earlier run
  --instances    two servers and a worker over Redis, in place of one process
  --own-schedule recover by the plugin's own schedule alone; takes 20 minutes more
  --place-order <when>
                 after_payment (default), before_payment, or mixed: both in one run
  --kinds <a,b>  only these kinds of visits, as visits/kinds.ts names them
  --lose-ledger  lose the ledger on the way, and restore an older copy
  --verbose      show what Medusa prints
  --help         show this text
`

export type CommandLine = CampaignSize & {
  instances: boolean
  ownSchedule: boolean
  verbose: boolean
}

/** @throws TypeError naming the option that is wrong */
export function parseCommandLine(args: string[]): CommandLine | "help" {
  const { values } = parseArgs({
    args,
    options: {
      long: { type: "boolean", default: false },
      carts: { type: "string" },
      kills: { type: "string" },
      seed: { type: "string" },
      instances: { type: "boolean", default: false },
      "own-schedule": { type: "boolean", default: false },
      "place-order": { type: "string", default: "after_payment" },
      kinds: { type: "string" },
      "lose-ledger": { type: "boolean", default: false },
      verbose: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  })
  if (values.help) return "help"
  const placeOrder = PLACE_ORDER.find((each) => each === values["place-order"])
  if (!placeOrder) {
    throw new TypeError(`--place-order must be ${PLACE_ORDER.join(" or ")}`)
  }
  return {
    seed: number("seed", values.seed) ?? randomInt(2 ** 31),
    carts: number("carts", values.carts) ?? (values.long ? 3_000 : 300),
    kills: number("kills", values.kills) ?? (values.long ? 20 : 2),
    instances: values.instances,
    ownSchedule: values["own-schedule"],
    placeOrder,
    kinds: kindsOf(values.kinds, placeOrder),
    loseLedger: values["lose-ledger"],
    verbose: values.verbose,
  }
}

function kindsOf(
  names: string | undefined,
  placeOrder: CommandLine["placeOrder"]
): VisitKind[] | undefined {
  if (names === undefined) return undefined
  const playable = VISIT_KINDS.filter(
    (kind) => placeOrder !== "after_payment" || !(kind in UNPAID_VISIT_WEIGHTS)
  )
  return names.split(",").map((name) => {
    const kind = playable.find((each) => each === name)
    if (kind) return kind
    throw new TypeError(`--kinds must be of ${playable.join(", ")}`)
  })
}

function number(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,10}$/.test(text)) {
    throw new TypeError(`--${option} must be a whole number`)
  }
  return Number(text)
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
