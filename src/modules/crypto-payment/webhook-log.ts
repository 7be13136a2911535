import type { InferTypeOf } from "@medusajs/framework/types"
import { PAID_STATUSES } from "../../gateway"
import { type Alarms, alarmSince, endFailures } from "./alarms"
import { factOf } from "./attempts/observations"
import { ATTEMPT_TABLE, EVENT_TABLE } from "./attempts/rows"
import type { Database } from "./database"
import type { ConfiguredProvider } from "./merchants/merchants"
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

type Receiver = Pick<ConfiguredProvider, "provider_id" | "merchantKey">

/** Anyone can post to the webhook route, so writes to the database are limited. */
const QUIET_MS = 10_000

/** So many failures in a row raise the alarm; more need not be counted. */
const COUNTED_FAILURES = 2

/**
 * One row a configured provider. Of the deliveries of a provider, and of its failures, one in ten
 * seconds is written; but a failure after a delivery and a delivery after a failure is written at
 * once, so that the newest of both is known.
 */
export class WebhookLog {
  private readonly deliveries = new Quiet()
  private readonly failures = new Quiet()
  private readonly mismatches = new Quiet(COUNTED_FAILURES)

  constructor(
    private readonly db: Database,
    private readonly alarms: Alarms
  ) {}

  /** With what the alarm needs, in one statement: each sale comes with a delivery. */
  async recordDelivery({ provider_id, merchantKey }: Receiver): Promise<void> {
    if (!this.deliveries.admits(provider_id)) return
    this.failures.forget()
    this.mismatches.forget()
    const { rows } = await this.db.raw<{ rows: { refused_at: Date | null }[] }>(
      `WITH accepted AS (?)
       INSERT INTO ${TABLE} (provider_id, last_delivery_at) VALUES (?, now())
       ON CONFLICT (provider_id) DO UPDATE
               SET last_delivery_at = excluded.last_delivery_at, updated_at = now()
         RETURNING ? AS refused_at`,
      [
        endFailures(this.db, "webhooks", merchantKey),
        provider_id,
        alarmSince(this.db, "webhooks", merchantKey),
      ]
    )
    const [{ refused_at }] = rows
    if (refused_at === null) return
    await this.alarms.takeBack(
      { refused: "webhooks", merchant: merchantKey, refused_at },
      provider_id
    )
  }

  async recordFailure(receiver: Receiver, reason: FailureReason) {
    const { provider_id, merchantKey } = receiver
    const isRefused = reason === "signature_mismatch"
    const isCounted = isRefused && this.mismatches.admits(merchantKey)
    const isWritten = this.failures.admits(provider_id)
    // A stale one was a delivery, too: both would be written of each that is played again.
    if ((isCounted || isWritten) && reason !== "stale_timestamp") {
      this.deliveries.forget()
    }
    if (isWritten) {
      await this.db.raw(
        `INSERT INTO ${TABLE} (provider_id, last_failure_at, last_failure_reason)
              VALUES (?, now(), ?)
         ON CONFLICT (provider_id) DO UPDATE
                 SET last_failure_at = excluded.last_failure_at, updated_at = now(),
                     last_failure_reason = excluded.last_failure_reason`,
        [provider_id, reason]
      )
    }
    if (isCounted) await this.alarms.refuse("webhooks", receiver)
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
}

/** Admits so many of a subject in ten seconds. */
class Quiet {
  private readonly admitted = new Map<string, { atMs: number; count: number }>()

  constructor(private readonly limit = 1) {}

  admits(subject: string): boolean {
    const nowMs = Date.now()
    const last = this.admitted.get(subject)
    if (last === undefined || Math.abs(nowMs - last.atMs) >= QUIET_MS) {
      this.admitted.set(subject, { atMs: nowMs, count: 1 })
      return true
    }
    last.count += 1
    return last.count <= this.limit
  }

  forget(): void {
    this.admitted.clear()
  }
}
