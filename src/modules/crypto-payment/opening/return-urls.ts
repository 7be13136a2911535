import type { PaymentTerms } from "./payment-terms"
import type { Attempt } from "../models/rows"
import type { MerchantOptions } from "../merchants/options"

type ReturnTerms = Pick<
  PaymentTerms,
  "provider" | "session_id" | "success_url" | "fail_url"
>

/** Where the gateway sends the shopper after a payment. Inline payments leave no page. */
export function returnUrls(
  terms: ReturnTerms,
  merchant: Pick<MerchantOptions, "successUrl" | "failUrl">
): Pick<Attempt, "success_url" | "fail_url"> {
  if (terms.provider.flow !== "widget") {
    return { success_url: null, fail_url: null }
  }
  const success = terms.success_url ?? merchant.successUrl
  const fail = terms.fail_url ?? merchant.failUrl
  return {
    success_url: success ? expandUrl(success, terms) : null,
    fail_url: fail ? expandUrl(fail, terms) : null,
  }
}

/** Fills `{payment_session_id}` of a return URL. Not the cart's id: who pays may have only a link. */
export function expandUrl(
  template: string,
  terms: Pick<PaymentTerms, "session_id">
): string {
  return template.replaceAll(
    "{payment_session_id}",
    encodeURIComponent(terms.session_id)
  )
}
