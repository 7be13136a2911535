import { MedusaError } from "@medusajs/framework/utils"
import type { Attempt } from "../ledger/rows"
import type { MerchantOptions } from "../merchants/options"
import type { PaymentRequest } from "../domain/payment-request"

export type ReturnUrls = Pick<Attempt, "success_url" | "fail_url">

/** Fills `{cart_id}` and `{payment_session_id}` of a return URL. */
export function expandUrl(template: string, request: PaymentRequest): string {
  return template
    .replaceAll("{cart_id}", encodeURIComponent(request.cart_id ?? ""))
    .replaceAll("{payment_session_id}", encodeURIComponent(request.session_id))
}

/**
 * Where the gateway sends the shopper after a payment: what the request asks
 * for, else what the merchant's options say. Inline payments leave no page.
 */
export function returnUrls(
  request: PaymentRequest,
  merchant: Pick<MerchantOptions, "successUrl" | "failUrl">
): ReturnUrls {
  if (request.provider.flow !== "widget") {
    return { success_url: null, fail_url: null }
  }
  const success = request.success_url ?? merchant.successUrl
  const fail = request.fail_url ?? merchant.failUrl
  return {
    success_url: success ? expandUrl(success, request) : null,
    fail_url: fail ? expandUrl(fail, request) : null,
  }
}

/**
 * A return URL that a storefront asked for; only to an origin that the store
 * named (its own return URLs, `allowedReturnOrigins`, `storeCors`), since the
 * gateway sends the shopper there with the store's good name.
 *
 * @throws MedusaError INVALID_DATA for another origin or no URL.
 */
export function checkReturnUrl(
  name: string,
  value: string,
  merchant: MerchantOptions,
  storeOrigins: readonly string[]
): string {
  const allowed = [
    merchant.successUrl,
    merchant.failUrl,
    ...merchant.allowedReturnOrigins,
    ...storeOrigins,
  ].map(originOf)
  const origin = originOf(value)
  if (origin === undefined || !allowed.includes(origin)) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `${name} must be a URL on an origin that this store allows (allowedReturnOrigins).`
    )
  }
  return value
}

/** White space and control characters, which URL would pass over in silence. */
// eslint-disable-next-line no-control-regex
const odd = /[\u0000-\u0020\u007f\\]/

function originOf(url: string | undefined): string | undefined {
  if (!url || odd.test(url) || !URL.canParse(url)) return undefined
  const { origin, protocol, username, password } = new URL(url)
  if (username || password) return undefined
  return protocol === "https:" || protocol === "http:" ? origin : undefined
}
