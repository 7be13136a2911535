import type { GatewayClient, Payment } from "../../../gateway"
import type { Attempt } from "../ledger/rows"
import type { MerchantOptions } from "../options/schema"
import { expandUrl } from "./return-url"
import type { Wish } from "./wish"

/** A shopper waits for this call, so it gets less time than the options allow. */
const createTimeoutMs = 8_000

/**
 * Asks the gateway for the payment of an attempt (merchant-api.md §4). The
 * attempt's external_id makes it safe to ask again: the same payment comes
 * back.
 *
 * @throws GatewayError
 */
export async function createAtGateway(
  gateway: GatewayClient,
  merchant: MerchantOptions,
  attempt: Attempt,
  wish: Wish
): Promise<Payment> {
  const common = {
    amount: wish.price.amount,
    currency: wish.price.currency_code.toUpperCase(),
    external_id: attempt.external_id,
    callback_url: callbackUrl(merchant, wish.provider.provider_id),
    ...(merchant.feePayer ? { fee_payer: merchant.feePayer } : {}),
    ...(merchant.description
      ? { metadata: { description: describe(merchant.description, wish) } }
      : {}),
    ...(wish.is_test ? { is_test: true } : {}),
  }
  const call = {
    timeoutMs: Math.min(merchant.timeoutMs, createTimeoutMs),
    maxAttempts: 2,
  }
  if (wish.target_currency !== null) {
    return await gateway.createH2hPayment(
      {
        ...common,
        target_currency: wish.target_currency,
        ...(merchant.autoTrace ? { auto_trace: true } : {}),
      },
      call
    )
  }
  const success_url = wish.success_url ?? merchant.successUrl
  const fail_url = wish.fail_url ?? merchant.failUrl
  return await gateway.createWidgetPayment(
    {
      ...common,
      ...(success_url ? { success_url: expandUrl(success_url, wish) } : {}),
      ...(fail_url ? { fail_url: expandUrl(fail_url, wish) } : {}),
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

function describe(template: string, wish: Wish): string {
  return template
    .replaceAll("{cart_id}", wish.cart_id ?? wish.payment_collection_id)
    .slice(0, 128)
}
