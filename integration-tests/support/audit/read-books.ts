import type { QueryResultRow } from "pg"
import type {
  Books,
  Cart,
  Collection,
  LedgerRefund,
  LedgerRequest,
  LedgerRow,
  MedusaPayment,
  Order,
  Reservation,
  StockLevel,
} from "./books"

/** Whatever can be asked in SQL. */
export type Database = {
  query<Row extends QueryResultRow>(sql: string): Promise<{ rows: Row[] }>
}

/** Reads ledger, payments, orders and carts; in the transaction that `db` is in. */
export async function readBooks(db: Database): Promise<Books> {
  // One after the other: they share one connection.
  const ledger = await db.query<LedgerRow>(LEDGER)
  const payments = await db.query<MedusaPayment>(PAYMENTS)
  const orders = await db.query<Order>(ORDERS)
  const carts = await db.query<Cart>(CARTS)
  const collections = await db.query<Collection>(COLLECTIONS)
  const reservations = await db.query<Reservation>(RESERVATIONS)
  const levels = await db.query<StockLevel>(LEVELS)
  const refunds = await db.query<LedgerRefund>(REFUNDS)
  const requests = await db.query<LedgerRequest>(REQUESTS)
  return {
    ledger: ledger.rows,
    payments: payments.rows,
    orders: orders.rows,
    carts: carts.rows,
    collections: collections.rows,
    reservations: reservations.rows,
    levels: levels.rows,
    refunds: refunds.rows,
    requests: requests.rows,
  }
}

/** Text that sorts as the moments do. */
const AT = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`

const LEDGER = `
  SELECT id, provider_id, gateway_payment_id, gateway_status, state,
         attention_reason, resolution, cart_id, payment_collection_id, order_id, payment_id,
         ARRAY(SELECT id FROM crypto_payment_session
                WHERE crypto_payment_id = crypto_payment.id) AS session_ids,
         trim_scale(amount::numeric)::text AS amount,
         currency_code, is_test, closed_at IS NOT NULL AS was_closed,
         settled_at IS NOT NULL AS was_settled,
         crypto_currency, quoted_crypto_amount, received_crypto_amount,
         next_check_at IS NULL AS has_no_next_check
    FROM crypto_payment
   WHERE deleted_at IS NULL
   ORDER BY created_at`

const PAYMENTS = `
  SELECT payment.id, payment.provider_id, payment.payment_collection_id,
         trim_scale(payment.amount)::text AS amount, payment.currency_code,
         payment.payment_session_id,
         trim_scale(session.amount)::text AS session_amount,
         payment.data->>'gateway_payment_id' AS gateway_payment_id,
         payment.canceled_at IS NOT NULL AS canceled,
         (SELECT coalesce(json_agg(json_build_object(
                   'id', id, 'amount', trim_scale(amount)::text, 'at', ${AT})
                   ORDER BY created_at), '[]')
            FROM capture
           WHERE payment_id = payment.id AND deleted_at IS NULL) AS captures,
         (SELECT coalesce(json_agg(json_build_object(
                   'id', id, 'amount', trim_scale(amount)::text, 'at', ${AT},
                   'note', note)
                   ORDER BY created_at), '[]')
            FROM refund
           WHERE payment_id = payment.id AND deleted_at IS NULL) AS refunds
    FROM payment
    LEFT JOIN payment_session AS session
      ON session.id = payment.payment_session_id
     AND session.deleted_at IS NULL
   WHERE payment.deleted_at IS NULL
   ORDER BY payment.created_at`

const REFUNDS = `
  SELECT id, crypto_payment_id, kind, amount, currency_code, crypto_amount,
         transaction_hash, refund_id, request_id
    FROM crypto_payment_refund
   WHERE deleted_at IS NULL
   ORDER BY created_at`

const REQUESTS = `
  SELECT id, crypto_payment_id, kind, amount, currency_code, crypto_amount,
         crypto_currency, transaction_hash,
         CASE WHEN state = 'waiting_for_address' AND expires_at <= now()
              THEN 'revoked' ELSE state END AS state
    FROM crypto_refund_request
   WHERE deleted_at IS NULL
   ORDER BY created_at`

const ORDERS = `
  SELECT o.id, o.status, o.currency_code,
         ${iso("o.created_at")} AS created_at, ${iso("o.canceled_at")} AS canceled_at,
         (SELECT coalesce(json_agg(json_build_object(
                   'id', line.id,
                   'quantity', trim_scale(item.quantity)::text,
                   'inventory_item_id', stocked.inventory_item_id)), '[]')
            FROM order_item AS item
            JOIN order_line_item AS line ON line.id = item.item_id
            LEFT JOIN product_variant AS variant
              ON variant.id = line.variant_id AND variant.manage_inventory
            LEFT JOIN product_variant_inventory_item AS stocked
              ON stocked.variant_id = variant.id AND stocked.deleted_at IS NULL
           WHERE item.order_id = o.id AND item.version = o.version
             AND item.deleted_at IS NULL AND line.deleted_at IS NULL) AS lines,
         coalesce(trim_scale((summary.totals->>'current_order_total')::numeric)::text, '')
           AS total,
         coalesce(trim_scale((summary.totals->>'pending_difference')::numeric)::text, '')
           AS pending_difference,
         ARRAY(SELECT data->>'amount' FROM crypto_payment_event
                WHERE type = 'order_misstated' AND data->>'order_id' = o.id
                  AND deleted_at IS NULL) AS noted_dues,
         (SELECT coalesce(json_agg(json_build_object(
                   'version', version,
                   'total', trim_scale((totals->>'current_order_total')::numeric)::text,
                   'original', trim_scale((totals->>'original_order_total')::numeric)::text,
                   'at', ${AT}) ORDER BY version), '[]')
            FROM order_summary
           WHERE order_id = o.id AND deleted_at IS NULL) AS versions,
         ARRAY(SELECT cart_id FROM order_cart
                WHERE order_id = o.id AND deleted_at IS NULL) AS cart_ids,
         ARRAY(SELECT payment_collection_id FROM order_payment_collection
                WHERE order_id = o.id AND deleted_at IS NULL) AS collection_ids,
         (SELECT coalesce(json_agg(json_build_object(
                   'amount', trim_scale(amount)::text,
                   'currency_code', currency_code,
                   'reference', reference,
                   'reference_id', reference_id) ORDER BY created_at), '[]')
            FROM order_transaction
           WHERE order_id = o.id AND deleted_at IS NULL) AS transactions,
         EXISTS (SELECT 1 FROM workflow_execution AS execution
                  WHERE workflow_id = 'complete-cart'
                    AND state IN ('waiting_to_compensate', 'compensating', 'failed')
                    AND context::text LIKE '%' || o.id || '%') AS half_rolled_back,
         EXISTS (SELECT 1 FROM workflow_execution AS execution
                  WHERE workflow_id = 'complete-cart'
                    AND state NOT IN ('done', 'reverted')
                    AND context::text LIKE '%' || o.id || '%') AS half_placed
    FROM "order" AS o
    LEFT JOIN LATERAL (
           SELECT totals FROM order_summary
            WHERE order_id = o.id AND deleted_at IS NULL
            ORDER BY version DESC LIMIT 1) AS summary ON true
   WHERE o.deleted_at IS NULL
   ORDER BY o.created_at`

/**
 * Core stores no total of a cart. Lines whose price contains the tax already
 * pay none on top; no shop of the tests has them together with discounts.
 */
const CARTS = `
  SELECT cart.id, cart.currency_code,
         trim_scale(
           coalesce((SELECT sum((item.unit_price * item.quantity - ${adjustments("item", "line_item")})
                                * (1 + ${taxes("item", "line_item")}))
                       FROM cart_line_item AS item
                      WHERE item.cart_id = cart.id AND item.deleted_at IS NULL), 0)
         + coalesce((SELECT sum((method.amount - ${adjustments("method", "shipping_method")})
                                * (1 + ${taxes("method", "shipping_method")}))
                       FROM cart_shipping_method AS method
                      WHERE method.cart_id = cart.id AND method.deleted_at IS NULL), 0)
         )::text AS total,
         cart.completed_at IS NOT NULL AS completed,
         ARRAY(SELECT payment_collection_id FROM cart_payment_collection
                WHERE cart_id = cart.id AND deleted_at IS NULL) AS collection_ids
    FROM cart
   WHERE cart.deleted_at IS NULL
   ORDER BY cart.created_at`

const COLLECTIONS = `
  SELECT id, trim_scale(amount)::text AS amount, currency_code
    FROM payment_collection
   WHERE deleted_at IS NULL
   ORDER BY created_at`

const RESERVATIONS = `
  SELECT id, line_item_id, inventory_item_id, location_id,
         trim_scale(quantity)::text AS quantity
    FROM reservation_item
   WHERE deleted_at IS NULL
   ORDER BY created_at`

const LEVELS = `
  SELECT inventory_item_id, location_id,
         trim_scale(stocked_quantity)::text AS stocked,
         trim_scale(reserved_quantity)::text AS reserved
    FROM inventory_level
   WHERE deleted_at IS NULL
   ORDER BY created_at`

function iso(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

function adjustments(line: string, table: "line_item" | "shipping_method") {
  return `coalesce((SELECT sum(amount) FROM cart_${table}_adjustment AS adjustment
            WHERE ${table === "line_item" ? "item_id" : "shipping_method_id"} = ${line}.id
              AND adjustment.deleted_at IS NULL), 0)`
}

function taxes(line: string, table: "line_item" | "shipping_method") {
  return `CASE WHEN ${line}.is_tax_inclusive THEN 0 ELSE
            coalesce((SELECT sum(rate::numeric) / 100 FROM cart_${table}_tax_line AS tax
              WHERE ${table === "line_item" ? "item_id" : "shipping_method_id"} = ${line}.id
                AND tax.deleted_at IS NULL), 0) END`
}
