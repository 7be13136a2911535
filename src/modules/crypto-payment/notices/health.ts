import type { Database } from "../database"

/** How far the plugin is behind, and what waits for a person; ages are in seconds. */
export type LedgerHealth = {
  /** Of the oldest event that was not delivered yet; 0 for none. */
  outbox_age_seconds: number
  /** Of the oldest check that is due; 0 for none. */
  due_queue_age_seconds: number
  /** Orders that were placed before their payment, wait for it, and have seen no money of ours. */
  unpaid_orders: number
  /** Refund requests whose address was entered. */
  refunds_to_send: number
  open_notices: number
}

/** The state of the ledger as a whole, by indexes; cheap enough for each scrape of a monitor. */
export class Health {
  constructor(private readonly db: Database) {}

  async read(): Promise<LedgerHealth> {
    const { rows } = await this.db.raw<{
      rows: Record<keyof LedgerHealth, number>[]
    }>(
      `SELECT (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8
                 FROM crypto_payment_outbox
                WHERE deleted_at IS NULL) AS outbox_age_seconds,
              (SELECT coalesce(extract(epoch FROM now() - min(next_check_at)), 0)::float8
                 FROM crypto_payment
                WHERE next_check_at <= now()
                  AND deleted_at IS NULL) AS due_queue_age_seconds,
              (SELECT count(*)::int FROM crypto_unpaid_order AS unpaid
                WHERE cancel_at IS NOT NULL
                  AND NOT EXISTS (
                    SELECT FROM crypto_payment
                     WHERE cart_id = unpaid.id AND deleted_at IS NULL
                       AND state IN ('paid', 'settled', 'attention'))) AS unpaid_orders,
              (SELECT count(*)::int FROM crypto_refund_request
                WHERE state = 'address_entered'
                  AND deleted_at IS NULL) AS refunds_to_send,
              (SELECT count(*)::int FROM crypto_notice
                WHERE cleared_at IS NULL AND deleted_at IS NULL) AS open_notices`
    )
    return rows[0]
  }
}

/** As the job logs it. */
export function describeHealth(health: LedgerHealth): string {
  const seconds = (age: number) => `${Math.round(age)} s`
  return (
    `crypto payments health: outbox ${seconds(health.outbox_age_seconds)}, ` +
    `due queue ${seconds(health.due_queue_age_seconds)}, ` +
    `unpaid orders ${health.unpaid_orders}, ` +
    `refunds to send ${health.refunds_to_send}, ` +
    `open notices ${health.open_notices}`
  )
}
