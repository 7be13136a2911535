import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { attempts, attemptTable, type Attempt } from "./rows"

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
