import type { Database, Query } from "../database"
import { ATTEMPT_STATES, PAID_STATES } from "../attempts/states"
import type { Attempt } from "../models/rows"
import { ATTEMPT_TABLE } from "../attempts/rows"

/** Bounds of a moment; each is left out, or counts. */
export type MomentRange = Partial<Record<"gt" | "gte" | "lt" | "lte", Date>>

/** What a list of attempts is narrowed to; several values of one are any of them. */
export type ListFilters = {
  [Column in (typeof ONE_OF)[number]]?: NonNullable<Attempt[Column]>[]
} & {
  is_test?: boolean
  attention?: boolean
  /** Unpaid, of an order that was placed before its payment. */
  unpaid_order?: boolean
  orders?: OrderMatch
  created_at?: MomentRange
  updated_at?: MomentRange
  text?: TextMatch
}

const ONE_OF = [
  "id",
  "state",
  "gateway_status",
  "provider_id",
  "merchant_id",
  "attention_reason",
  "refund_status",
  "crypto_currency",
  "order_id",
  "cart_id",
] as const

const COMPARISONS = [
  ["gt", ">"],
  ["gte", ">="],
  ["lt", "<"],
  ["lte", "<="],
] as const

/** Narrows a query of the ledger's table. */
export function whereFilters(
  rows: Query<Attempt>,
  filters: ListFilters,
  refundedIds: string[]
): void {
  for (const column of ONE_OF) {
    const values = filters[column]
    if (values) void rows.whereIn(column, values)
  }
  if (filters.is_test !== undefined) {
    void rows.where("is_test", filters.is_test)
  }
  if (filters.attention === true) whereNeedsAttention(rows)
  if (filters.attention === false) {
    // Not as "is not": that would be no condition for an index.
    const others = ATTEMPT_STATES.filter((state) => state !== "attention")
    void rows.whereIn("state", others).andWhere((branches) => {
      void branches.whereNot({ state: "open" }).orWhereNull("attention_reason")
    })
  }
  if (filters.unpaid_order !== undefined) {
    void rows.whereRaw(
      `${filters.unpaid_order ? "" : "NOT "}coalesce(${UNPAID_ORDER}, false)`,
      [...PAID_STATES, ...PAID_STATES]
    )
  }
  if (filters.orders) whereOrders(rows, filters.orders)
  for (const column of ["created_at", "updated_at"] as const) {
    for (const [bound, operator] of COMPARISONS) {
      const moment = filters[column]?.[bound]
      if (moment) void rows.where(column, operator, moment)
    }
  }
  if (filters.text) whereText(rows, filters.text, refundedIds)
}

/** Rows that need a person now (`needsAttention`); each branch has an index. */
export function whereNeedsAttention(rows: Query<Attempt>) {
  void rows.where((branches) => {
    void branches
      .where({ state: "attention" })
      .orWhere({ state: "open", attention_reason: "unknown_status" })
  })
}

/** None of the cart's payments has brought money: what paid its order is not among them. */
const UNPAID_ORDER = `(
  state NOT IN (${marks(PAID_STATES)})
  AND cart_id IN (SELECT id FROM crypto_unpaid_order WHERE cancel_at IS NOT NULL AND deleted_at IS NULL)
  AND NOT EXISTS (
    SELECT 1 FROM ${ATTEMPT_TABLE} AS paid
     WHERE paid.cart_id = ${ATTEMPT_TABLE}.cart_id
       AND paid.state IN (${marks(PAID_STATES)})
       AND paid.deleted_at IS NULL))`

function marks(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ")
}

/**
 * Orders, and what the unpaid payments are opened for that can pay for them: the
 * ledger names the order of a payment once that is settled, or needs attention.
 */
export type OrderMatch = {
  order_ids: string[]
  cart_ids: string[]
  payment_collection_ids: string[]
}

function whereOrders(
  rows: Query<Attempt>,
  { order_ids, cart_ids, payment_collection_ids }: OrderMatch
): void {
  void rows.where((branches) => {
    void branches
      .whereIn("order_id", order_ids)
      .orWhere((unpaid) => {
        void unpaid.whereNull("order_id").whereIn("cart_id", cart_ids)
      })
      .orWhere((unpaid) => {
        void unpaid
          .whereNull("order_id")
          .whereIn("payment_collection_id", payment_collection_ids)
      })
  })
}

/** A search text, and what it means in Medusa (an order number, an e-mail address). */
export type TextMatch = {
  text: string
  order_ids: string[]
  cart_ids: string[]
}

/** Compared from the start, in either case; the migrations have their indexes. */
const PREFIXED = ["external_id", "gateway_payment_id", "wallet_address"]

/** More refunds than this have no transaction in common. */
const MAX_REFUNDS = 100

/** The attempts with a recorded refund whose transaction hash begins so. */
export async function findRefundedIds(db: Database, { text }: TextMatch) {
  const rows = await db<{ crypto_payment_id: string }>("crypto_payment_refund")
    .whereNull("deleted_at")
    .whereRaw("lower(transaction_hash) LIKE ?", [beginningOf(text)])
    .limit(MAX_REFUNDS)
    .select("crypto_payment_id")
  return rows.map(({ crypto_payment_id }) => crypto_payment_id)
}

/** One OR whose every branch has an index, so that PostgreSQL can add them up. */
function whereText(
  rows: Query<Attempt>,
  { text, order_ids, cart_ids }: TextMatch,
  refundedIds: string[]
): void {
  void rows.where((branches) => {
    for (const column of PREFIXED) {
      void branches.orWhereRaw(`lower(${column}) LIKE ?`, [beginningOf(text)])
    }
    void branches
      .orWhereIn("id", [text, ...refundedIds])
      .orWhereIn("order_id", [text, ...order_ids])
      .orWhereIn("cart_id", [text, ...cart_ids])
      .orWhere("payment_session_id", text)
  })
}

function beginningOf(text: string): string {
  return `${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`
}
