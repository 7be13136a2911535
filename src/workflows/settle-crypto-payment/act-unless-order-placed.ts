import type { MedusaContainer } from "@medusajs/framework/types"
import {
  CRYPTO_PAYMENT_MODULE,
  decide,
} from "../../modules/crypto-payment/internal"
import { notAllowed } from "../../medusa-errors"
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
      const { type } = decide(await gatherFacts(container, attempt))
      if (type === "settle" || type === "book") {
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
