import { Client } from "pg"
import {
  type GatewayPayment,
  isConfirmed,
  openBooks,
  type Said,
  type UnpaidOrderTerms,
} from "./books"
import { differentEvents, MESSAGE_RULES } from "./message-rules"
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

/** Whatever can tell all payments that the gateway knows. */
type AuditedGateway = { payments(): Promise<GatewayPayment[]> }

/**
 * Checks the law of conservation at a quiet moment: each payment that the
 * gateway calls confirmed is settled with exactly one paid order, or in front
 * of a person, or resolved by one; nothing is captured that was not confirmed;
 * and an order costs what was paid for it. Reads the gateway and the database, and no code of the plugin.
 */
export async function audit({
  databaseUrl,
  gateway,
  ...said
}: Said & {
  databaseUrl: string
  gateway: AuditedGateway
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
  const { ledger, orders, refunds, requests, notifications } = tables
  const states = countOf(ledger.map(({ state }) => state))
  return {
    violations: RULES.flatMap(({ find }) => find(books)),
    figures: {
      payments: payments.length,
      confirmed: payments.filter(isConfirmed).length,
      settled: states.settled ?? 0,
      attention: states.attention ?? 0,
      resolved: states.resolved ?? 0,
      attentionByReason: countOf(
        ledger
          .filter(({ state }) => state === "attention")
          .map(({ attention_reason }) => String(attention_reason))
      ),
      ordersByStatus: countOf(orders.map(({ status }) => status)),
      refundsByKind: countOf(refunds.map(({ kind }) => kind)),
      refundRequestsByState: countOf(requests.map((each) => each.state_now)),
      events: differentEvents(said.deliveries ?? []).length,
      notifications: notifications.length,
    },
  }
}

/** How often each name is there. */
export function countOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
