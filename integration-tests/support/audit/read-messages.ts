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
  const requests = await db.query<Messages["requests"][number]>(
    "SELECT id, state FROM crypto_refund_request WHERE deleted_at IS NULL"
  )
  const canceled = await db.query<{ id: string }>(
    `SELECT id FROM "order" WHERE canceled_at IS NOT NULL`
  )
  const notices = await db.query<Messages["notices"][number]>(
    `SELECT id, kind, subject_id, reason, cleared_at IS NULL AS is_open
       FROM crypto_notice WHERE deleted_at IS NULL ORDER BY opened_at`
  )
  const notifications = await db.query<Messages["notifications"][number]>(
    `SELECT resource_id AS notice_id, channel, "to", status,
            deleted_at IS NOT NULL AS is_deleted
       FROM notification WHERE resource_type = 'crypto_notice'`
  )
  const outbox = await db.query<{ id: string }>(
    "SELECT id FROM crypto_payment_outbox"
  )
  return {
    deliveries,
    timeline: timeline.rows,
    payments: payments.rows,
    requests: requests.rows,
    canceledOrders: canceled.rows.map(({ id }) => id),
    notices: notices.rows,
    notifications: notifications.rows,
    outbox: outbox.rows.map(({ id }) => id),
  }
}
