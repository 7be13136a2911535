import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { cryptoDifference } from "../domain/crypto-difference"
import type {
  CryptoPaymentEventEnvelope,
  NewCryptoPaymentEvent,
} from "../events"
import { type Attempt, inSeconds } from "./rows"

const OUTBOX_TABLE = "crypto_payment_outbox"

/** The run that wrote an event delivers it itself within this time, or died. */
const OWN_DELIVERY_SECONDS = 30
const RETRY_SECONDS = 60

/** An event as Medusa's event bus gets it. */
export type OutboxEvent = {
  id: string
  name: string
  data: Record<string, unknown>
}

/** Writes an event in the transaction of its transition. @param attempt as it is now. */
export async function enqueueEvent(
  db: Knex,
  { name, data }: NewCryptoPaymentEvent,
  attempt: Attempt
): Promise<OutboxEvent> {
  const id = generateEntityId(undefined, "cpayout")
  const { quoted_crypto_amount, received_crypto_amount } = attempt
  const envelope: CryptoPaymentEventEnvelope = {
    crypto_currency: attempt.crypto_currency,
    quoted_crypto_amount,
    received_crypto_amount,
    crypto_difference: cryptoDifference(attempt),
    event_id: id,
    occurred_at: attempt.updated_at.toISOString(),
  }
  const event: OutboxEvent = {
    id,
    name,
    data: { ...data, ...envelope },
  }
  await db(OUTBOX_TABLE).insert({
    ...event,
    crypto_payment_id: data.id,
    data: JSON.stringify(event.data),
    deliver_at: inSeconds(db, OWN_DELIVERY_SECONDS),
  })
  return event
}

/** Events for other code that were not delivered yet. */
export class Outbox {
  constructor(private readonly db: Knex) {}

  /** Takes undelivered events, oldest first; each comes back until it is removed. */
  async dequeue(limit: number): Promise<OutboxEvent[]> {
    const { rows } = await this.db.raw<{ rows: OutboxEvent[] }>(
      `UPDATE ${OUTBOX_TABLE} AS event
            SET deliver_at = now() + ? * interval '1 second'
          WHERE event.id IN (
                SELECT id FROM ${OUTBOX_TABLE}
                 WHERE deliver_at <= now() AND deleted_at IS NULL
                 ORDER BY deliver_at, id
                 LIMIT ?
                 FOR UPDATE SKIP LOCKED)
        RETURNING event.id, event.name, event.data`,
      [RETRY_SECONDS, limit]
    )
    return rows.sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.db(OUTBOX_TABLE).whereIn("id", ids).delete()
  }
}
