import type { QueryResultRow } from "pg"
import type { Books, LedgerRow, MedusaPayment, Order } from "./books"

/** Whatever can be asked in SQL. */
export type Database = {
  query<Row extends QueryResultRow>(sql: string): Promise<{ rows: Row[] }>
}

/** Reads ledger, payments and orders; in the transaction that `db` is in. */
export async function readBooks(db: Database): Promise<Books> {
  // One after the other: they share one connection.
  const ledger = await db.query<LedgerRow>(LEDGER)
  const payments = await db.query<MedusaPayment>(PAYMENTS)
  const orders = await db.query<Order>(ORDERS)
  return { ledger: ledger.rows, payments: payments.rows, orders: orders.rows }
}

const LEDGER = `
  SELECT id, gateway_payment_id, state, attention_reason, resolution,
         cart_id, order_id, payment_id, session_ids,
         trim_scale(amount::numeric)::text AS amount, currency_code
    FROM crypto_payment
   WHERE deleted_at IS NULL
   ORDER BY created_at`

const PAYMENTS = `
  SELECT payment.id, payment.provider_id, payment.payment_collection_id,
         trim_scale(payment.amount)::text AS amount, payment.currency_code,
         payment.payment_session_id,
         trim_scale(session.amount)::text AS session_amount,
         payment.canceled_at IS NOT NULL AS canceled,
         (SELECT coalesce(json_agg(json_build_object(
                   'id', id, 'amount', trim_scale(amount)::text)), '[]')
            FROM capture
           WHERE payment_id = payment.id AND deleted_at IS NULL) AS captures,
         (SELECT coalesce(json_agg(json_build_object(
                   'id', id, 'amount', trim_scale(amount)::text)), '[]')
            FROM refund
           WHERE payment_id = payment.id AND deleted_at IS NULL) AS refunds
    FROM payment
    LEFT JOIN payment_session AS session
      ON session.id = payment.payment_session_id
     AND session.deleted_at IS NULL
   WHERE payment.deleted_at IS NULL
   ORDER BY payment.created_at`

const ORDERS = `
  SELECT o.id, o.status, o.currency_code,
         coalesce(trim_scale((summary.totals->>'current_order_total')::numeric)::text, '')
           AS total,
         coalesce(trim_scale((summary.totals->>'pending_difference')::numeric)::text, '')
           AS pending_difference,
         ARRAY(SELECT cart_id FROM order_cart
                WHERE order_id = o.id AND deleted_at IS NULL) AS cart_ids,
         ARRAY(SELECT payment_collection_id FROM order_payment_collection
                WHERE order_id = o.id AND deleted_at IS NULL) AS collection_ids,
         (SELECT coalesce(json_agg(json_build_object(
                   'amount', trim_scale(amount)::text,
                   'currency_code', currency_code,
                   'reference', reference,
                   'reference_id', reference_id)), '[]')
            FROM order_transaction
           WHERE order_id = o.id AND deleted_at IS NULL) AS transactions
    FROM "order" AS o
    LEFT JOIN LATERAL (
           SELECT totals FROM order_summary
            WHERE order_id = o.id AND deleted_at IS NULL
            ORDER BY version DESC LIMIT 1) AS summary ON true
   WHERE o.deleted_at IS NULL
   ORDER BY o.created_at`
