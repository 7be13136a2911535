import { generateEntityId } from "@medusajs/framework/utils"
import {
  type AttemptPatch,
  attempts,
  EVENT_TABLE,
  inMs,
  type TimelineEntry,
} from "./rows"
import { type AttemptState, statesBefore } from "./states"
import type { Database } from "../database"
import type { Attempt } from "../models/crypto-payment"
import {
  enqueueEvent,
  type NewCryptoPaymentEvent,
  type OutboxEvent,
} from "../outbox/outbox"
import { firstCheckDelayMs, nextCheckDelayMs } from "../settling/schedule"

const STAMP_OF: Partial<Record<AttemptState, keyof Attempt>> = {
  open: "opened_at",
  paid: "paid_at",
  settled: "settled_at",
  closed: "closed_at",
}

export type Transitioned = { attempt: Attempt; event: OutboxEvent | null }

/**
 * One conditional UPDATE moves the attempt and schedules its next check; timeline entry and event
 * are written in the caller's transaction. Undefined when the table forbids the step, or another
 * owner has the lease, which ends with the step.
 * @param entries the last one is of the step; those before it are written with it
 */
export async function transition(
  db: Database,
  id: string,
  to: AttemptState,
  patch: AttemptPatch,
  entries: TimelineEntry | readonly TimelineEntry[],
  event?: NewCryptoPaymentEvent,
  owner?: string
): Promise<Transitioned | undefined> {
  const stamp = STAMP_OF[to]
  const delayMs = firstCheckDelayMs(to, patch.attention_reason ?? null)
  const [row] = await attempts(db)
    .where({ id, ...(owner ? { lease_owner: owner } : {}) })
    .whereIn("state", statesBefore(to))
    .update({
      ...patch,
      ...(owner ? { lease_owner: null, lease_until: null } : {}),
      ...(to === "settled" ? { verified_at: null } : {}),
      state: to,
      ...(isEnteredByCheck(to)
        ? { checks: 1, last_checked_at: db.fn.now() }
        : { checks: 0 }),
      next_check_at: inMs(db, delayMs),
      updated_at: db.fn.now(),
      ...(stamp ? { [stamp]: db.raw("coalesce(??, now())", [stamp]) } : {}),
    })
    .returning("*")
  if (!row) return undefined
  const [entry, ...before] = [entries].flat().reverse()
  await appendEvents(db, id, [
    ...before.reverse(),
    { ...entry, data: { state: to, ...entry.data } },
  ])
  return {
    attempt: row,
    event: event ? await enqueueEvent(db, event, row) : null,
  }
}

/** Days that late money is waited for, by provider id; 0 for an unknown provider. */
export type LateWindowDays = (providerId: string) => number

/** The option is 0, or its provider is not configured any more. */
export async function endChecksWithoutLateWindow(
  db: Database,
  transitioned: Transitioned | undefined,
  lateWindowDays: LateWindowDays
): Promise<Transitioned | undefined> {
  if (transitioned?.attempt.state !== "closed") return transitioned
  const { attempt, event } = transitioned
  const { id, provider_id, updated_at } = attempt
  const days = lateWindowDays(provider_id)
  if (nextCheckDelayMs(attempt, updated_at, days) !== null) return transitioned
  const [row] = await attempts(db)
    .where({ id })
    .update({ next_check_at: null })
    .returning("*")
  return { attempt: row, event }
}

/** The gateway or core was asked just before: its first check. */
export function isEnteredByCheck(to: AttemptState): boolean {
  return to === "open" || to === "closed" || to === "attention"
}

/**
 * Appends in the caller's transaction, unless the timeline has its `fact`; returns whether it did.
 */
export async function appendEvent(
  db: Database,
  attemptId: string,
  entry: TimelineEntry
): Promise<boolean> {
  return (await appendEvents(db, attemptId, [entry])) > 0
}

async function appendEvents(
  db: Database,
  attemptId: string,
  entries: readonly TimelineEntry[]
): Promise<number> {
  const written = await db(EVENT_TABLE)
    .insert(
      entries.map((entry) => ({
        id: generateEntityId(undefined, "cpayev"),
        crypto_payment_id: attemptId,
        type: entry.type,
        source: entry.source,
        fact: entry.fact ?? null,
        data: entry.data ? JSON.stringify(entry.data) : null,
        at: db.fn.now(),
      }))
    )
    .onConflict(
      db.raw(
        "(crypto_payment_id, fact) WHERE fact IS NOT NULL AND deleted_at IS NULL"
      )
    )
    .ignore()
    .returning("id")
  return written.length
}
