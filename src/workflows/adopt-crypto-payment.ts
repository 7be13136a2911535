import type { MedusaContainer } from "@medusajs/framework/types"
import { invalidData, notFound } from "../medusa-errors"
import { isGatewayError, type Payment } from "../gateway"
import {
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
  observe,
} from "../modules/crypto-payment/internal"
import {
  ADMIN_READ_TIMEOUT_MS,
  ADMIN_SETTLING,
  unreadable,
} from "./check-crypto-payment"
import { settleCryptoPaymentWorkflow } from "./settle-crypto-payment"

export type AdoptInput = {
  gateway_payment_id: string
  /** Needed only where the payment's own callback URL does not name it. */
  provider_id?: string
}

type FoundPayment = { payment: Payment; merchantKey: string }

/**
 * Adds a gateway payment, which an admin names by its id, to the ledger and settles it: one that
 * the ledger lost and that the job cannot tell from those of other stores. Returns the id of the
 * crypto payment.
 * @throws MedusaError NOT_FOUND when no configured merchant has this payment; INVALID_DATA when its
 * provider is not known; UNEXPECTED_STATE when the gateway could not be read.
 */
export async function adoptCryptoPayment(
  container: MedusaContainer,
  input: AdoptInput,
  actorId: string
): Promise<string> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const found = await findPayment(ledger, input)
  const provider_id = findProviderId(ledger, found, input)
  const { merchantId } = ledger.merchants.options(found.merchantKey)
  const { result } = await settleCryptoPaymentWorkflow(container).run({
    input: {
      observation: observe(
        { provider_id, merchant_id: merchantId },
        found.payment,
        "admin"
      ),
      ...ADMIN_SETTLING,
    },
  })
  await ledger.timeline.append(result.id, {
    type: "checked",
    source: "admin",
    data: { by: actorId, status: found.payment.status },
  })
  return result.id
}

async function findPayment(
  { merchants }: CryptoPaymentModuleService,
  { gateway_payment_id, provider_id }: AdoptInput
): Promise<FoundPayment> {
  const chosen = provider_id && merchants.provider(provider_id)?.merchantKey
  if (provider_id && !chosen) throw unknownProvider()
  for (const merchantKey of chosen ? [chosen] : merchants.keys()) {
    try {
      const gateway = merchants.gateway(merchantKey)
      const payment = await gateway.getPayment(
        { id: gateway_payment_id },
        { timeoutMs: ADMIN_READ_TIMEOUT_MS, maxAttempts: 1 }
      )
      return { payment, merchantKey }
    } catch (error) {
      if (!isGatewayError(error)) throw error
      if (error.kind === "not_found" || error.kind === "validation") continue
      throw unreadable(error)
    }
  }
  throw notFound(
    "The gateway has no payment with this id for the configured merchants."
  )
}

/** The last part of our callback URL is the provider's id. */
function findProviderId(
  { merchants }: CryptoPaymentModuleService,
  { payment, merchantKey }: FoundPayment,
  { provider_id }: AdoptInput
): string {
  if (provider_id) return provider_id
  const named = payment.callback_url?.split("/").at(-1)
  if (named && merchants.provider(named)?.merchantKey === merchantKey) {
    return named
  }
  throw unknownProvider()
}

function unknownProvider() {
  return invalidData(
    "Choose one of the configured crypto payment providers: the payment's callback URL does not name one."
  )
}
