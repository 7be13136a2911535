import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { isGatewayError, type Payment } from "../../gateway"
import {
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
  observe,
} from "../../modules/crypto-payment"
import { settleCryptoPaymentWorkflow } from "../settle-crypto-payment"

/** Someone waits for the answer. */
const readTimeoutMs = 10_000
const leaseWaitMs = 10_000

export type AdoptInput = {
  /** As the gateway's dashboard shows it. */
  gateway_payment_id: string
  /** Needed only where the payment's own callback URL does not name it. */
  provider_id?: string
}

type Found = { payment: Payment; merchantKey: string }

/**
 * Writes a gateway payment to the ledger that a person names by its id, and
 * settles it from what the gateway says. For payments that the ledger lost and
 * the job cannot tell from those of other shops. One that the ledger has already
 * is checked instead.
 *
 * @returns the id of the crypto payment.
 * @throws MedusaError NOT_FOUND when no configured merchant has this payment;
 * INVALID_DATA when its provider is not known; UNEXPECTED_STATE when the gateway
 * does not answer.
 */
export async function adoptCryptoPayment(
  container: MedusaContainer,
  input: AdoptInput,
  actorId: string
): Promise<string> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const found = await findPayment(ledger, input)
  const provider_id = providerOf(ledger, found, input)
  const { merchantId } = ledger.merchants.options(found.merchantKey)
  const { result } = await settleCryptoPaymentWorkflow(container).run({
    input: {
      observation: observe(
        { provider_id, merchant_id: merchantId },
        found.payment,
        "admin"
      ),
      again: "reconsider",
      lease_wait_ms: leaseWaitMs,
    },
  })
  await ledger.appendEvent(result.id, {
    type: "checked",
    source: "admin",
    data: { by: actorId, status: found.payment.status },
  })
  return result.id
}

async function findPayment(
  { merchants }: CryptoPaymentModuleService,
  { gateway_payment_id, provider_id }: AdoptInput
): Promise<Found> {
  const named = provider_id && merchants.provider(provider_id)?.merchantKey
  if (provider_id && !named) throw unknownProvider()
  for (const merchantKey of named ? [named] : merchants.keys()) {
    try {
      const payment = await merchants.lookUp(
        merchantKey,
        gateway_payment_id,
        readTimeoutMs
      )
      return { payment, merchantKey }
    } catch (error) {
      if (!isGatewayError(error)) throw error
      if (error.kind === "not_found" || error.kind === "validation") continue
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `The gateway could not be read (${error.kind}); nothing was changed. ${error.message}`
      )
    }
  }
  throw new MedusaError(
    MedusaError.Types.NOT_FOUND,
    "The gateway has no payment with this id for the configured merchants."
  )
}

/** The last part of our callback URL is the provider's id. */
function providerOf(
  { merchants }: CryptoPaymentModuleService,
  { payment, merchantKey }: Found,
  { provider_id }: AdoptInput
): string {
  if (provider_id) return provider_id
  const called = payment.callback_url?.split("/").at(-1) ?? ""
  if (merchants.provider(called)?.merchantKey === merchantKey) return called
  throw unknownProvider()
}

function unknownProvider(): MedusaError {
  return new MedusaError(
    MedusaError.Types.INVALID_DATA,
    "Choose one of the configured crypto payment providers: the payment's callback URL does not name one."
  )
}
