import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { AttemptState } from "../lifecycle/states"
import { statesBefore } from "../lifecycle/transitions"
import {
  attempts,
  type Attempt,
  type AttemptPatch,
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

/** States in which nothing is left to look at. */
const ended: readonly AttemptState[] = ["settled", "resolved"]

/**
 * Moves an attempt to a state that the transition table allows, by one
 * conditional UPDATE, and writes the timeline entry in the same transaction.
 *
 * @returns the row as written, or undefined when the table forbids the step
 * from the state the row is in by now.
 */
export async function transition(
  db: Knex,
  id: string,
  to: AttemptState,
  patch: AttemptPatch,
  entry: TimelineEntry
): Promise<Attempt | undefined> {
  const stamp = stampOf[to]
  const [row] = await attempts(db)
    .where({ id })
    .whereIn("state", statesBefore(to))
    .update({
      ...patch,
      ...(ended.includes(to) ? { next_check_at: null } : {}),
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
  return row
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
