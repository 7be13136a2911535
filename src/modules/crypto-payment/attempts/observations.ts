import type { Logger } from "@medusajs/framework/types"
import { isDeepStrictEqual } from "node:util"
import { isKnownStatus, quoteStatus } from "../../../gateway"
import { appendEvent, writeStep } from "./attempts"
import {
  isUnknownStatusUnreported,
  type Observation,
  OBSERVATION_SOURCES,
  observationEffect,
  reportedCrypto,
  restateUnknownStatus,
} from "./observation"
import {
  ATTEMPT_TABLE,
  type AttemptPatch,
  attempts,
  EVENT_TABLE,
  found,
} from "./rows"
import { isPaidState } from "./states"
import type { Database } from "../database"
import type { Attempt } from "../models/crypto-payment"
import {
  attemptPrice,
  gatewayObjection,
  gatewayPrice,
  sameAmount,
} from "../settling/money"
import { quotedRate, receivedValue } from "../shortfalls/shortfall"
import { keysOf } from "../../../pick"

export type NetworkOf = (
  attempt: Pick<Attempt, "provider_id" | "crypto_currency" | "is_test">
) => string | null

export class Observations {
  constructor(
    private readonly db: Database,
    private readonly logger: Pick<Logger, "warn">,
    private readonly networkOf: NetworkOf = () => null
  ) {}

  /** Finds by external_id only one that waits to be opened: a closed one is another payment. */
  async findAttempt({
    merchant_id,
    gateway_payment_id,
    external_id,
  }: Pick<Observation, "merchant_id" | "gateway_payment_id"> & {
    external_id: string | null
  }): Promise<Attempt | undefined> {
    const byGatewayId = await attempts(this.db)
      .where({ merchant_id, gateway_payment_id })
      .first()
    if (byGatewayId) return byGatewayId
    const unopened = await attempts(this.db)
      .where({ merchant_id, external_id })
      .whereNull("gateway_payment_id")
      .first()
    // Compared here, or the planner prefers the index of states.
    return unopened?.state === "creating" ? unopened : undefined
  }

  /** No lock, since what is recorded stays. */
  async findRecorded(observation: Observation): Promise<Attempt | undefined> {
    const { merchant_id, gateway_payment_id } = observation
    const { db } = this
    const entry = db(EVENT_TABLE)
      .whereNull("deleted_at")
      .where("crypto_payment_id", db.ref(`${ATTEMPT_TABLE}.id`))
      .where({ fact: factOf(observation) })
    const attempt = await attempts(db)
      .where({ merchant_id, gateway_payment_id })
      .whereExists(entry)
      .first()
    if (!attempt) return undefined
    const effect = observationEffect(attempt.state, observation.status)
    if (effect === "none") return attempt
    const isOther = reportedOtherwise(attempt, observation) !== ""
    if (effect === "paid" || isOther) return undefined
    const columns = reportedColumns(attempt, observation, this.networkOf)
    return hasChanges(attempt, columns) ? undefined : attempt
  }

  /**
   * Takes no lease and decides no more than `paid`, so it may run inside core's cart completion.
   */
  async record(id: string, observation: Observation): Promise<Attempt> {
    return found(id, await this.recordOf({ id }, observation))
  }

  async recordKnown(observation: Observation): Promise<Attempt | undefined> {
    const { merchant_id, gateway_payment_id } = observation
    return await this.recordOf({ merchant_id, gateway_payment_id }, observation)
  }

  private async recordOf(
    which: Partial<Attempt>,
    observation: Observation
  ): Promise<Attempt | undefined> {
    const recorded = await this.db.transaction(async (db) => {
      // Two observations at once must not overwrite each other's columns.
      const attempt = await attempts(db).where(which).forUpdate().first()
      return attempt && (await write(db, attempt, observation, this.networkOf))
    })
    if (!recorded) return undefined
    const { attempt, isNewStatus } = recorded
    if (isNewStatus) {
      this.logger.warn(
        `crypto payment ${attempt.id}: the gateway reports the status ${quoteStatus(observation.status)}, which this version of the plugin does not know.`
      )
    }
    return attempt
  }
}

async function write(
  db: Database,
  attempt: Attempt,
  observation: Observation,
  networkOf: NetworkOf
) {
  const { id } = attempt
  const { source, status } = observation
  const isView = source === "view"
  const isNewStatus =
    !isView &&
    !isKnownStatus(status) &&
    (await isFirstReport(db, id, observation))
  const effect = observationEffect(attempt.state, status)
  const patch: AttemptPatch =
    effect === "none"
      ? {}
      : {
          ...reportedColumns(attempt, observation, networkOf),
          ...restateUnknownStatus(attempt, status),
        }
  const isRepriced = isRepricedWhenSettled(attempt, patch)
  const otherwise = reportedOtherwise(attempt, observation)
  const fact = factOf(observation)
  const observed = {
    type: "observation",
    source,
    fact: otherwise === "" ? fact : `${fact}:${otherwise}`,
    data: entryData(observation),
  } as const
  if (effect !== "paid") {
    if (!isView) await appendEvent(db, id, observed)
    const updated = await update(db, attempt, patch, isRepriced)
    return { attempt: updated, isNewStatus }
  }
  const paid = await writeStep(db, {
    id,
    to: "paid",
    patch,
    entry: { type: "paid", source, fact: "paid" },
    earlier: isView ? [] : [observed],
  })
  return { attempt: found(id, paid).attempt, isNewStatus }
}

async function update(
  db: Database,
  attempt: Attempt,
  patch: AttemptPatch,
  isRepriced: boolean
): Promise<Attempt> {
  const { id } = attempt
  // An unknown status after the last check: the job asks for a person.
  const isUnreported =
    attempt.next_check_at === null &&
    isUnknownStatusUnreported({ ...attempt, ...patch })
  const isDue = isUnreported || isRepriced
  if (!isDue && !hasChanges(attempt, patch)) return attempt
  const [row] = await attempts(db)
    .where({ id })
    .update({
      ...patch,
      ...(isDue ? { next_check_at: db.fn.now() } : {}),
      ...(isRepriced ? { verified_at: null } : {}),
      updated_at: db.fn.now(),
    })
    .returning("*")
  return row
}

function isRepricedWhenSettled(attempt: Attempt, patch: AttemptPatch): boolean {
  if (attempt.state !== "settled" || !hasChanges(attempt, patch)) return false
  const named = gatewayPrice({ ...attempt, ...patch })
  return gatewayObjection(attemptPrice(attempt), named) !== undefined
}

function reportedOtherwise(attempt: Attempt, report: Observation): string {
  if (attempt.settled_at === null) return ""
  const received = report.source === "webhook" ? report.amount : undefined
  const values = [
    [report.original_amount, attempt.gateway_amount],
    [report.original_currency, attempt.gateway_currency],
    [received, attempt.received_crypto_amount],
    [report.currency, attempt.crypto_currency],
  ]
  const isOther = ([now, then]: (typeof values)[number]) =>
    now !== undefined && then !== null && now !== then
  return values
    .filter(isOther)
    .map(([now]) => String(now))
    .join(" ")
}

/** Read under the attempt's row lock. */
async function isFirstReport(
  db: Database,
  id: string,
  observation: Observation
) {
  const facts = OBSERVATION_SOURCES.map((source) =>
    factOf({ ...observation, source })
  )
  const earlier: { id: string } | undefined = await db(EVENT_TABLE)
    .where({ crypto_payment_id: id })
    .whereIn("fact", facts)
    .whereNull("deleted_at")
    .first("id")
  return earlier === undefined
}

/** By which the timeline knows an observation. */
export function factOf({
  status,
  source,
}: Pick<Observation, "status" | "source">): string {
  return `observed:${status}:${source}`
}

function entryData(observation: Observation): Record<string, unknown> {
  const { gateway_payment_id, status, observed_at } = observation
  const { amount, currency, original_amount, original_currency } = observation
  return {
    gateway_payment_id,
    status,
    observed_at,
    ...(amount ? { amount, currency } : {}),
    ...(original_amount ? { original_amount, original_currency } : {}),
  }
}

/** What counted when it was settled stays, but for the gateway's price and status. */
function reportedColumns(
  attempt: Attempt,
  observation: Observation,
  networkOf: NetworkOf = () => null
) {
  const crypto = reportedCrypto(attempt, observation)
  const reported = {
    gateway_payment_id:
      attempt.gateway_payment_id ?? observation.gateway_payment_id,
    gateway_status: observation.status,
    ...crypto,
    ...acceptanceAfter(attempt, crypto),
    wallet_address: observation.wallet_address ?? attempt.wallet_address,
    // No webhook makes test coins count: it does not promise the field.
    is_test:
      attempt.is_test && observation.source === "webhook"
        ? true
        : (observation.is_test ?? attempt.is_test),
    gateway_amount: observation.original_amount ?? attempt.gateway_amount,
    gateway_currency: observation.original_currency ?? attempt.gateway_currency,
  }
  if (attempt.settled_at) {
    Object.assign(reported, counted(attempt, { ...attempt, ...reported }))
  }
  const after = { ...attempt, ...reported }
  const kept = isSameCoin(attempt, after) ? attempt.crypto_network : null
  const columns = { ...reported, crypto_network: kept ?? networkOf(after) }
  const { state } = attempt
  const isPaid =
    isPaidState(state) ||
    observationEffect(state, observation.status) === "paid"
  return isPaid ? { ...columns, ...worthColumns(attempt, after) } : columns
}

const COUNTED_COLUMNS = [
  "crypto_currency",
  "quoted_crypto_amount",
  "received_crypto_amount",
  "wallet_address",
  "is_test",
] as const

/** What was known when the payment was settled; of another coin nothing is added to it. */
function counted(attempt: Attempt, reported: Attempt): Partial<Attempt> {
  if (attempt.crypto_currency !== null && !isSameCoin(attempt, reported)) {
    const all = [...COUNTED_COLUMNS, "crypto_amount"] as const
    return Object.fromEntries(all.map((name) => [name, attempt[name]]))
  }
  // Of `fromEntries` TypeScript only knows that the keys are texts.
  const kept = Object.fromEntries(
    COUNTED_COLUMNS.map((name) => [name, attempt[name] ?? reported[name]])
  ) as Pick<Attempt, (typeof COUNTED_COLUMNS)[number]>
  const { received_crypto_amount: received, quoted_crypto_amount: quoted } =
    kept
  return { ...kept, crypto_amount: received ?? quoted ?? attempt.crypto_amount }
}

/** Accepted was what had arrived, and nothing else. */
function acceptanceAfter(
  { settled_at, shortfall_accepted_at, received_crypto_amount }: Attempt,
  reported: Pick<Attempt, "received_crypto_amount">
): Pick<AttemptPatch, "shortfall_accepted_at"> {
  if (settled_at || !shortfall_accepted_at) return {}
  const before = received_crypto_amount
  const now = reported.received_crypto_amount
  const isSame = before && now ? sameAmount(before, now) : before === now
  return isSame ? {} : { shortfall_accepted_at: null }
}

/** The rate is kept, unless the gateway names another coin. */
function worthColumns(before: Attempt, reported: Attempt) {
  const kept = isSameCoin(before, reported) ? before.crypto_rate : null
  const crypto_rate = kept ?? quotedRate(reported)
  const received_value = receivedValue({ ...reported, crypto_rate })
  return { crypto_rate, received_value }
}

function isSameCoin(one: Attempt, other: Attempt): boolean {
  return (
    one.crypto_currency?.toLowerCase() === other.crypto_currency?.toLowerCase()
  )
}

function hasChanges(attempt: Attempt, patch: AttemptPatch): boolean {
  return keysOf(patch).some(
    (key) => !isDeepStrictEqual(attempt[key], patch[key])
  )
}
