import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Attempt, attempts, attemptTable } from "./rows"

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

/** What of a merchant's payments the gateway's list may tell of, by provider. */
export type Watched = {
  merchant_id: string
  provider_id: string
  /** Open or closed attempts whose next look is due. */
  due: number
  oldest_due: Date | null
  /** Open attempts of the last hour: their buyers may be paying right now. */
  close: number
  oldest_close: Date | null
  /** Open attempts of the last day. */
  fresh: number
}

/** The merchants with attempts that are due, or open and not older than a day. */
export async function watchedMerchants(db: Knex): Promise<Watched[]> {
  const { rows } = await db.raw<{ rows: Watched[] }>(
    `SELECT merchant_id, provider_id,
            count(*) FILTER (WHERE due)::int AS due,
            min(created_at) FILTER (WHERE due) AS oldest_due,
            count(*) FILTER (WHERE close)::int AS close,
            min(created_at) FILTER (WHERE close) AS oldest_close,
            count(*) FILTER (WHERE fresh)::int AS fresh
       FROM (SELECT merchant_id, provider_id, created_at,
                    coalesce(next_check_at <= now(), false) AS due,
                    state = 'open' AND created_at > now() - interval '1 hour' AS close,
                    state = 'open' AND created_at > now() - interval '1 day' AS fresh
               FROM ${attemptTable}
              WHERE deleted_at IS NULL AND gateway_payment_id IS NOT NULL
                AND (next_check_at <= now() AND state IN ('open', 'closed')
                     OR state = 'open' AND created_at > now() - interval '1 day')
            ) AS watched
      GROUP BY merchant_id, provider_id`
  )
  return rows
}

/** How a payment of the gateway's list is found in the ledger. */
export type ListedIds = { id: string; external_id?: string }

/**
 * The attempts that a page of the gateway's list is about: by the gateway's
 * id, or by external_id where an attempt never learned the gateway's.
 */
export async function findListed(
  db: Knex,
  merchantId: string,
  page: readonly ListedIds[]
): Promise<Attempt[]> {
  const known = await attempts(db)
    .where({ merchant_id: merchantId })
    .whereIn(
      "gateway_payment_id",
      page.map(({ id }) => id)
    )
  const knownIds = new Set(known.map((row) => row.gateway_payment_id))
  const externalIds = page.flatMap(({ id, external_id }) =>
    external_id && !knownIds.has(id) ? [external_id] : []
  )
  if (externalIds.length === 0) return known
  const creating = await attempts(db)
    .where({ merchant_id: merchantId, state: "creating" })
    .whereNull("gateway_payment_id")
    .whereIn("external_id", externalIds)
  return [...known, ...creating]
}

/**
 * Seconds since each attempt was opened or a session of it was last let go,
 * whichever came later.
 */
export async function quietFor(
  db: Knex,
  ids: readonly string[]
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.raw<{ rows: { id: string; seconds: number }[] }>(
    `SELECT attempt.id,
            extract(epoch FROM now() - greatest(
              coalesce(attempt.opened_at, attempt.created_at),
              (SELECT max(event.at) FROM crypto_payment_event AS event
                WHERE event.crypto_payment_id = attempt.id
                  AND event.type = 'session_released'
                  AND event.deleted_at IS NULL)))::float AS seconds
       FROM ${attemptTable} AS attempt
      WHERE attempt.id = ANY(?)`,
    [[...ids]]
  )
  return new Map(rows.map(({ id, seconds }) => [id, seconds]))
}
