import { generateEntityId } from "@medusajs/framework/utils"
import { inSeconds } from "../attempts/rows"
import type { Database } from "../database"
import type { Attempt } from "../models/crypto-payment"
import type {
  CryptoPaymentEventEnvelope,
  NewCryptoPaymentEvent,
} from "./events"
import { cryptoDifference } from "../shortfalls/shortfall"

const OUTBOX_TABLE = "crypto_payment_outbox"

/** The run that wrote an event delivers it itself, and it comes back, within this time. */
const OWN_DELIVERY_SECONDS = 60

/** Until a delivery that did not come back is repeated: as long as the event is old, within these. */
const MIN_RETRY_SECONDS = 60
const MAX_RETRY_SECONDS = 60 * 60
const OLD_SECONDS = 24 * 60 * 60

/** An event as Medusa's event bus gets it. */
export type OutboxEvent = {
  id: string
  name: string
  data: Record<string, unknown>
}

/** ISO 8601, of the transaction's time on the database's clock. */
const OCCURRED_AT = `to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Writes an event in the transaction of its change. @param attempt as it is now. */
export async function enqueueEvent(
  db: Database,
  { name, data }: NewCryptoPaymentEvent,
  attempt: Attempt
): Promise<OutboxEvent> {
  const id = generateEntityId(undefined, "cpayout")
  const { quoted_crypto_amount, received_crypto_amount } = attempt
  const envelope: Omit<CryptoPaymentEventEnvelope, "occurred_at"> = {
    crypto_currency: attempt.crypto_currency,
    quoted_crypto_amount,
    received_crypto_amount,
    crypto_difference: cryptoDifference(attempt),
    crypto_rate: attempt.crypto_rate,
    received_value: attempt.received_value,
    event_id: id,
  }
  const [event] = await db(OUTBOX_TABLE)
    .insert({
      id,
      name,
      crypto_payment_id: data.id,
      data: db.raw(
        `?::jsonb || jsonb_build_object('occurred_at', ${OCCURRED_AT})`,
        [JSON.stringify({ ...data, ...envelope })]
      ),
      deliver_at: inSeconds(db, OWN_DELIVERY_SECONDS),
    })
    .returning<OutboxEvent[]>(["id", "name", "data"])
  return event
}

/** `is_old`: it was delivered before, more than a day after it was written, and did not come back. */
export type DequeuedEvent = OutboxEvent & { is_old: boolean }

/** Events for other code that did not come back from the event bus yet. */
export class Outbox {
  constructor(private readonly db: Database) {}

  /** Takes undelivered events, oldest first; each comes back, ever later, until it is removed. */
  async dequeue(limit: number): Promise<DequeuedEvent[]> {
    const { rows } = await this.db.raw<{ rows: DequeuedEvent[] }>(
      `WITH due AS MATERIALIZED (
         SELECT id, deliver_at FROM ${OUTBOX_TABLE}
          WHERE deliver_at <= now() AND deleted_at IS NULL
          ORDER BY deliver_at, id
          LIMIT ?
          FOR UPDATE SKIP LOCKED)
       UPDATE ${OUTBOX_TABLE} AS event
          SET deliver_at = now() + least(greatest(
                now() - event.created_at, ? * interval '1 second'), ? * interval '1 second')
         FROM due
        WHERE event.id = due.id
       RETURNING event.id, event.name, event.data,
                 due.deliver_at > event.created_at + ? * interval '1 second' AS is_old`,
      [limit, MIN_RETRY_SECONDS, MAX_RETRY_SECONDS, OLD_SECONDS]
    )
    return rows.sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await this.db(OUTBOX_TABLE).whereIn("id", ids).delete()
  }
}
