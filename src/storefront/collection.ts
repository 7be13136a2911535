import { type CryptoPayment, sanitizePayment } from "./payment"
import {
  CryptoPaymentError,
  sendStoreRequest,
  type StoreSdk,
} from "./store-api"

/** What was paid in crypto. `paid_at` is ISO 8601. */
export type CryptoReceipt = Pick<
  CryptoPayment,
  | "amount"
  | "currency_code"
  | "crypto_amount"
  | "crypto_currency"
  | "crypto_name"
  | "crypto_network"
  | "is_test"
> & { paid_at: string | null }

/** The answer of `GET /store/crypto-payments/collections/:payment_collection_id`, with times as ISO 8601. */
export type CryptoCollection = {
  payment_collection_id: string
  order_display_id: number | null
  /** `changed`: nothing can be paid by this collection any more, but the order is not paid. */
  state: "unpaid" | "paid" | "canceled" | "changed"
  /** What is due, as a decimal string; null where nothing is. */
  amount: string | null
  currency_code: string
  /** Until when an order that was placed before its payment can be paid. */
  pay_until: string | null
  payable: boolean
  /** The crypto providers of the order's region. */
  providers: { provider_id: string; flow: "widget" | "h2h" }[]
  crypto_payment: CryptoPayment | null
  receipt: CryptoReceipt | null
  server_time: string
}

/**
 * Reads what is due for an order. Nothing is changed by it, and no payment is started.
 *
 * @throws CryptoPaymentError: `not_found` when no order belongs to the collection.
 */
export async function readCryptoCollection(
  sdk: StoreSdk,
  options: { paymentCollectionId: string; signal?: AbortSignal }
): Promise<CryptoCollection> {
  const { paymentCollectionId, signal } = options
  const path = `/store/crypto-payments/collections/${encodeURIComponent(paymentCollectionId)}`
  const { crypto_collection } = await sendStoreRequest<{
    crypto_collection: CryptoCollection
  }>(sdk, path, { signal })
  if (!Array.isArray(crypto_collection?.providers)) {
    throw new CryptoPaymentError("unavailable", "Medusa sent no collection.")
  }
  const { crypto_payment } = crypto_collection
  return {
    ...crypto_collection,
    crypto_payment: crypto_payment && sanitizePayment(crypto_payment),
  }
}

export type CryptoCollectionStep =
  | "payable" // a payment can be started
  | "paid"
  | "canceled"
  | "changed" // the link is out of date
  | "not_payable" // its time to pay is over, or the store cannot accept crypto for it

export function getCollectionStep({
  state,
  payable,
  crypto_payment,
}: CryptoCollection): CryptoCollectionStep {
  if (state !== "unpaid") return state
  if (payable) return "payable"
  return crypto_payment?.state === "settled" ? "paid" : "not_payable"
}
