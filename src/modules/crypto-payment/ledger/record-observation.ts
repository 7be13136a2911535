import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { heard } from "../lifecycle/heard"
import type { Observation } from "../observation"
import { attempts, type Attempt } from "./rows"
import { appendEvent } from "./timeline"
import { transition } from "./transition"
import { changes, factOf, words } from "./words"

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
  if (observation.source !== "view") {
    await appendEvent(db, id, {
      type: "observation",
      source: observation.source,
      fact: factOf(observation),
      data: told(observation),
    })
  }
  const effect = heard(attempt.state, observation.status)
  if (effect === "nothing") return attempt
  const patch = words(attempt, observation)
  if (effect === "paid") {
    const paid = await transition(db, id, "paid", patch, {
      type: "paid",
      source: observation.source,
      fact: "paid",
    })
    return paid?.attempt
  }
  if (!changes(attempt, patch)) return attempt
  const [row] = await attempts(db)
    .where({ id })
    .update({ ...patch, updated_at: db.fn.now() })
    .returning("*")
  return row
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
