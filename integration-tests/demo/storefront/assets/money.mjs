/** 12.5, "eur" -> €12.50 */
export function money(amount, currencyCode) {
  return new Intl.NumberFormat("en", {
    style: "currency",
    currency: currencyCode,
  }).format(amount)
}
