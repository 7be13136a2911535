import type { GatewayClient, Payment } from "../../../gateway"
import type { Attempt } from "../ledger/rows"
import type { MerchantOptions } from "../merchants/options"

/** A shopper waits for this call, so it gets less time than the options allow. */
const createTimeoutMs = 8_000

/**
 * Creates the payment of an attempt at the gateway (contract §4), from the
 * attempt and the merchant's options. The attempt's external_id makes it safe to
 * repeat: the gateway returns the same payment.
 *
 * @throws GatewayError; Error for an attempt without a price.
 */
export async function createAtGateway(
  gateway: GatewayClient,
  merchant: MerchantOptions,
  attempt: Attempt
): Promise<Payment> {
  const { amount, currency_code, success_url, fail_url } = attempt
  if (amount === null || currency_code === null) {
    throw new Error(`crypto payment ${attempt.id} has no price`)
  }
  const common = {
    amount,
    currency: currency_code.toUpperCase(),
    external_id: attempt.external_id,
    callback_url: callbackUrl(merchant, attempt.provider_id),
    ...(merchant.feePayer ? { fee_payer: merchant.feePayer } : {}),
    ...(merchant.description
      ? { metadata: { description: describe(merchant.description, attempt) } }
      : {}),
    ...(attempt.is_test ? { is_test: true } : {}),
  }
  const call = {
    timeoutMs: Math.min(merchant.timeoutMs, createTimeoutMs),
    maxAttempts: 2,
  }
  if (attempt.target_currency !== null) {
    return await gateway.createH2hPayment(
      {
        ...common,
        target_currency: attempt.target_currency,
        ...(merchant.autoTrace ? { auto_trace: true } : {}),
      },
      call
    )
  }
  return await gateway.createWidgetPayment(
    {
      ...common,
      ...(success_url ? { success_url } : {}),
      ...(fail_url ? { fail_url } : {}),
    },
    call
  )
}

/** The address that the gateway posts to: `POST /hooks/crypto/:provider_id`. */
export function callbackUrl(
  merchant: Pick<MerchantOptions, "callbackBaseUrl">,
  providerId: string
): string {
  const base = merchant.callbackBaseUrl.replace(/\/+$/, "")
  return `${base}/hooks/crypto/${providerId}`
}

function describe(
  template: string,
  { cart_id, payment_collection_id }: Attempt
): string {
  return template
    .replaceAll("{cart_id}", cart_id ?? payment_collection_id ?? "")
    .slice(0, 128)
}
