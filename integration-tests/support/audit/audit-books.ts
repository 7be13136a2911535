import { auditConfirmed } from "./audit-confirmed"
import { auditLedger } from "./audit-ledger"
import { auditOrders } from "./audit-orders"
import { auditRefunds } from "./audit-refunds"
import { auditUnpaidOrders, type UnpaidOrderTerms } from "./audit-unpaid"
import { type Books, type GatewayPayment, isUnlinked } from "./books"
import { Index, isConfirmed, isCrypto, type TestModes } from "./index-books"
import type { AuditReport } from "./report"

/** Judges what the gateway and the database say of the same moment. Pure. */
export function auditBooks(
  payments: GatewayPayment[],
  books: Books,
  testModes: TestModes,
  unpaidOrders?: UnpaidOrderTerms
): AuditReport {
  const index = new Index(payments, books, testModes)
  const inState = (state: string) =>
    books.ledger.filter((row) => row.state === state)
  return {
    violations: [
      ...auditConfirmed(index),
      ...auditLedger(index),
      ...auditOrders(index, unpaidOrders?.canceledByAdmin),
      ...auditRefunds(index),
      ...(unpaidOrders ? auditUnpaidOrders(index, unpaidOrders) : []),
    ],
    figures: {
      payments: payments.length,
      confirmed: payments.filter(isConfirmed).length,
      settled: inState("settled").length,
      attention: inState("attention").length,
      resolved: inState("resolved").length,
      attentionByReason: countOf(
        inState("attention").map(
          ({ attention_reason }) => attention_reason ?? "none"
        )
      ),
      orders: books.orders.length,
      ordersPaidOtherwise: books.orders.filter((order) => {
        const ofOrder = index.paymentsOf(order)
        return ofOrder.length > 0 && !ofOrder.some(isCrypto)
      }).length,
      ordersCanceled: books.orders.filter(({ status }) => status === "canceled")
        .length,
      ordersHalfMade: books.orders.filter(isUnlinked).length,
      refunds: books.refunds.length,
      refundsOfSurplus: books.refunds.filter(({ kind }) => kind === "surplus")
        .length,
      refundRequestsByState: countOf(books.requests.map(({ state }) => state)),
    },
  }
}

function countOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
