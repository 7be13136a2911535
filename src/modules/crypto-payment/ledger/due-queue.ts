import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { AttemptState } from "../domain/states"
import { type Attempt, attempts, attemptTable, eventTable } from "./rows"
import { appendEvent } from "./timeline"
import { adviceFor } from "../domain/attention"
import { cryptoPaymentEvents } from "../events"
import {
  isLeftUnknown,
  type Observation,
  observationSources,
  unknownStatusDetail,
} from "../domain/observation"
import { enqueueEvent, type OutboxEvent } from "./outbox"
import { factOf } from "./observations"

/**
 * The due queue in the order of its urgency, whatever waits longest: money that
 * has no order yet, then orders to be tried again, then what is only verified.
 * Polls come last: they wait for a gateway, and may be very many.
 */
export const dueOrder = [
  ["paid"],
  ["attention"],
  ["settled"],
  ["creating", "open", "closed"],
] as const satisfies readonly (readonly AttemptState[])[]

/**
 * Takes up to `limit` attempts whose next check is due, the most urgent first,
 * and of those alike the ones that wait longest. Puts them off by
 * `holdSeconds`: two reconcilers never take the same one, and what a crash
 * leaves behind comes back by itself.
 *
 * @param only of these states. @default all
 */
export async function takeDue(
  db: Knex,
  limit: number,
  holdSeconds: number,
  only?: readonly AttemptState[]
): Promise<Attempt[]> {
  const taken: Attempt[] = []
  for (const group of dueOrder) {
    const states = group.filter((state) => !only || only.includes(state))
    const left = limit - taken.length
    if (left === 0) break
    if (states.length === 0) continue
    taken.push(...(await takeStates(db, states, left, holdSeconds)))
  }
  return taken
}

async function takeStates(
  db: Knex,
  states: readonly AttemptState[],
  limit: number,
  holdSeconds: number
): Promise<Attempt[]> {
  const { rows } = await db.raw<{ rows: Attempt[] }>(
    `WITH due AS MATERIALIZED (
       SELECT id FROM ${attemptTable}
        WHERE state IN (${states.map(() => "?").join(", ")})
          AND next_check_at <= now() AND deleted_at IS NULL
        ORDER BY next_check_at
        LIMIT ?
        FOR UPDATE SKIP LOCKED)
     UPDATE ${attemptTable} AS attempt
        SET next_check_at = now() + ? * interval '1 second'
       FROM due
      WHERE attempt.id = due.id
     RETURNING attempt.*`,
    [...states, limit, holdSeconds]
  )
  return rows
}

/** Lets one caller in `everySeconds` ask the gateway about an attempt. */
export async function takeTurnToCheck(
  db: Knex,
  id: string,
  everySeconds: number
): Promise<boolean> {
  const taken = await attempts(db)
    .where({ id })
    .andWhereRaw(
      "coalesce(last_checked_at, opened_at, created_at) < now() - ? * interval '1 second'",
      [everySeconds]
    )
    .update({ last_checked_at: db.fn.now() })
  return taken > 0
}

/** Counts a failed try to settle, with its cause in the timeline; returns the tries so far. */
export async function countFailure(
  db: Knex,
  id: string,
  detail: string
): Promise<number> {
  const [row] = await attempts(db)
    .where({ id })
    .update({ tries: db.raw("tries + 1") })
    .returning("tries")
  await appendEvent(db, id, {
    type: "failed",
    source: "decision",
    fact: `failed:${detail}`,
    data: { detail },
  })
  return row?.tries ?? 0
}

/**
 * Notes that an attempt was looked at, and sets the next look; null for never.
 * An attempt that has changed its state meanwhile keeps what was set with that.
 */
export async function scheduleNextCheck(
  db: Knex,
  { id, state }: Pick<Attempt, "id" | "state">,
  delayMs: number | null
): Promise<void> {
  await attempts(db)
    .where({ id, state })
    .update({
      checks: db.raw("checks + 1"),
      last_checked_at: db.fn.now(),
      next_check_at:
        delayMs === null
          ? null
          : db.raw("now() + ? * interval '1 millisecond'", [delayMs]),
    })
}

const reason = "unknown_status"

type Entry = Record<"id" | "crypto_payment_id", string> &
  Pick<Attempt, "deleted_at"> & { fact: string | null }

/**
 * Ends the watch of an open attempt whose status nobody knows, and puts it in
 * front of a person: the reason on its row, the timeline entry and the event,
 * in the caller's transaction. It stays open, since no money was confirmed.
 *
 * @param seen as it was read: a row that got another status, was given a
 * session, or was put in front of a person since then is left as it is.
 * @returns the event, where the row was written.
 */
export async function raiseUnknownStatus(
  db: Knex,
  seen: Attempt
): Promise<OutboxEvent | null> {
  const { id, gateway_status, checks } = seen
  if (gateway_status === null || !isLeftUnknown(seen)) return null
  const detail = unknownStatusDetail(gateway_status)
  const [row] = await attempts(db)
    .where({ id, state: "open", gateway_status, checks })
    .whereNull("attention_reason")
    .update({
      attention_reason: reason,
      attention_detail: detail,
      checks: db.raw("checks + 1"),
      last_checked_at: db.fn.now(),
      next_check_at: null,
      updated_at: db.fn.now(),
    })
    .returning("*")
  if (!row) return null
  await appendEvent(db, id, {
    type: "attention",
    source: "decision",
    data: { reason, detail },
  })
  return await enqueueEvent(
    db,
    {
      name: cryptoPaymentEvents.attentionRequired,
      data: { id, order_id: row.order_id, reason, advice: adviceFor(reason) },
    },
    row.updated_at
  )
}

/**
 * Whether no source reported this status of an attempt before. To be asked before
 * the observation is in its timeline, under the attempt's row lock.
 */
export async function isFirstReport(
  db: Knex,
  id: string,
  observation: Observation
): Promise<boolean> {
  const facts = observationSources.map((source) =>
    factOf({ ...observation, source })
  )
  const earlier = await db<Entry>(eventTable)
    .where({ crypto_payment_id: id })
    .whereIn("fact", facts)
    .whereNull("deleted_at")
    .first("id")
  return earlier === undefined
}
