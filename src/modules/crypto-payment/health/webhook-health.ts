import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { Connect } from "../ledger/watch"
import type { FailureReason } from "./failure-reasons"
import { missedWebhooks, type MissedWebhooks } from "./missed-webhooks"

/** When webhooks of a provider last reached us. */
export type WebhookHealthRow = {
  provider_id: string
  last_delivery_at: Date | null
  last_failure_at: Date | null
  last_failure_reason: FailureReason | null
}

const table = "crypto_webhook_health"

/** Anyone can post to the webhook route: no flood of it shall reach the database. */
const quietMs = 10_000

/**
 * What is known of webhook deliveries: one row a provider, at most one write a
 * provider, kind and ten seconds from this process.
 */
export class WebhookHealth {
  private readonly writtenAtMs = new Map<string, number>()

  constructor(
    private readonly connect: Connect,
    private readonly now: () => Date = () => new Date()
  ) {}

  /** A delivery was dealt with. `providerId` must be a configured one. */
  async recordDelivery(providerId: string): Promise<void> {
    await this.write(providerId, "delivery", (at) => ({ last_delivery_at: at }))
  }

  /** A delivery was refused. `providerId` must be a configured one. */
  async recordFailure(
    providerId: string,
    reason: FailureReason
  ): Promise<void> {
    await this.write(providerId, "failure", (at) => ({
      last_failure_at: at,
      last_failure_reason: reason,
    }))
  }

  /** What was written down, for the providers that ever had a delivery. */
  async rows(): Promise<WebhookHealthRow[]> {
    return await this.connect(
      async (db) => await db<WebhookHealthRow>(table).whereNull("deleted_at")
    )
  }

  /** Payments of the last days that no webhook told of, by provider. */
  async missed(): Promise<MissedWebhooks[]> {
    return await this.connect((db) => missedWebhooks(db))
  }

  private async write(
    providerId: string,
    kind: string,
    patch: (at: Date) => Partial<WebhookHealthRow>
  ): Promise<void> {
    const at = this.now()
    const key = `${kind} ${providerId}`
    const last = this.writtenAtMs.get(key)
    if (last !== undefined && Math.abs(at.getTime() - last) < quietMs) return
    this.writtenAtMs.set(key, at.getTime())
    await this.connect((db) => upsert(db, providerId, patch(at)))
  }
}

async function upsert(
  db: Knex,
  provider_id: string,
  patch: Partial<WebhookHealthRow>
): Promise<void> {
  await db<WebhookHealthRow>(table)
    .insert({ provider_id, ...patch })
    .onConflict("provider_id")
    .merge({ ...patch, updated_at: db.fn.now() } as Partial<WebhookHealthRow>)
}
