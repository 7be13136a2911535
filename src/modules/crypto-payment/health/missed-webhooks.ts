import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { attemptTable, eventTable } from "../ledger/rows"

/** Payments whose money something else than a webhook told of first, and no webhook since. */
export type MissedWebhooks = {
  provider_id: string
  count: number
  last_at: Date
}

/** A fault that was mended shall be forgotten some day. */
const recentDays = 7

/** The shopper's return, or a poll, may be a little faster than the webhook. */
const graceMinutes = 5

/**
 * Read from the timelines, by an index that holds only payments found without
 * a webhook: few, as long as webhooks arrive.
 */
export async function missedWebhooks(db: Knex): Promise<MissedWebhooks[]> {
  const { rows } = await db.raw<{
    rows: { provider_id: string; count: string; last_at: Date }[]
  }>(
    `SELECT attempt.provider_id, count(*) AS count, max(paid.at) AS last_at
       FROM ${eventTable} AS paid
       JOIN ${attemptTable} AS attempt ON attempt.id = paid.crypto_payment_id
      WHERE paid.type = 'paid' AND paid.source <> 'webhook'
        AND paid.deleted_at IS NULL
        AND paid.at > now() - ? * interval '1 day'
        AND paid.at < now() - ? * interval '1 minute'
        AND NOT EXISTS (
          SELECT FROM ${eventTable} AS told
           WHERE told.crypto_payment_id = paid.crypto_payment_id
             AND told.fact IN ('observed:confirmed:webhook', 'observed:confirmed_manual:webhook')
             AND told.deleted_at IS NULL)
      GROUP BY attempt.provider_id`,
    [recentDays, graceMinutes]
  )
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}
