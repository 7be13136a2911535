import type { GatewayPayment, LedgerRow, MedusaPayment, Order } from "./books"
import { dueBefore } from "./audit-changes"
import { lacksStock } from "./audit-stock"
import { isMore, isSameAmount } from "./decimal"
import {
  type Index,
  isConfirmed,
  isCrypto,
  isSamePrice,
  placedPrice,
  priceOf,
} from "./index-books"
import type { Rule, Violation } from "./report"

type Found = (rule: Rule, finding: string) => Violation

/** A payment that needs attention: is it justified, and for the right reason? */
export function auditAttention(
  index: Index,
  row: LedgerRow,
  payment: GatewayPayment | undefined,
  found: Found
): Violation[] {
  if (!row.attention_reason) {
    return [found("no_word_for_a_person", "attention for no reason")]
  }
  // Reported by another rule: there is nothing to judge the reason by.
  if (!payment || !isConfirmed(payment)) return []
  const captured = index.capturesOf(row)
  const order = index.orderOfRow(row)
  if (order && isInOrder(index, row, payment, order, captured)) {
    return [
      found(
        "attention_unjustified",
        `${row.attention_reason}, while ${order.id} shows exactly this money`
      ),
    ]
  }
  const objection = contradiction(index, row, payment, order, captured)
  const violations = objection
    ? [found("attention_reason_wrong", `${row.attention_reason}: ${objection}`)]
    : []
  const shows = captured.flatMap((each) => index.orderOf(each)?.id ?? [])
  if (shows.some((id) => id !== row.order_id)) {
    violations.push(
      found(
        "attention_without_order",
        `names ${row.order_id ?? "no order"}, and ${shows.join()} shows its money`
      )
    )
  }
  return violations
}

/** Exactly this money was due for the order, which shows it once, and has its stock. */
function isInOrder(
  index: Index,
  row: LedgerRow,
  payment: GatewayPayment,
  order: Order,
  captured: MedusaPayment[]
): boolean {
  const [capture] = captured.length === 1 ? captured[0].captures : []
  const due = capture && {
    amount: dueBefore(index, order, capture),
    currency: order.currency_code,
  }
  return (
    row.cart_id !== null &&
    order.status !== "canceled" &&
    captured.length === 1 &&
    index.orderOf(captured[0]) === order &&
    !captured[0].canceled &&
    captured[0].captures.every(({ id, amount }) =>
      order.transactions.some(
        (each) => each.reference_id === id && isSameAmount(each.amount, amount)
      )
    ) &&
    !index.isOfOtherMode(row, payment) &&
    due !== undefined &&
    isSamePrice(due, priceOf(payment)) &&
    !lacksStock(index, order) &&
    competingPayments(index, row).length === 0
  )
}

/** What speaks against the reason; undefined where it is as it says. */
function contradiction(
  index: Index,
  row: LedgerRow,
  payment: GatewayPayment,
  order: Order | undefined,
  captured: MedusaPayment[]
): string | undefined {
  const reason = row.attention_reason
  const otherMode = index.isOfOtherMode(row, payment)
  if (reason === "test_mode_mismatch") {
    return otherMode ? undefined : "gateway and provider agree on the mode"
  }
  if (otherMode) return "it is of the other mode, test or live"
  switch (reason) {
    case "duplicate_payment":
      return competingPayments(index, row).length > 0
        ? undefined
        : "nothing else paid for the same"
    case "amount_mismatch":
      return isPriceRight(index, row, payment, order)
        ? "paid is what was due"
        : undefined
    case "order_not_placed":
      return order && captured.length === 0
        ? `${order.id} was placed without its money`
        : undefined
    case "late_payment":
      return order?.status === "canceled" ||
        (row.was_closed && !index.cart(row.cart_id))
        ? undefined
        : "no order was canceled, and its cart is there"
    case "unmatched":
      return (row.cart_id !== null || row.payment_collection_id !== null) &&
        row.amount !== null &&
        (row.cart_id === null
          ? index.collection(row.payment_collection_id)
          : index.cart(row.cart_id))
        ? "what it is for is there"
        : undefined
    case "underpaid":
      return payment.target &&
        payment.received_amount &&
        !isMore(payment.target.amount, payment.received_amount)
        ? "all that was quoted arrived"
        : undefined
    case "received_amount_unknown":
      return row.quoted_crypto_amount && row.received_crypto_amount
        ? "both amounts are known"
        : undefined
    case "unknown_status":
      return "the gateway confirmed the money"
    default:
      return "no such reason"
  }
}

/** Only for carts, and orders that nobody changed: what was due else changes with time. */
function isPriceRight(
  index: Index,
  row: LedgerRow,
  payment: GatewayPayment,
  order: Order | undefined
): boolean {
  const cart = index.cart(row.cart_id)
  if (order && (order.versions.length > 1 || order.transactions.length > 0)) {
    return false
  }
  const due = order
    ? placedPrice(order)
    : cart && { amount: cart.total, currency: cart.currency_code }
  const asked = { amount: row.amount ?? "0", currency: row.currency_code ?? "" }
  return (
    row.cart_id !== null &&
    due !== undefined &&
    isSamePrice(due, priceOf(payment)) &&
    isSamePrice(asked, priceOf(payment))
  )
}

/** Other payments for the same, also those that were undone since. */
function competingPayments(index: Index, row: LedgerRow): MedusaPayment[] {
  return index
    .paymentsForSameSale(row)
    .filter(
      (each) =>
        !isCrypto(each) || each.gateway_payment_id !== row.gateway_payment_id
    )
}
