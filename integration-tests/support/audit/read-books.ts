import type { QueryResultRow } from "pg"
import type {
  Attempt,
  Refund,
} from "../../../src/modules/crypto-payment/models/crypto-payment"
import type { RefundRequest } from "../../../src/modules/crypto-payment/refunds/rows"

/** Whatever can be asked in SQL. */
export type Database = {
  query<Row extends QueryResultRow>(sql: string): Promise<{ rows: Row[] }>
}

/** A capture or a refund. */
type Movement = { id: string; amount: string; at: string }

/** What the database has at one moment, deleted rows left out; amounts are decimal strings. */
export type Tables = {
  /** With each payment session that it served. */
  ledger: (Attempt & { session_ids: string[] })[]
  /** Of Medusa, with their sessions. */
  payments: {
    id: string
    provider_id: string
    payment_collection_id: string
    amount: string
    currency_code: string
    payment_session_id: string
    session_amount: string | null
    /** What our provider wrote down about it. */
    gateway_payment_id: string | null
    canceled: boolean
    captures: Movement[]
    refunds: Movement[]
  }[]
  orders: {
    id: string
    status: string
    created_at: string
    canceled_at: string | null
    currency_code: string
    /**
     * What it cost and what core says was due, the first one as it was placed, the last one now.
     */
    versions: { total: string; original: string; pending: string; at: string }[]
    cart_ids: string[]
    collection_ids: string[]
    transactions: { amount: string; reference_id: string | null }[]
    /** What it contains now; the item of those whose stock is counted. */
    lines: { id: string; quantity: string; inventory_item_id: string | null }[]
    /** In which state core's workflows are, or were stopped, that placed it. */
    completions: string[]
  }[]
  /** Totals of items, shipping, discounts and taxes, added up from their lines. */
  carts: {
    id: string
    currency_code: string
    completed: boolean
    total: string
    collection_ids: string[]
  }[]
  collections: { id: string }[]
  reservations: {
    line_item_id: string | null
    inventory_item_id: string
    location_id: string
    amount: string
  }[]
  /** What lies where of an inventory item, and how much of it is counted as reserved. */
  levels: {
    inventory_item_id: string
    location_id: string
    stocked_quantity: string
    reserved_quantity: string
  }[]
  /** What the ledger says was sent back; `refund_id` is Medusa's refund. */
  refunds: Refund[]
  /** One whose link is over is revoked now. */
  requests: (RefundRequest & { state_now: string })[]
  /** Of all payments, oldest first. */
  timeline: {
    crypto_payment_id: string
    type: string
    data: Record<string, unknown> | null
  }[]
  /** Of Medusa's module, about an event. */
  notifications: {
    event_id: string
    channel: string
    to: string
    status: string
  }[]
  /** Events that are still to be delivered. */
  outbox: { id: string }[]
}

/** An event as a subscriber of the store got it; the same one may come more than once. */
export type Delivery = { name: string; data: Record<string, unknown> }

/** Reads all tables; in the transaction that `db` is in. */
export async function readBooks(db: Database): Promise<Tables> {
  const read: [string, unknown][] = []
  // One after the other: they share one connection.
  for (const [name, sql] of Object.entries(TABLES)) {
    read.push([name, (await db.query(sql)).rows])
  }
  return Object.fromEntries(read) as Tables
}

/** Text that sorts as the moments do. */
const at = (column = "created_at") =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const total = (name: string) =>
  `trim_scale((totals->>'${name}')::numeric)::text`

/** Captures or refunds of a payment. */
const movements = (table: string) =>
  all(`SELECT id, trim_scale(amount)::text AS amount, ${at()} AS at FROM ${table}
        WHERE payment_id = payment.id AND deleted_at IS NULL ORDER BY created_at`)

const TABLES: Record<keyof Tables, string> = {
  ledger: `
    SELECT *, ARRAY(SELECT id FROM crypto_payment_session
                     WHERE crypto_payment_id = crypto_payment.id) AS session_ids
      FROM crypto_payment
     WHERE deleted_at IS NULL
     ORDER BY created_at`,
  payments: `
    SELECT payment.id, payment.provider_id, payment.payment_collection_id,
           trim_scale(payment.amount)::text AS amount, payment.currency_code,
           payment.payment_session_id,
           trim_scale(session.amount)::text AS session_amount,
           payment.data->>'gateway_payment_id' AS gateway_payment_id,
           payment.canceled_at IS NOT NULL AS canceled,
           ${movements("capture")} AS captures, ${movements("refund")} AS refunds
      FROM payment
      LEFT JOIN payment_session AS session
        ON session.id = payment.payment_session_id
       AND session.deleted_at IS NULL
     WHERE payment.deleted_at IS NULL
     ORDER BY payment.created_at`,
  orders: `
    SELECT o.id, o.status, o.currency_code,
           ${at("o.created_at")} AS created_at, ${at("o.canceled_at")} AS canceled_at,
           ${all(`SELECT line.id, trim_scale(item.quantity)::text AS quantity, stocked.inventory_item_id
              FROM order_item AS item
              JOIN order_line_item AS line ON line.id = item.item_id
              LEFT JOIN product_variant AS variant
                ON variant.id = line.variant_id AND variant.manage_inventory
              LEFT JOIN product_variant_inventory_item AS stocked
                ON stocked.variant_id = variant.id AND stocked.deleted_at IS NULL
             WHERE item.order_id = o.id AND item.version = o.version
               AND item.deleted_at IS NULL AND line.deleted_at IS NULL`)} AS lines,
           ${all(`SELECT ${at()} AS at, ${total("current_order_total")} AS total,
                    ${total("original_order_total")} AS original,
                    ${total("pending_difference")} AS pending
               FROM order_summary
              WHERE order_id = o.id AND deleted_at IS NULL ORDER BY version`)} AS versions,
           ARRAY(SELECT cart_id FROM order_cart
                  WHERE order_id = o.id AND deleted_at IS NULL) AS cart_ids,
           ARRAY(SELECT payment_collection_id FROM order_payment_collection
                  WHERE order_id = o.id AND deleted_at IS NULL) AS collection_ids,
           ${all(`SELECT trim_scale(amount)::text AS amount, reference_id
               FROM order_transaction
              WHERE order_id = o.id AND deleted_at IS NULL ORDER BY created_at`)} AS transactions,
           ARRAY(SELECT state FROM workflow_execution
                  WHERE workflow_id = 'complete-cart'
                    AND context::text LIKE '%' || o.id || '%') AS completions
      FROM "order" AS o
     WHERE o.deleted_at IS NULL
     ORDER BY o.created_at`,
  // Core stores no total of a cart. Lines whose price contains the tax already
  // pay none on top; no shop of the tests has them together with discounts.
  carts: `
    SELECT cart.id, cart.currency_code, cart.completed_at IS NOT NULL AS completed,
           trim_scale(${totalOf("unit_price * line.quantity", "line_item", "item_id")}
             + ${totalOf("amount", "shipping_method", "shipping_method_id")})::text AS total,
           ARRAY(SELECT payment_collection_id FROM cart_payment_collection
                  WHERE cart_id = cart.id AND deleted_at IS NULL) AS collection_ids
      FROM cart
     WHERE cart.deleted_at IS NULL
     ORDER BY cart.created_at`,
  collections: "SELECT id FROM payment_collection WHERE deleted_at IS NULL",
  reservations: `
    SELECT line_item_id, inventory_item_id, location_id, quantity AS amount
      FROM reservation_item WHERE deleted_at IS NULL`,
  levels: "SELECT * FROM inventory_level WHERE deleted_at IS NULL",
  refunds: "SELECT * FROM crypto_payment_refund WHERE deleted_at IS NULL",
  requests: `
    SELECT *, CASE WHEN state = 'waiting_for_address' AND expires_at <= now()
                   THEN 'revoked' ELSE state END AS state_now
      FROM crypto_refund_request
     WHERE deleted_at IS NULL`,
  timeline: `
    SELECT crypto_payment_id, type, data FROM crypto_payment_event
     WHERE deleted_at IS NULL ORDER BY at, id`,
  notifications: `
    SELECT resource_id AS event_id, channel, "to", status
      FROM notification WHERE resource_type = 'crypto_payment_event'`,
  outbox: "SELECT id FROM crypto_payment_outbox",
}

/** Rows of a query inside another, as one column. */
function all(sql: string): string {
  return `(SELECT coalesce(json_agg(each), '[]') FROM (${sql}) AS each)`
}

/** What the cart's lines of a table cost, less their adjustments and with their taxes. */
function totalOf(price: string, table: string, key: string): string {
  return `coalesce((
    SELECT sum((line.${price} - coalesce((
                 SELECT sum(amount) FROM cart_${table}_adjustment AS adjustment
                  WHERE ${key} = line.id AND adjustment.deleted_at IS NULL), 0))
             * (1 + CASE WHEN line.is_tax_inclusive THEN 0 ELSE coalesce((
                 SELECT sum(rate::numeric) / 100 FROM cart_${table}_tax_line AS tax
                  WHERE ${key} = line.id AND tax.deleted_at IS NULL), 0) END))
      FROM cart_${table} AS line
     WHERE line.cart_id = cart.id AND line.deleted_at IS NULL), 0)`
}
