import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { isGatewayError, type Payment } from "../../gateway"
import {
  actionFacts,
  type Attempt,
  checkAllowed,
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
  observe,
} from "../../modules/crypto-payment"
import { settleCryptoPaymentWorkflow } from "../settle-crypto-payment"

/** Someone waits for the answer. */
const askTimeoutMs = 10_000
const leaseWaitMs = 10_000

/**
 * Asks the gateway about a payment because a person wants to know, and settles
 * it from the answer; a payment that needs attention is looked at again.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED for what was never opened at the
 * gateway; UNEXPECTED_STATE, naming the cause, when the gateway does not answer.
 */
export async function checkNow(
  container: MedusaContainer,
  id: string,
  actorId: string
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempt = await ledger.retrieveAttempt(id)
  checkAllowed("check", actionFacts(attempt, []))
  const payment = await ask(ledger, attempt)
  await ledger.appendEvent(id, {
    type: "checked",
    source: "admin",
    data: { by: actorId, status: payment.status },
  })
  await settleCryptoPaymentWorkflow(container).run({
    input: {
      observation: observe(attempt, payment, "admin"),
      again: "reconsider",
      lease_wait_ms: leaseWaitMs,
    },
  })
}

async function ask(
  { merchants }: CryptoPaymentModuleService,
  { provider_id, gateway_payment_id }: Attempt
): Promise<Payment> {
  const provider = merchants.provider(provider_id)
  if (!provider || !gateway_payment_id) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `The payment provider ${provider_id} is not configured any more, so its gateway cannot be asked.`
    )
  }
  try {
    return await merchants.lookUp(
      provider.merchantKey,
      gateway_payment_id,
      askTimeoutMs
    )
  } catch (error) {
    if (!isGatewayError(error)) throw error
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `The gateway could not be asked (${error.kind}); nothing was changed. ${error.message}`
    )
  }
}
