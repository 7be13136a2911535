import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  actionFacts,
  checkAllowed,
  CRYPTO_PAYMENT_MODULE,
} from "../../modules/crypto-payment"
import { settleCryptoPaymentWorkflow } from "../settle-crypto-payment"

const leaseWaitMs = 10_000

/**
 * Tries once more to place the order of a payment that needs attention. When
 * the cause is still there the payment goes on needing attention.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED where it needs no attention or is
 * being worked on.
 */
export async function retryOrder(
  container: MedusaContainer,
  id: string,
  actorId: string
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  checkAllowed("retry_order", actionFacts(await ledger.retrieveAttempt(id), []))
  await ledger.appendEvent(id, {
    type: "order_retried",
    source: "admin",
    data: { by: actorId },
  })
  const { result } = await settleCryptoPaymentWorkflow(container).run({
    input: {
      crypto_payment_id: id,
      again: "reconsider",
      lease_wait_ms: leaseWaitMs,
    },
  })
  if (!result.busy) return
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "This payment is being worked on at the moment. Try again in a minute."
  )
}
