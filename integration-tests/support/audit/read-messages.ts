import { readFile } from "node:fs/promises"
import type { Delivery, Messages } from "./messages"
import type { Database } from "./read-books"

/** The deliveries that the recorder of the instances wrote down; none where it has not begun. */
export async function readDeliveries(file: string): Promise<Delivery[]> {
  const text = await readFile(file, "utf8").catch(() => "")
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Delivery)
}

/** Reads what the database says of messages; in the transaction that `db` is in. */
export async function readMessages(
  db: Database,
  deliveries: Delivery[]
): Promise<Messages> {
  // One after the other: they share one connection.
  const timeline = await db.query<Messages["timeline"][number]>(
    `SELECT crypto_payment_id, type, data FROM crypto_payment_event
      WHERE deleted_at IS NULL ORDER BY at, id`
  )
  const payments = await db.query<Messages["payments"][number]>(
    `SELECT id, state, attention_reason FROM crypto_payment
      WHERE deleted_at IS NULL`
  )
  const canceled = await db.query<{ id: string }>(
    `SELECT id FROM "order" WHERE canceled_at IS NOT NULL`
  )
  const notifications = await db.query<Messages["notifications"][number]>(
    `SELECT resource_id AS event_id, channel, "to", status
       FROM notification WHERE resource_type = 'crypto_payment_event'`
  )
  const outbox = await db.query<{ id: string }>(
    "SELECT id FROM crypto_payment_outbox"
  )
  return {
    deliveries,
    timeline: timeline.rows,
    payments: payments.rows,
    canceledOrders: canceled.rows.map(({ id }) => id),
    notifications: notifications.rows,
    outbox: outbox.rows.map(({ id }) => id),
  }
}
