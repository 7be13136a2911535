import { Client } from "pg"
import type { SandboxControl } from "../instances"
import {
  type GatewayPayment,
  isConfirmed,
  openBooks,
  type Said,
  type UnpaidOrderTerms,
} from "./books"
import { MESSAGE_RULES } from "./message-rules"
import { ORDER_RULES } from "./order-rules"
import { PAYMENT_RULES } from "./payment-rules"
import { type Delivery, readBooks, type Tables } from "./read-books"
import { REFUND_RULES } from "./refund-rules"

export type { Delivery, UnpaidOrderTerms }

/** Each way to lose, double or invent money, or to tell something else of it. */
export const RULES = [
  ...PAYMENT_RULES,
  ...ORDER_RULES,
  ...REFUND_RULES,
  ...MESSAGE_RULES,
]

/** What an audit found; the law holds when `violations` is empty. */
export type AuditReport = ReturnType<typeof auditBooks>

/**
 * Checks the law of conservation at a quiet moment: each payment that the
 * gateway calls confirmed is settled with exactly one paid order, or in front
 * of a person, or resolved by one; nothing is captured that was not confirmed;
 * and an order costs what was paid for it.
 * Reads the gateway and the database, and no code of the plugin.
 */
export async function audit({
  databaseUrl,
  gateway,
  ...said
}: Said & {
  databaseUrl: string
  gateway: Pick<SandboxControl, "payments">
}): Promise<AuditReport> {
  const db = new Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    const payments = await gateway.payments()
    // One snapshot, so that no two tables are of different moments.
    await db.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    return auditBooks(payments, await readBooks(db), said)
  } finally {
    await db.end()
  }
}

/** Judges what the gateway and the database say of the same moment. Pure. */
export function auditBooks(
  payments: GatewayPayment[],
  tables: Tables,
  said: Said
) {
  const books = openBooks(payments, tables, said)
  const inState = (name: string) =>
    tables.ledger.filter(({ state }) => state === name).length
  return {
    violations: RULES.flatMap(({ find }) => find(books)),
    figures: {
      payments: payments.length,
      confirmed: payments.filter(isConfirmed).length,
      settled: inState("settled"),
      attention: inState("attention"),
      orders: tables.orders.length,
      refunds: tables.refunds.length,
    },
  }
}
