import type { InferTypeOf } from "@medusajs/framework/types"
import { PAID_STATUSES } from "../../gateway"
import { factOf } from "./attempts/observations"
import { ATTEMPT_TABLE, EVENT_TABLE } from "./attempts/rows"
import type { Database } from "./database"
import type { CryptoWebhookHealth } from "./models/crypto-payment"

type WebhookLogRow = Omit<
  InferTypeOf<typeof CryptoWebhookHealth>,
  "created_at" | "updated_at" | "deleted_at"
>

export type FailureReason = NonNullable<WebhookLogRow["last_failure_reason"]>

const TABLE = "crypto_webhook_health"

const RECENT_DAYS = 7

/** The shopper's return, or a poll, may be a little faster than the webhook. */
const GRACE_MINUTES = 5

const PAID_FACTS = PAID_STATUSES.map((status) =>
  factOf({ status, source: "webhook" })
)

/** Anyone can post to the webhook route, so writes to the database are limited. */
const QUIET_MS = 10_000

/** One row a configured provider; at most one write a provider, kind and ten seconds. */
export class WebhookLog {
  private readonly writtenAtMs = new Map<string, number>()

  constructor(private readonly db: Database) {}

  async recordDelivery(providerId: string): Promise<void> {
    await this.write(providerId, "delivery", {})
  }

  async recordFailure(providerId: string, last_failure_reason: FailureReason) {
    await this.write(providerId, "failure", { last_failure_reason })
  }

  async rows(): Promise<WebhookLogRow[]> {
    return await this.db<WebhookLogRow>(TABLE).whereNull("deleted_at")
  }

  /** Paid payments of the last days that no webhook reported, by provider; its index holds few. */
  async missed() {
    const { rows } = await this.db.raw<{
      rows: { provider_id: string; count: number; last_at: Date }[]
    }>(
      `SELECT attempt.provider_id, count(*)::int AS count, max(paid.at) AS last_at
         FROM ${EVENT_TABLE} AS paid
         JOIN ${ATTEMPT_TABLE} AS attempt ON attempt.id = paid.crypto_payment_id
        WHERE paid.type = 'paid' AND paid.source <> 'webhook'
          AND paid.deleted_at IS NULL
          AND paid.at > now() - ? * interval '1 day'
          AND paid.at < now() - ? * interval '1 minute'
          AND NOT EXISTS (
            SELECT FROM ${EVENT_TABLE} AS reported
             WHERE reported.crypto_payment_id = paid.crypto_payment_id
               AND reported.fact = ANY(?)
               AND reported.deleted_at IS NULL)
        GROUP BY attempt.provider_id`,
      [RECENT_DAYS, GRACE_MINUTES, PAID_FACTS]
    )
    return rows
  }

  private async write(
    providerId: string,
    kind: "delivery" | "failure",
    reason: Partial<WebhookLogRow>
  ): Promise<void> {
    const at = new Date()
    const key = `${kind} ${providerId}`
    const last = this.writtenAtMs.get(key)
    if (last !== undefined && Math.abs(at.getTime() - last) < QUIET_MS) return
    this.writtenAtMs.set(key, at.getTime())
    const columns = { [`last_${kind}_at` as const]: at, ...reason }
    await this.db<WebhookLogRow>(TABLE)
      .insert({ provider_id: providerId, ...columns })
      .onConflict("provider_id")
      // The row's type leaves out what Medusa adds to each table.
      .merge({ ...columns, updated_at: this.db.fn.now() } as typeof columns)
  }
}
