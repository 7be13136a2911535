import type {
  InitiatePaymentInput,
  InitiatePaymentOutput,
} from "@medusajs/framework/types"
import { expiresAt, providerIdentifiers } from "../../modules/crypto-payment"
import { CryptoPaymentProvider } from "./service"
import { sessionIdOf } from "./session-data"

/**
 * The inline provider `pp_crypto-h2h_<id>`: the session's `data` names a coin
 * (`target_currency`), and receives address, exact amount, coin and network, so
 * that the shopper pays in the store's own checkout.
 */
export class CryptoH2hPaymentProvider extends CryptoPaymentProvider {
  static override identifier = providerIdentifiers.h2h

  /**
   * As the hosted page's, and adds `crypto_name`, `crypto_network` and
   * `expires_at` (ISO 8601) to the data, each null when it is not known.
   *
   * @throws MedusaError as the hosted page's; INVALID_DATA also for a coin that
   * is missing, unknown, or one that the merchant has no wallet for.
   */
  override async initiatePayment(
    input: InitiatePaymentInput
  ): Promise<InitiatePaymentOutput> {
    const output = await super.initiatePayment(input)
    const { cryptoPayment } = this.dependencies
    const sessionId = sessionIdOf(output.data)
    const attempt =
      sessionId && (await cryptoPayment.sessions.findAttempt(sessionId))
    if (!attempt) return output
    const { target_currency } = attempt
    const coin = target_currency
      ? cryptoPayment.currencies.recall(this.merchantKey, target_currency)
      : undefined
    const merchant = cryptoPayment.merchants.options(this.merchantKey)
    return {
      ...output,
      data: {
        ...output.data,
        target_currency,
        crypto_name: coin?.name ?? null,
        crypto_network: coin?.network ?? null,
        expires_at: expiresAt(attempt, merchant)?.toISOString() ?? null,
      },
    }
  }
}
