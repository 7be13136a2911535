import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { AttemptState } from "../lifecycle/states"
import { attemptTable, type Attempt } from "./rows"

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
