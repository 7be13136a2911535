import type { AdminCryptoPaymentDetail } from "../../api/types"

/**
 * What the customer paid, in the priced currency: as the gateway names it,
 * else what the payment was opened for. It is the most that can be given back.
 */
export function paidPrice(
  payment: Pick<
    AdminCryptoPaymentDetail,
    "amount" | "currency_code" | "gateway_amount" | "gateway_currency"
  >
): { amount: string; currencyCode: string } {
  const { gateway_amount, gateway_currency, amount, currency_code } = payment
  return gateway_amount && gateway_currency
    ? { amount: gateway_amount, currencyCode: gateway_currency.toLowerCase() }
    : { amount: amount ?? "0", currencyCode: currency_code ?? "" }
}
