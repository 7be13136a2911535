import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  decide,
} from "../../modules/crypto-payment"
import { withCartLock } from "../settle/cart-lock"
import { gatherFacts } from "../settle/gather-facts"
import { endForsakenSession } from "./end-forsaken-session"

/**
 * Lets a person end a payment that needs attention: under the lock that core
 * takes to complete its cart, and only if no order came of it meanwhile. So a
 * shopper who completes the cart in the same moment either has the order, and
 * the person is told, or does not get one for money that was given back.
 *
 * @throws MedusaError NOT_ALLOWED
 */
export async function underCartLock<Result>(
  container: MedusaContainer,
  attemptId: string,
  act: () => Promise<Result>
): Promise<Result> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempt = await ledger.retrieveAttempt(attemptId)
  return await withCartLock(container, attempt.cart_id, async () => {
    await refuseIfPlaced(container, attempt)
    const result = await act()
    await endForsakenSession(container, attemptId)
    return result
  })
}

async function refuseIfPlaced(
  container: MedusaContainer,
  attempt: Attempt
): Promise<void> {
  if (attempt.state !== "attention") return
  const decision = decide(await gatherFacts(container, attempt))
  if (decision.type !== "settle") return
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "The order of this payment was placed meanwhile. Check the payment again before you decide about it."
  )
}
