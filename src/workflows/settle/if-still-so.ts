import { isDeepStrictEqual } from "node:util"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  decide,
  type Decision,
  type Facts,
} from "../../modules/crypto-payment"
import { withCartLock } from "./cart-lock"
import { gatherFacts } from "./gather-facts"

/** Acts on fresh facts under the cart's lock, and says whether it did. */
export type IfStillSo = (
  act: (facts: Facts) => Promise<void>
) => Promise<boolean>

/**
 * Changes of a cart's sessions must not fall into a completion by the shopper:
 * they wait for the cart's lock, and are made only if the decision stands then.
 */
export function ifStillSo(
  container: MedusaContainer,
  { id, cart_id }: Pick<Attempt, "id" | "cart_id">,
  decision: Decision
): IfStillSo {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  return (act) =>
    withCartLock(container, cart_id, async () => {
      const facts = await gatherFacts(
        container,
        await ledger.retrieveAttempt(id)
      )
      if (!isDeepStrictEqual(decide(facts), decision)) return false
      await act(facts)
      return true
    })
}
