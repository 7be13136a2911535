import { setTimeout as sleep } from "node:timers/promises"

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
  const attempt = await settledAttempt(books, sessionId)
  expect(attempt).toMatchObject({ state: "settled", cart_id: cartId })
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

async function settledAttempt(books: Books, sessionId: string) {
  for (let tries = 0; ; tries++) {
    const attempt = await books.attemptOf(sessionId)
    if (attempt.state === "settled" || tries === 50) return attempt
    await sleep(100)
  }
}
