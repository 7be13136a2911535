import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { isKnownStatus } from "../../../gateway"
import { heard } from "../lifecycle/heard"
import { isLeftUnknown, restated } from "../lifecycle/unknown-status"
import type { Observation } from "../observation"
import { attempts, type Attempt, type AttemptPatch } from "./rows"
import { appendEvent } from "./timeline"
import { transition } from "./transition"
import { isFirstReport } from "./unknown-status"
import { changes, factOf, words } from "./words"

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
