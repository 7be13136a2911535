import { fractionDigits, isDecimal } from "./decimal"

/** "19.99" in "eur" as the language writes it, with exactly its digits: "€19.99", "19,99 €". */
export function formatPrice(
  amount: string,
  currencyCode: string,
  locale: string
): string {
  const code = currencyCode.toUpperCase()
  // Intl accepts currency codes of three letters only.
  if (!isDecimal(amount) || !/^[A-Z]{3}$/.test(code)) return `${amount} ${code}`
  const digits = fractionDigits(amount)
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency: code,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount)
}
