import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isGatewayError } from "../gateway"
import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  type Observation,
  observe,
} from "../modules/crypto-payment"
import { settleCryptoPaymentWorkflow } from "./settle-crypto-payment"

/** Someone may be waiting for the answer. */
const askTimeoutMs = 5_000

/**
 * Asks the gateway about one attempt and hands its answer to the one door.
 *
 * @returns the attempt afterwards; unchanged, with a line in the log, when the
 * gateway did not answer.
 */
export async function checkCryptoPayment(
  container: MedusaContainer,
  attempt: Attempt,
  source: Observation["source"]
): Promise<Attempt> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const provider = ledger.merchants.provider(attempt.provider_id)
  if (!provider || !attempt.gateway_payment_id) return attempt
  try {
    const payment = await ledger.merchants.lookUp(
      provider.merchantKey,
      attempt.gateway_payment_id,
      askTimeoutMs
    )
    await settleCryptoPaymentWorkflow(container).run({
      input: { observation: observe(attempt, payment, source) },
    })
    return (await ledger.findAttempt(attempt.id)) ?? attempt
  } catch (error) {
    if (!isGatewayError(error)) throw error
    container
      .resolve<Logger>(ContainerRegistrationKeys.LOGGER)
      .warn(
        `crypto payment ${attempt.id}: the gateway could not be asked (${error.kind}): ${error.message}`
      )
    return attempt
  }
}
