import { auditAttention } from "./audit-attention"
import { auditOpen } from "./audit-open"
import { auditSettled } from "./audit-settled"
import type { GatewayPayment, LedgerRow } from "./books"
import { isSameAmount } from "./decimal"
import { type Index, isConfirmed } from "./index-books"
import type { Rule, Violation } from "./report"

const MONEY_SEEN = ["paid", "settled", "attention", "resolved"]

/** What the ledger claims: all of it must be true. */
export function auditLedger(index: Index): Violation[] {
  return [
    ...index.books.ledger.flatMap((row) => auditRow(index, row)),
    ...settledTwice(index),
  ]
}

function auditRow(index: Index, row: LedgerRow): Violation[] {
  const found = (rule: Rule, finding: string): Violation => ({
    rule,
    gatewayPaymentId: row.gateway_payment_id,
    orderId: row.order_id,
    finding: `${row.id}: ${finding}`,
  })
  const violations: Violation[] = []
  const payment = index.gatewayPaymentOf(row)
  if (MONEY_SEEN.includes(row.state) && !(payment && isConfirmed(payment))) {
    violations.push(
      found(
        "money_not_confirmed",
        `${row.state}, while the gateway says ${payment?.status ?? "nothing"}`
      )
    )
  }
  if (payment && row.is_test !== null && row.is_test !== payment.is_test) {
    violations.push(
      found(
        "test_mode_ignored",
        `is_test is ${row.is_test}, while the gateway says ${payment.is_test}`
      )
    )
  }
  if (payment) violations.push(...auditCoins(row, payment, found))
  switch (row.state) {
    case "open":
      return [...violations, ...auditOpen(row, found)]
    case "attention":
      return [...violations, ...auditAttention(index, row, payment, found)]
    case "settled":
      return [...violations, ...auditSettled(index, row, payment, found)]
    case "resolved":
      return row.resolution
        ? violations
        : [...violations, found("no_word_for_a_person", "resolved by nothing")]
    default:
      return violations
  }
}

/** To the last digit, where ledger and gateway speak of the same coin. */
function auditCoins(
  row: LedgerRow,
  { target, received_amount }: GatewayPayment,
  found: (rule: Rule, finding: string) => Violation
): Violation[] {
  if (!target || row.crypto_currency !== target.currency) return []
  const pairs = {
    quoted: [row.quoted_crypto_amount, target.amount],
    received: [row.received_crypto_amount, received_amount ?? target.amount],
  }
  return Object.entries(pairs).flatMap(([name, [noted, real]]) =>
    noted === null || real === null || isSameAmount(noted, real)
      ? []
      : found("coins_differ", `${name} is ${noted}, at the gateway ${real}`)
  )
}

function settledTwice(index: Index): Violation[] {
  const seen = new Map<string, LedgerRow>()
  return index.books.ledger
    .filter(({ state }) => state === "settled")
    .flatMap((row): Violation[] => {
      const collection = index.payment(row.payment_id)?.payment_collection_id
      const key = collection ?? row.order_id ?? row.id
      const first = seen.get(key)
      seen.set(key, row)
      return first
        ? [
            {
              rule: "settled_twice",
              gatewayPaymentId: row.gateway_payment_id,
              orderId: row.order_id,
              finding: `${first.id} and ${row.id} are both settled for ${key}`,
            },
          ]
        : []
    })
}
