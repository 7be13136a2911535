/** "19.9", "eur" -> "€19.90"; empty when there is no price. */
export function formatPrice(
  locale: string,
  amount: string | null,
  currencyCode: string | null
): string {
  if (amount === null || currencyCode === null) return ""
  try {
    const format = { style: "currency", currency: currencyCode } as const
    return new Intl.NumberFormat(locale, format).format(Number(amount))
  } catch {
    // A currency or locale that the browser does not know.
    return `${amount} ${currencyCode.toUpperCase()}`
  }
}
