import type { RemoteQueryFunction } from "@medusajs/framework/types"
import {
  checkReturnUrl,
  type CryptoPaymentModuleService,
  isSamePrice,
  type Price,
  priceDue,
  type PaymentRequest,
} from "../../modules/crypto-payment"
import { checkCoin } from "./h2h-coin"
import * as not_payables from "./refusals"
import { parseSessionWish } from "./session-data"
import { findSubject, type SessionSubject } from "./session-subject"

/**
 * What a session asks for. Session, collection, cart and provider come from
 * Medusa; from the storefront's `data` only the whitelisted return URLs and, for
 * an inline payment, the coin.
 *
 * @throws MedusaError INVALID_DATA for a return URL or a coin that is not allowed;
 * NOT_FOUND when the session or its provider is not ours.
 */
export async function makeWish(
  ledger: CryptoPaymentModuleService,
  query: RemoteQueryFunction,
  price: Price,
  data: unknown
): Promise<PaymentRequest> {
  const { session_id, success_url, fail_url, target_currency } =
    parseSessionWish(data)
  const subject = await findSubject(query, session_id)
  const provider = subject && ledger.merchants.provider(subject.provider_id)
  if (!subject || !provider) throw not_payables.unknownSession()
  const merchant = ledger.merchants.options(provider.merchantKey)
  const allowed = (name: string, url: string | undefined) =>
    url && checkReturnUrl(name, url, merchant, ledger.merchants.storeOrigins())
  return {
    provider,
    session_id,
    payment_collection_id: subject.payment_collection_id,
    cart_id: subject.cart_id,
    price,
    not_payable: whyNotPayable(subject, price),
    target_currency:
      provider.flow === "h2h"
        ? await checkCoin(target_currency, () =>
            ledger.currencies.list(provider.merchantKey)
          )
        : null,
    is_test: merchant.testMode,
    success_url: allowed("success_url", success_url),
    fail_url: allowed("fail_url", fail_url),
  }
}

/** Why no new gateway payment may be opened for a sale; null where one may. */
function whyNotPayable(subject: SessionSubject, price: Price): PaymentRequest["not_payable"] {
  if (subject.cart_deleted) return "cart_deleted"
  if (subject.cart_completed) return "completed"
  if (subject.captured) return "paid"
  const due = priceDue({
    for_cart: subject.cart_id !== null,
    cart_price: price,
    collection_price: price,
    order: subject.cart_id === null ? subject.order : null,
  })
  return due && isSamePrice(due, price) ? null : "not_due"
}
