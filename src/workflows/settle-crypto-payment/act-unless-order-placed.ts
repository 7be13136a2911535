import type { MedusaContainer } from "@medusajs/framework/types"
import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  decide,
  reinstatedOrderId,
} from "../../modules/crypto-payment/internal"
import { notAllowed } from "../../medusa-errors"
import { findRecord, type Query } from "../../medusa-query"
import { gatherFacts } from "./gather-facts"
import { refuseWhileLocked, withCoreLock } from "../medusa/core-lock"
import { endResolvedSession } from "./payment-session"

/**
 * Lets an admin end an attempt that needs attention: under the cart's lock, and
 * only if no order was placed meanwhile, so that no order is placed for money
 * that was sent back.
 * @throws MedusaError NOT_ALLOWED
 */
export async function actUnlessOrderPlaced<Result>(
  container: MedusaContainer,
  attemptId: string,
  act: () => Promise<Result>
): Promise<Result> {
  const attempt = await container
    .resolve(CRYPTO_PAYMENT_MODULE)
    .attempts.retrieve(attemptId)
  const actUnderLock = async () => {
    if (attempt.state === "attention") {
      await checkNotReinstated(container, attempt)
      const { type } = decide(await gatherFacts(container, attempt))
      if (type === "settle" || type === "capture" || type === "book") {
        throw notAllowed(
          "The order of this payment was placed in the meantime. Check the payment again before you decide about it."
        )
      }
    }
    const result = await act()
    await endResolvedSession(container, attemptId)
    return result
  }
  return await refuseWhileLocked(() =>
    withCoreLock(container, attempt.cart_id, actUnderLock)
  )
}

/** Reinstating may have been interrupted after its order was placed, or that is not paid yet. */
async function checkNotReinstated(
  container: MedusaContainer,
  { attention_reason, order_id, cart_id }: Attempt
): Promise<void> {
  if (!order_id) return
  const query = container.resolve("query")
  if (attention_reason === "order_not_placed" && cart_id === null) {
    return await checkNotBeingPaid(query, order_id)
  }
  if (attention_reason !== "late_payment") return
  const fields = ["id", "status", "display_id"]
  const id = reinstatedOrderId(order_id)
  const order = await findRecord(query, "order", id, fields)
  if (!order || ["canceled", "draft"].includes(order.status)) return
  const others = await container
    .resolve(CRYPTO_PAYMENT_MODULE)
    .listCryptoPayments({ order_id: id })
  if (others.length > 0) return
  throw notAllowed(
    `Order #${order.display_id} was placed again for this payment. Reinstate the order once more to finish, or cancel order #${order.display_id} first.`
  )
}

/** Its money is not sent back while the order that was placed again for it stands. */
async function checkNotBeingPaid(query: Query, orderId: string) {
  const order = await findRecord(query, "order", orderId, [
    ...["id", "status", "display_id", "metadata"],
    "payment_collections.payments.id",
  ])
  if (!order?.metadata?.reinstated_from || order.status === "canceled") return
  const collections: { payments?: unknown[] }[] = order.payment_collections
  if (collections.some(({ payments }) => payments?.length)) return
  throw notAllowed(
    `Order #${order.display_id} was placed again for this payment, and is being paid by it. Check the payment again to finish, or cancel order #${order.display_id} first.`
  )
}
