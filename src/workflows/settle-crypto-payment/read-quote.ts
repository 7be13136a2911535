import type { MedusaContainer } from "@medusajs/framework/types"
import { isGatewayError } from "../../gateway"
import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  needsQuote,
  observe,
} from "../../modules/crypto-payment/internal"

const READ_TIMEOUT_MS = 5_000

/**
 * Reads what a paid payment was quoted at, where the merchant's rule on short payments needs it.
 * A shopper who pays at once has chosen the coin after the last read, and no webhook names it.
 * @returns whether the attempt was written.
 */
export async function readMissingQuote(
  container: MedusaContainer,
  attempt: Attempt
): Promise<boolean> {
  const { merchants, observations } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const hasRule = merchants.maxShortfallPercent(attempt.provider_id) !== null
  if (!hasRule || !needsQuote(attempt)) return false
  try {
    const payment = await merchants.readPayment(attempt, READ_TIMEOUT_MS)
    if (!payment) return false
    const observation = observe(attempt, payment, "poll")
    await observations.record(attempt.id, observation)
    return true
  } catch (error) {
    if (!isGatewayError(error)) throw error
    const logger = container.resolve("logger")
    logger.warn(
      `crypto payment ${attempt.id}: its quoted amount could not be read from the gateway (${error.kind}): ${error.message}`
    )
    return false
  }
}
