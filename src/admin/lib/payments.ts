import type {
  AdminCryptoPayment,
  AdminCryptoRefund,
  AdminCryptoRefundRequest,
} from "../../api/types"
import { coinsText } from "./format"
import { formatPrice } from "../../coins/price"

/** The payment providers of an order, where they were requested. */
type OrderPayments = {
  payment_collections?: { payments?: { provider_id: string }[] }[] | null
}

/** True if the order has a payment of one of the plugin's providers. */
export function isPaidInCrypto({
  payment_collections,
}: OrderPayments): boolean {
  return (payment_collections ?? []).some(({ payments = [] }) =>
    payments.some(({ provider_id }) =>
      /^pp_crypto(-inline)?_/.test(provider_id)
    )
  )
}

/** What became of a recorded refund in Medusa; a captured payment may have no order. */
export function refundBadge(
  { kind, booked_at }: Pick<AdminCryptoRefund, "kind" | "booked_at">,
  { order_id }: Pick<AdminCryptoPayment, "order_id">
) {
  if (kind !== "refund") return "returned"
  if (!booked_at) return "notBooked"
  return order_id ? "booked" : "bookedWithoutOrder"
}

/** A recorded refund, in the order's currency and in coins; a surplus in coins alone. */
export function refundText(
  {
    kind,
    amount,
    currency_code,
    crypto_amount,
  }: Pick<AdminCryptoRefundRequest, "kind" | "amount" | "currency_code"> & {
    crypto_amount: string | null
  },
  coin: string | null,
  locale: string
): string {
  const coins = crypto_amount && coinsText(crypto_amount, coin, locale)
  if (kind === "surplus" && coins) return coins
  const price = formatPrice(amount, currency_code, locale)
  return coins ? `${price} (${coins})` : price
}

/** Whether a request waits for its address, or to be sent. */
export function isOpenRequest({
  state,
}: Pick<AdminCryptoRefundRequest, "state">): boolean {
  return state === "waiting_for_address" || state === "address_entered"
}

/** False for an attempt at an unpaid order that came to nothing. */
export function isShownInFull({
  state,
  order_id,
}: Pick<AdminCryptoPayment, "state" | "order_id">): boolean {
  return state !== "closed" || order_id !== null
}
