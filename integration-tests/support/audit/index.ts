import { Client } from "pg"
import {
  type GatewayPayment,
  isConfirmed,
  isCrypto,
  isUnlinked,
  openBooks,
  type TestModes,
  type UnpaidOrderTerms,
} from "./books"
import { differentEvents, MESSAGE_RULES } from "./message-rules"
import { ORDER_RULES } from "./order-rules"
import { PAYMENT_RULES } from "./payment-rules"
import {
  type Delivery,
  type Messages,
  readBooks,
  readMessages,
  type Tables,
} from "./read-books"
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
export async function audit(options: {
  databaseUrl: string
  gateway: AuditedGateway
  testModes: TestModes
  /** Where orders are placed before their payment. */
  unpaidOrders?: UnpaidOrderTerms
  /** What the store's own subscriber got, where it wrote that down from the start. */
  deliveries?: Delivery[]
}): Promise<AuditReport> {
  const { databaseUrl, testModes, unpaidOrders: terms, deliveries } = options
  const db = new Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    const payments = await options.gateway.payments()
    // One snapshot, so that no two tables are of different moments.
    await db.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    const tables = await readBooks(db)
    const messages = deliveries && { ...(await readMessages(db)), deliveries }
    return auditBooks(payments, tables, testModes, { terms, messages })
  } finally {
    await db.end()
  }
}

/** Judges what the gateway and the database say of the same moment. Pure. */
export function auditBooks(
  payments: GatewayPayment[],
  tables: Tables,
  testModes: TestModes,
  more: { terms?: UnpaidOrderTerms; messages?: Messages } = {}
) {
  const books = openBooks(payments, tables, testModes, more)
  const { ledger, orders, refunds } = tables
  const inState = (state: string) => ledger.filter((row) => row.state === state)
  return {
    violations: RULES.flatMap(({ find }) => find(books)),
    figures: {
      payments: payments.length,
      confirmed: payments.filter(isConfirmed).length,
      settled: inState("settled").length,
      attention: inState("attention").length,
      resolved: inState("resolved").length,
      attentionByReason: countOf(
        inState("attention").map((row) => row.attention_reason ?? "none")
      ),
      orders: orders.length,
      /** Orders that hold a payment of another provider and none of ours. */
      ordersPaidOtherwise: orders.filter((order) => {
        const ofOrder = books.paymentsOf(order)
        return ofOrder.length > 0 && !ofOrder.some(isCrypto)
      }).length,
      ordersCanceled: orders.filter(({ status }) => status === "canceled")
        .length,
      /** Orders without cart and payment: core died while it made them. */
      ordersHalfMade: orders.filter(isUnlinked).length,
      refunds: refunds.length,
      /** Those among them of what arrived beyond the quote. */
      refundsOfSurplus: refunds.filter(({ kind }) => kind === "surplus").length,
      refundRequestsByState: countOf(
        tables.requests.map(({ state_now }) => state_now)
      ),
      ...(more.messages && {
        messages: {
          deliveries: more.messages.deliveries.length,
          events: differentEvents(more.messages).length,
          notifications: more.messages.notifications.length,
        },
      }),
    },
  }
}

function countOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
