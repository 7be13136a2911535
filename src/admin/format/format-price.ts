/**
 * A price such as "19.99" in "eur" as the order page writes prices: symbol,
 * digits grouped as the locale does it, and the code, as €19.99 EUR. The
 * digits are those of the decimal string, no more and no fewer.
 */
export function formatPrice(
  amount: string,
  currencyCode: string,
  locale: string
): string {
  const code = currencyCode.toUpperCase()
  // Intl knows currency codes of three letters only.
  if (!isDecimal(amount) || !/^[A-Z]{3}$/.test(code)) return `${amount} ${code}`
  const digits = amount.split(".")[1]?.length ?? 0
  const price = new Intl.NumberFormat(locale, {
    style: "currency",
    currency: code,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount)
  return `${price} ${code}`
}

/** Intl reads such a string exactly, where a number would be rounded. */
function isDecimal(text: string): text is `${number}` {
  return /^\d+(\.\d+)?$/.test(text)
}
