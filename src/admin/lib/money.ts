import type {
  AdminCryptoPayment,
  AdminCryptoPaymentDetail,
} from "../../api/types"

/**
 * Formats a price such as "19.99" in "eur" like Medusa's order page: €19.99 EUR.
 * Keeps exactly the digits of the decimal string.
 */
export function formatPrice(
  amount: string,
  currencyCode: string,
  locale: string
): string {
  const code = currencyCode.toUpperCase()
  // Intl accepts currency codes of three letters only.
  if (!isDecimal(amount) || !/^[A-Z]{3}$/.test(code)) return `${amount} ${code}`
  const digits = fractionDigits(amount)
  const price = new Intl.NumberFormat(locale, {
    style: "currency",
    currency: code,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount)
  return `${price} ${code}`
}

type Worth = Pick<
  AdminCryptoPayment,
  | "crypto_currency"
  | "crypto_rate"
  | "received_value"
  | "currency_code"
  | "gateway_amount"
  | "gateway_currency"
  | "settled_at"
>

/** The price of one coin when the payment was confirmed; null where it is unknown. */
export function rateText(payment: Worth, locale: string): string | null {
  const { crypto_rate, crypto_currency: coin } = payment
  const price = crypto_rate && formatWorth(crypto_rate, payment, locale)
  return price && (coin ? `1 ${coin} = ${price}` : price)
}

/** What arrived, at that rate; null where it is unknown. */
export function receivedValueText(
  payment: Worth,
  locale: string
): string | null {
  const { received_value } = payment
  return received_value && formatWorth(received_value, payment, locale)
}

function formatWorth(
  amount: string,
  { gateway_amount, gateway_currency, currency_code, settled_at }: Worth,
  locale: string
): string | null {
  const named = gateway_amount !== null ? gateway_currency : null
  // What counted when it was settled, whatever the gateway names later.
  const currency =
    settled_at === null ? (named ?? currency_code) : (currency_code ?? named)
  return currency && formatPrice(amount, currency, locale)
}

/** What can be given back in all, and what `remaining` of it was not yet. */
export function refundablePrice(
  payment: AdminCryptoPayment & Partial<AdminCryptoPaymentDetail>
) {
  const { refundable_price, refunds = [] } = payment
  const { amount, currency_code } = refundable_price ?? {
    amount: "0",
    currency_code: payment.currency_code ?? "",
  }
  // A surplus was never booked.
  const refunded = refunds
    .filter(({ kind }) => kind !== "surplus")
    .map((refund) => refund.amount)
  return {
    amount,
    currencyCode: currency_code,
    remaining: remainingAmount(amount, refunded),
  }
}

/** An amount without its refunds, exact decimal strings; never below zero. */
export function remainingAmount(amount: string, refunded: string[]): string {
  const digits = Math.max(...[amount, ...refunded].map(fractionDigits))
  const remaining = refunded.reduce(
    (rest, refund) => rest - toUnits(refund, digits),
    toUnits(amount, digits)
  )
  return fromUnits(remaining > 0n ? remaining : 0n, digits)
}

/** True for a decimal string above zero that does not exceed `remaining`. */
export function isRefundable(amount: string, remaining: string): boolean {
  if (!isDecimal(amount)) return false
  const digits = Math.max(fractionDigits(amount), fractionDigits(remaining))
  const units = toUnits(amount, digits)
  return units > 0n && units <= toUnits(remaining, digits)
}

/** Intl formats such a string exactly; a number would be rounded. */
function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(text)
}

function fractionDigits(amount: string): number {
  return amount.split(".")[1]?.length ?? 0
}

function toUnits(amount: string, digits: number): bigint {
  const [whole, fraction = ""] = amount.split(".")
  return BigInt(whole + fraction.padEnd(digits, "0"))
}

function fromUnits(units: bigint, digits: number): string {
  if (digits === 0) return String(units)
  const text = String(units).padStart(digits + 1, "0")
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
