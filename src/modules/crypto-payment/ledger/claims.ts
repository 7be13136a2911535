import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { attempts, attemptTable, type Attempt } from "./rows"

/**
 * The due attempts of a merchant that one run has taken for its sweep. `until`
 * stands in each row's next_check_at (whole milliseconds, so that it survives
 * as a Date): so nobody else takes them, and after a crash they come back.
 */
export type Claim = { merchant_id: string; until: Date; count: number }

/** Takes the due attempts of a merchant that the gateway's list may tell of. */
export async function claimDue(
  db: Knex,
  merchantId: string,
  limit: number,
  holdSeconds: number
): Promise<Claim> {
  const { rows } = await db.raw<{ rows: { until: Date; count: number }[] }>(
    `WITH hold AS MATERIALIZED (
       SELECT date_trunc('milliseconds', now() + ? * interval '1 second') AS until),
     due AS MATERIALIZED (
       SELECT id FROM ${attemptTable}
        WHERE next_check_at <= now() AND deleted_at IS NULL
          AND merchant_id = ? AND state IN ('open', 'closed')
          AND gateway_payment_id IS NOT NULL
        ORDER BY next_check_at
        LIMIT ?
        FOR UPDATE SKIP LOCKED),
     taken AS (
       UPDATE ${attemptTable} AS attempt
          SET next_check_at = hold.until
         FROM due, hold
        WHERE attempt.id = due.id
       RETURNING 1)
     SELECT hold.until, (SELECT count(*) FROM taken)::int AS count FROM hold`,
    [holdSeconds, merchantId, limit]
  )
  return { merchant_id: merchantId, ...rows[0] }
}

/** A look that found nothing new: milliseconds to the next one, null for never. */
export type Look = { id: string; delayMs: number | null }

/** Notes looks at claimed attempts, and sets the next ones, in one statement. */
export async function scheduleClaimed(
  db: Knex,
  { until }: Claim,
  looks: readonly Look[]
): Promise<void> {
  if (looks.length === 0) return
  const values = looks.map(() => "(?, ?::bigint)").join(", ")
  await db.raw(
    `UPDATE ${attemptTable} AS attempt
        SET checks = checks + 1, last_checked_at = now(),
            next_check_at = now() + look.delay_ms * interval '1 millisecond'
       FROM (VALUES ${values}) AS look (id, delay_ms)
      WHERE attempt.id = look.id AND attempt.next_check_at = ?`,
    [...looks.flatMap(({ id, delayMs }) => [id, delayMs]), until]
  )
}

/** Gives back what the sweep did not come to; due again after so many seconds. */
export async function releaseClaim(
  db: Knex,
  { merchant_id, until }: Claim,
  afterSeconds: number
): Promise<number> {
  return await attempts(db)
    .where({ merchant_id, next_check_at: until })
    .update({
      next_check_at: db.raw("now() + ? * interval '1 second'", [afterSeconds]),
    })
}

/**
 * Puts attempts off without counting a look: nobody answered. What went on to
 * another state meanwhile keeps what was set with that.
 */
export async function postpone(
  db: Knex,
  these: readonly Pick<Attempt, "id" | "state">[],
  afterSeconds: number
): Promise<void> {
  if (these.length === 0) return
  await attempts(db)
    .whereIn(
      ["id", "state"],
      these.map(({ id, state }) => [id, state])
    )
    .update({
      next_check_at: db.raw("now() + ? * interval '1 second'", [afterSeconds]),
    })
}

/** Puts off all due attempts of a merchant that need its gateway. */
export async function postponeDue(
  db: Knex,
  merchantId: string,
  afterSeconds: number
): Promise<void> {
  await attempts(db)
    .where({ merchant_id: merchantId })
    .whereIn("state", ["creating", "open", "closed"])
    .whereRaw("next_check_at <= now()")
    .update({
      next_check_at: db.raw("now() + ? * interval '1 second'", [afterSeconds]),
    })
}
