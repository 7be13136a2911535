import type { CryptoPayment } from "../payment-state"
import { formatPrice } from "./format"

/** What one coin costs by this payment: a formula, which every language reads. */
export function Rate({
  locale,
  payment,
}: {
  locale: string
  payment: CryptoPayment | null
}) {
  const { amount, crypto_amount, currency_code } = payment ?? {}
  const rate = Number(amount) / Number(crypto_amount)
  const coin = payment?.crypto_name ?? payment?.crypto_currency
  if (!coin || !currency_code || !(rate > 0 && rate < Infinity)) return null
  const price = { amount: String(rate), currency_code }
  return (
    <span className="cryptopay-soft" dir="ltr" translate="no">
      1 <bdi>{coin}</bdi> ≈{" "}
      <bdi>{formatPrice(locale, price, rate < 1 ? 4 : undefined)}</bdi>
    </span>
  )
}
