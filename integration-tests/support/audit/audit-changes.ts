import type { MedusaPayment, Order } from "./books"
import { isMore, rounded, subtract, sum } from "./decimal"
import type { Index } from "./index-books"
import type { Violation } from "./report"

/**
 * A change of an order that was taken back, or made smaller, costs less than
 * was asked for. What counts is what was due when the money was captured.
 */
export function paidMoreThanDue(
  index: Index,
  order: Order,
  captured: MedusaPayment[]
): Violation[] {
  if (index.hasAttention(order)) return []
  return captured
    .filter((payment) => !index.isForCart(payment))
    .flatMap(({ id, captures }) =>
      captures.flatMap((capture): Violation[] => {
        const due = dueBefore(index, order, capture)
        return isMore(
          rounded(capture.amount, order.currency_code),
          rounded(due, order.currency_code)
        )
          ? [
              {
                rule: "paid_more_than_due",
                gatewayPaymentId: null,
                orderId: order.id,
                finding: `${order.id}: ${id} captured ${capture.amount} while ${due} was due`,
              },
            ]
          : []
      })
    )
}

/** What was due for an order when a capture of it was made. */
export function dueBefore(
  index: Index,
  order: Order,
  { id, at }: { id: string; at: string }
): string {
  const inForce = order.versions.filter((version) => version.at <= at).pop()
  const before = (movements: MedusaPayment["captures"]) =>
    movements
      .filter((each) => each.at <= at && each.id !== id)
      .map(({ amount }) => amount)
  const payments = index.paymentsOf(order)
  const captured = sum(payments.flatMap(({ captures }) => before(captures)))
  const refunded = sum(payments.flatMap(({ refunds }) => before(refunds)))
  return sum([
    subtract(
      inForce?.total ?? order.versions[0]?.total ?? order.total,
      captured
    ),
    refunded,
  ])
}
