/** "19.9", "eur" -> "€19.90"; null without a price. */
export function formatPrice(
  locale: string,
  price: {
    amount: string | null | undefined
    currency_code: string | null | undefined
  } | null,
  maximumSignificantDigits?: number
): string | null {
  const { amount, currency_code: currency } = price ?? {}
  if (!amount || !currency) return null
  try {
    const style = "currency"
    const format = { style, currency, maximumSignificantDigits } as const
    return new Intl.NumberFormat(locale, format).format(Number(amount))
  } catch {
    // The browser does not know the currency.
    return `${amount} ${currency.toUpperCase()}`
  }
}

/** "January 1, 2026 at 12:00 PM"; empty without a time. */
export function formatTime(locale: string, time: string | null): string {
  if (!time) return ""
  const format = { dateStyle: "long", timeStyle: "short" } as const
  return new Date(time).toLocaleString(locale, format)
}
