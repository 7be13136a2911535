import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { Attempt } from "../ledger/rows"

/**
 * A text that somebody looks for, and the orders and carts that it means in
 * Medusa (an order number, an e-mail address).
 */
export type TextMatch = {
  text: string
  order_ids: string[]
  cart_ids: string[]
}

/** Compared from the start, in either case; the migrations have their indexes. */
const prefixed = ["external_id", "gateway_payment_id", "wallet_address"]

/** More refunds than this have no transaction in common. */
const maxRefunds = 100

/** The attempts with a recorded refund whose transaction hash begins so. */
export async function findRefundedIds(
  db: Knex,
  { text }: TextMatch
): Promise<string[]> {
  const rows = await db<{ crypto_payment_id: string }>("crypto_payment_refund")
    .whereNull("deleted_at")
    .whereRaw("lower(transaction_hash) LIKE ?", [beginningOf(text)])
    .limit(maxRefunds)
    .select("crypto_payment_id")
  return rows.map(({ crypto_payment_id }) => crypto_payment_id)
}

/** One OR whose every branch has an index, so that PostgreSQL can add them up. */
export function whereText(
  rows: Knex.QueryBuilder<Attempt, unknown>,
  { text, order_ids, cart_ids }: TextMatch,
  refundedIds: string[]
): void {
  void rows.where((branches) => {
    for (const column of prefixed) {
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
