import type { CryptoReceipt } from "../collection"
import { type CryptoPaymentTexts, fillPlaceholders } from "../locales"
import { formatPrice, formatTime } from "./format"

/** "Paid €19.99 with 0.015 Ether on January 1, 2026 at 12:00 PM." */
export function Receipt({
  receipt,
  locale,
  texts,
}: {
  receipt: CryptoReceipt
  locale: string
  texts: CryptoPaymentTexts
}) {
  const { crypto_amount, crypto_name, crypto_currency } = receipt
  return (
    <p>
      {fillPlaceholders(texts.receipt, {
        price: formatPrice(locale, receipt) ?? "",
        coin: [crypto_amount, crypto_name ?? crypto_currency].join(" "),
        time: formatTime(locale, receipt.paid_at),
      })}
    </p>
  )
}
