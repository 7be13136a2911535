import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { NewCryptoPaymentEvent } from "../events"
import { verificationMs } from "../domain/schedule"
import { type AttemptState, statesBefore } from "../domain/states"
import { enqueueEvent, type OutboxEvent } from "./outbox"
import {
  type Attempt,
  type AttemptPatch,
  attempts,
  type TimelineEntry,
} from "./rows"
import { appendEvent } from "./timeline"

/** The time stamp that a state sets when it is entered for the first time. */
const stampOf: Partial<Record<AttemptState, keyof Attempt>> = {
  open: "opened_at",
  paid: "paid_at",
  settled: "settled_at",
  closed: "closed_at",
}

/** What a transition wrote. */
export type Transitioned = { attempt: Attempt; event: OutboxEvent | null }

/**
 * Moves an attempt to a state that the transition table allows, by one
 * conditional UPDATE, and writes the timeline entry, and the event for other
 * code where there is one, in the same transaction.
 *
 * @returns undefined when the table forbids the step from the state the row is
 * in by now.
 */
export async function transition(
  db: Knex,
  id: string,
  to: AttemptState,
  patch: AttemptPatch,
  entry: TimelineEntry,
  event?: NewCryptoPaymentEvent
): Promise<Transitioned | undefined> {
  const stamp = stampOf[to]
  const [row] = await attempts(db)
    .where({ id })
    .whereIn("state", statesBefore(to))
    .update({
      ...patch,
      ...nextCheck(db, to),
      state: to,
      checks: 0,
      updated_at: db.fn.now(),
      ...(stamp ? { [stamp]: db.raw("coalesce(??, now())", [stamp]) } : {}),
    })
    .returning("*")
  if (!row) return undefined
  await appendEvent(db, id, {
    ...entry,
    data: { state: to, ...entry.data },
  })
  return {
    attempt: row,
    event: event ? await enqueueEvent(db, event, row.updated_at) : null,
  }
}

/** The next check of states that set it themselves, by the database's clock. */
function nextCheck(db: Knex, to: AttemptState) {
  switch (to) {
    case "paid":
      return { next_check_at: db.fn.now() }
    case "settled":
      return {
        verified_at: null,
        next_check_at: db.raw("now() + ? * interval '1 millisecond'", [
          verificationMs,
        ]),
      }
    case "resolved":
      return { next_check_at: null }
    default:
      return {}
  }
}

/** Updates the words of a reason for attention that still stands. */
export async function restateAttention(
  db: Knex,
  id: string,
  detail: string
): Promise<Attempt | undefined> {
  const [row] = await attempts(db)
    .where({ id, state: "attention" })
    .update({ attention_detail: detail, updated_at: db.fn.now() })
    .returning("*")
  return row
}

/** Ends the checks of a settled attempt that is what was written down. */
export async function markVerified(
  db: Knex,
  id: string
): Promise<Attempt | undefined> {
  await attempts(db)
    .where({ id, state: "settled" })
    .update({ verified_at: db.fn.now(), next_check_at: null })
  return await attempts(db).where({ id }).first()
}
