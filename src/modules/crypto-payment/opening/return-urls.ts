import type { PaymentRequest } from "./payment-request"
import type { Attempt } from "../models/rows"
import type { MerchantOptions } from "../merchants/options"

/** Where the gateway sends the shopper after a payment. Inline payments leave no page. */
export function returnUrls(
  request: PaymentRequest,
  merchant: Pick<MerchantOptions, "successUrl" | "failUrl">
): Pick<Attempt, "success_url" | "fail_url"> {
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

/** Fills `{payment_session_id}` of a return URL. Not the cart's id: who pays may have only a link. */
export function expandUrl(template: string, request: PaymentRequest): string {
  return template.replaceAll(
    "{payment_session_id}",
    encodeURIComponent(request.session_id)
  )
}
