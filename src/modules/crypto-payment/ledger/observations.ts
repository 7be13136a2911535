import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isKnownStatus } from "../../../gateway"
import {
  heard,
  isLeftUnknown,
  type Observation,
  restated,
} from "../domain/observation"
import {
  type Attempt,
  type AttemptPatch,
  attempts,
  attemptTable,
  eventTable,
} from "./rows"
import { appendEvent } from "./timeline"
import { transition } from "./transition"
import { isFirstReport } from "./due-queue"

/** `is_new_status`: a status without a meaning, which no source reported of the attempt before. */
export type Recorded = { attempt: Attempt; is_new_status: boolean }

/**
 * Writes down what was learned about an attempt: a timeline entry (the same
 * status from the same source twice is one fact), the gateway's words on the
 * row, and `paid` when money was confirmed. Takes no lease and decides nothing
 * more, so it may run inside core's cart completion.
 *
 * Money is never unseen: after `paid`, a late word of expiry stays in the
 * timeline only.
 *
 * @returns undefined when there is no such attempt.
 */
export async function recordObservation(
  db: Knex,
  id: string,
  observation: Observation
): Promise<Recorded | undefined> {
  // Two observations at once must not write over each other's words.
  const attempt = await attempts(db).where({ id }).forUpdate().first()
  if (!attempt) return undefined
  let isNewStatus = false
  if (observation.source !== "view") {
    isNewStatus =
      !isKnownStatus(observation.status) &&
      (await isFirstReport(db, id, observation))
    await appendEvent(db, id, {
      type: "observation",
      source: observation.source,
      fact: factOf(observation),
      data: told(observation),
    })
  }
  const written = await write(db, attempt, observation)
  return written && { attempt: written, is_new_status: isNewStatus }
}

async function write(
  db: Knex,
  attempt: Attempt,
  observation: Observation
): Promise<Attempt | undefined> {
  const { id } = attempt
  const effect = heard(attempt.state, observation.status)
  if (effect === "nothing") return attempt
  const patch: AttemptPatch = {
    ...words(attempt, observation),
    ...restated(attempt, observation.status),
  }
  if (effect === "paid") {
    const paid = await transition(db, id, "paid", patch, {
      type: "paid",
      source: observation.source,
      fact: "paid",
    })
    return paid?.attempt
  }
  const isDue = isUnwatched(attempt, observation)
  if (!isDue && !changes(attempt, patch)) return attempt
  const [row] = await attempts(db)
    .where({ id })
    .update({
      ...patch,
      ...(isDue ? { next_check_at: db.fn.now() } : {}),
      updated_at: db.fn.now(),
    })
    .returning("*")
  return row
}

/**
 * An unknown status that comes after the watch has ended makes the attempt due:
 * the job then puts it in front of a person.
 */
function isUnwatched(attempt: Attempt, { status }: Observation): boolean {
  return (
    attempt.next_check_at === null &&
    isLeftUnknown({ ...attempt, gateway_status: status })
  )
}

function told(observation: Observation): Record<string, unknown> {
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

/**
 * The attempt that knows all that an observation tells: `recordObservation`
 * would write nothing. One read and no lock, since what is known stays known.
 */
export async function findInformed(
  db: Knex,
  observation: Observation
): Promise<Attempt | undefined> {
  const { merchant_id, gateway_payment_id } = observation
  const told = db(eventTable)
    .whereNull("deleted_at")
    .where("crypto_payment_id", db.ref(`${attemptTable}.id`))
    .where({ fact: factOf(observation) })
  const attempt: Attempt | undefined = await attempts(db)
    .where({ merchant_id, gateway_payment_id })
    .whereExists(told)
    .first()
  if (!attempt) return undefined
  switch (heard(attempt.state, observation.status)) {
    case "paid":
      return undefined
    case "words":
      return changes(attempt, words(attempt, observation)) ? undefined : attempt
    case "nothing":
      return attempt
  }
}

/** The same status from the same source twice is one fact. */
export function factOf({ status, source }: Observation): string {
  return `observed:${status}:${source}`
}

/** What the gateway's words change on the row; absent words erase nothing. */
export function words(
  attempt: Attempt,
  observation: Observation
): AttemptPatch {
  return {
    gateway_payment_id:
      attempt.gateway_payment_id ?? observation.gateway_payment_id,
    gateway_status: observation.status,
    crypto_amount: observation.amount ?? attempt.crypto_amount,
    crypto_currency: observation.currency ?? attempt.crypto_currency,
    wallet_address: observation.wallet_address ?? attempt.wallet_address,
    is_test: observation.is_test ?? attempt.is_test,
    gateway_amount: observation.original_amount ?? attempt.gateway_amount,
    gateway_currency: observation.original_currency ?? attempt.gateway_currency,
  }
}

export function changes(attempt: Attempt, patch: AttemptPatch): boolean {
  return (Object.keys(patch) as (keyof AttemptPatch)[]).some(
    (key) => attempt[key] !== patch[key]
  )
}
