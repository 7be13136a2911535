import type { QueryResultRow } from "pg"
import type {
  Attempt,
  Refund,
} from "../../../src/modules/crypto-payment/models/crypto-payment"
import type { RefundRequest } from "../../../src/modules/crypto-payment/refunds/ledger"

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
    refunds: (Movement & { note: string | null })[]
  }[]
  orders: {
    id: string
    status: string
    created_at: string
    canceled_at: string | null
    /** What it costs now. */
    total: string
    /** What core's summary says is due. */
    pending_difference: string
    currency_code: string
    /** What it cost, version by version; the first one is as it was placed. */
    versions: { version: number; total: string; original: string; at: string }[]
    cart_ids: string[]
    collection_ids: string[]
    transactions: {
      amount: string
      reference_id: string | null
    }[]
    /** What it contains now; the item of those whose stock is counted. */
    lines: { id: string; quantity: string; inventory_item_id: string | null }[]
    /** Core began to take its completion back, and was stopped half-way. */
    half_rolled_back: boolean
    /** Core was stopped while it placed the order, or took it back. */
    half_placed: boolean
  }[]
  /** Totals of items, shipping, discounts and taxes, added up from their lines. */
  carts: {
    id: string
    currency_code: string
    total: string
    collection_ids: string[]
  }[]
  collections: { id: string }[]
  reservations: {
    id: string
    line_item_id: string | null
    inventory_item_id: string
    location_id: string
    quantity: string
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
const AT = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`

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
           ${all(`SELECT id, trim_scale(amount)::text AS amount, ${AT} AS at FROM capture
             WHERE payment_id = payment.id AND deleted_at IS NULL ORDER BY created_at`)} AS captures,
           ${all(`SELECT id, trim_scale(amount)::text AS amount, ${AT} AS at, note FROM refund
             WHERE payment_id = payment.id AND deleted_at IS NULL ORDER BY created_at`)} AS refunds
      FROM payment
      LEFT JOIN payment_session AS session
        ON session.id = payment.payment_session_id
       AND session.deleted_at IS NULL
     WHERE payment.deleted_at IS NULL
     ORDER BY payment.created_at`,
  orders: `
    SELECT o.id, o.status, o.currency_code,
           ${iso("o.created_at")} AS created_at, ${iso("o.canceled_at")} AS canceled_at,
           ${all(`SELECT line.id, trim_scale(item.quantity)::text AS quantity, stocked.inventory_item_id
              FROM order_item AS item
              JOIN order_line_item AS line ON line.id = item.item_id
              LEFT JOIN product_variant AS variant
                ON variant.id = line.variant_id AND variant.manage_inventory
              LEFT JOIN product_variant_inventory_item AS stocked
                ON stocked.variant_id = variant.id AND stocked.deleted_at IS NULL
             WHERE item.order_id = o.id AND item.version = o.version
               AND item.deleted_at IS NULL AND line.deleted_at IS NULL`)} AS lines,
           coalesce(trim_scale((summary.totals->>'current_order_total')::numeric)::text, '')
             AS total,
           coalesce(trim_scale((summary.totals->>'pending_difference')::numeric)::text, '')
             AS pending_difference,
           ${all(`SELECT version, ${AT} AS at,
                    trim_scale((totals->>'current_order_total')::numeric)::text AS total,
                    trim_scale((totals->>'original_order_total')::numeric)::text AS original
               FROM order_summary
              WHERE order_id = o.id AND deleted_at IS NULL ORDER BY version`)} AS versions,
           ARRAY(SELECT cart_id FROM order_cart
                  WHERE order_id = o.id AND deleted_at IS NULL) AS cart_ids,
           ARRAY(SELECT payment_collection_id FROM order_payment_collection
                  WHERE order_id = o.id AND deleted_at IS NULL) AS collection_ids,
           ${all(`SELECT trim_scale(amount)::text AS amount, reference_id
               FROM order_transaction
              WHERE order_id = o.id AND deleted_at IS NULL ORDER BY created_at`)} AS transactions,
           ${isCompletion("IN ('waiting_to_compensate', 'compensating', 'failed')")} AS half_rolled_back,
           ${isCompletion("NOT IN ('done', 'reverted')")} AS half_placed
      FROM "order" AS o
      LEFT JOIN LATERAL (
             SELECT totals FROM order_summary
              WHERE order_id = o.id AND deleted_at IS NULL
              ORDER BY version DESC LIMIT 1) AS summary ON true
     WHERE o.deleted_at IS NULL
     ORDER BY o.created_at`,
  // Core stores no total of a cart. Lines whose price contains the tax already
  // pay none on top; no shop of the tests has them together with discounts.
  carts: `
    SELECT cart.id, cart.currency_code,
           trim_scale(${totalOf("unit_price * line.quantity", "line_item", "item_id")}
             + ${totalOf("amount", "shipping_method", "shipping_method_id")})::text AS total,
           ARRAY(SELECT payment_collection_id FROM cart_payment_collection
                  WHERE cart_id = cart.id AND deleted_at IS NULL) AS collection_ids
      FROM cart
     WHERE cart.deleted_at IS NULL
     ORDER BY cart.created_at`,
  collections: "SELECT id FROM payment_collection WHERE deleted_at IS NULL",
  reservations: "SELECT * FROM reservation_item WHERE deleted_at IS NULL",
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

function iso(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** Whether an execution of core's completion names the order and is in such a state. */
function isCompletion(states: string): string {
  return `EXISTS (SELECT 1 FROM workflow_execution AS execution
                   WHERE workflow_id = 'complete-cart' AND state ${states}
                     AND context::text LIKE '%' || o.id || '%')`
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
