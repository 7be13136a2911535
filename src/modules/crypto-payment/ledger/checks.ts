import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { attempts, type Attempt } from "./rows"
import { appendEvent } from "./timeline"

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
