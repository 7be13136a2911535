import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { heard } from "../lifecycle/heard"
import type { Observation } from "../observation"
import { attempts, type Attempt, type AttemptPatch } from "./rows"
import { appendEvent } from "./timeline"
import { transition } from "./transition"

/**
 * Writes down what was learned about an attempt: a timeline entry (the same
 * status from the same source twice is one fact), the gateway's words on the
 * row, and `paid` when money was confirmed. Takes no lease and decides nothing
 * more, so it may run inside core's cart completion.
 *
 * Money is never unseen: after `paid`, a late word of expiry stays in the
 * timeline only.
 */
export async function recordObservation(
  db: Knex,
  id: string,
  observation: Observation
): Promise<Attempt | undefined> {
  // Two observations at once must not write over each other's words.
  const attempt = await attempts(db).where({ id }).forUpdate().first()
  if (!attempt) return undefined
  await appendEvent(db, id, {
    type: "observation",
    source: observation.source,
    fact: `observed:${observation.status}:${observation.source}`,
    data: told(observation),
  })
  const effect = heard(attempt.state, observation.status)
  if (effect === "nothing") return attempt
  const patch = words(attempt, observation)
  if (effect === "paid") {
    return await transition(
      db,
      id,
      "paid",
      { ...patch, next_check_at: new Date() },
      { type: "paid", source: observation.source, fact: "paid" }
    )
  }
  if (!changes(attempt, patch)) return attempt
  const [row] = await attempts(db)
    .where({ id })
    .update({ ...patch, updated_at: db.fn.now() })
    .returning("*")
  return row
}

/** What the gateway's words change on the row; absent words erase nothing. */
function words(attempt: Attempt, observation: Observation): AttemptPatch {
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

function changes(attempt: Attempt, patch: AttemptPatch): boolean {
  return (Object.keys(patch) as (keyof AttemptPatch)[]).some(
    (key) => attempt[key] !== patch[key]
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
