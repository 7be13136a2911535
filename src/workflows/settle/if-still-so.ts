import { isDeepStrictEqual } from "node:util"

import type { MedusaContainer } from "@medusajs/framework/types"

import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment"
import type { Attempt } from "../../modules/crypto-payment/ledger/rows"
import {
  decide,
  type Decision,
} from "../../modules/crypto-payment/lifecycle/decide"
import type { Facts } from "../../modules/crypto-payment/lifecycle/facts"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
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
  const ledger = container.resolve<CryptoPaymentModuleService>(
    CRYPTO_PAYMENT_MODULE
  )
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
