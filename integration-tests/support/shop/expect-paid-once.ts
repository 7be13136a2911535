import { eventually } from "../eventually"
import type { Books } from "./books"

/**
 * Asserts that a cart's crypto payment ended as exactly one paid order, in the
 * ledger and in Medusa's books. The ledger may close a moment after the order.
 */
export async function expectPaidOnce(
  books: Books,
  cartId: string,
  sessionId: string,
  total: number
): Promise<void> {
  const attempt = await eventually(
    async () => {
      const attempt = await books.attemptOf(sessionId)
      return attempt.state === "settled" ? attempt : undefined
    },
    { otherwise: `The payment of ${cartId} was not settled.` }
  )
  expect(attempt.cart_id).toBe(cartId)
  expect(await books.orderBooks(cartId)).toEqual({
    order_id: attempt.order_id,
    total,
    payments: 1,
    captures: [total],
    refunds: 0,
    transactions: [total],
    pending_difference: 0,
    payment_status: "captured",
  })
}
