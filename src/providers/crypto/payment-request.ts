import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { isGatewayError } from "../../gateway"
import {
  checkReturnUrl,
  type CryptoPaymentModuleService,
  isSamePrice,
  type Price,
  priceDue,
  type ReceivableCurrency,
  type PaymentRequest,
} from "../../modules/crypto-payment"
import * as errors from "./errors"
import { type PaymentSubject, findSubject } from "./payment-subject"

/**
 * What a storefront may ask for when it opens a payment session. Every other
 * key is ignored: `data` comes from the shopper's browser.
 */
const requestDataSchema = z.object({
  session_id: z.string().min(1),
  success_url: z.string().max(2048).optional(),
  fail_url: z.string().max(2048).optional(),
  /** The coin of an inline payment. */
  target_currency: z.string().min(1).max(64).optional(),
})

/**
 * Builds the payment request of a session. Session, collection, cart and
 * provider come from Medusa; only the return URLs and, for an inline payment, the
 * coin come from the storefront's `data`.
 *
 * @throws MedusaError INVALID_DATA for a return URL or a coin that is not allowed;
 * NOT_FOUND for a session or a provider that is not ours.
 */
export async function buildPaymentRequest(
  ledger: CryptoPaymentModuleService,
  query: RemoteQueryFunction,
  price: Price,
  data: unknown
): Promise<PaymentRequest> {
  const { session_id, success_url, fail_url, target_currency } =
    parseRequestData(data)
  const subject = await findSubject(query, session_id)
  const provider = subject && ledger.merchants.provider(subject.provider_id)
  if (!subject || !provider) throw errors.unknownSession()
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

/** @throws MedusaError INVALID_DATA naming the key that is wrong. */
export function parseRequestData(
  data: unknown
): z.infer<typeof requestDataSchema> {
  const parsed = requestDataSchema.safeParse(data ?? {})
  if (parsed.success) return parsed.data
  const keys = parsed.error.issues.map((issue) => issue.path.join("."))
  throw invalid(`Invalid payment session data: ${keys.join(", ")}.`)
}

/**
 * Checks the coin of an inline payment against what the merchant can receive,
 * before anything is written or sent: it comes from a browser. While the list
 * cannot be read, the gateway decides.
 *
 * @param listCoins lists what the merchant can receive; fails with a GatewayError.
 * @throws MedusaError INVALID_DATA with what to send.
 */
export async function checkCoin(
  coin: string | undefined,
  listCoins: () => Promise<ReceivableCurrency[]>
): Promise<string> {
  if (coin === undefined) {
    throw invalid(
      `An inline crypto payment needs target_currency in the session's data: one of the codes from GET /store/crypto-payments/currencies.`
    )
  }
  const coins = await listCoins().catch((error: unknown) => {
    if (!isGatewayError(error)) throw error
    return undefined
  })
  if (coins && !coins.some(({ code }) => code === coin)) {
    throw invalid(
      coins.length > 0
        ? `This store takes no payment in "${coin}". It takes: ${coins.map(({ code }) => code).join(", ")}.`
        : "This store can take no crypto payment at this moment: no wallet is attached to its gateway account."
    )
  }
  return coin
}

/** Why no new gateway payment may be opened; null where one may. */
function whyNotPayable(
  subject: PaymentSubject,
  price: Price
): PaymentRequest["not_payable"] {
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

function invalid(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.INVALID_DATA, message)
}
