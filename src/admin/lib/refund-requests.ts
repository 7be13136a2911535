import type { AdminCryptoPayment } from "../../api/types"
import { isPositive } from "../../coins/decimal"

/** Digits of the preview, which the server's exact coins replace. */
const ABOUT_DIGITS = 6

/**
 * About how many coins a refund of `amount` sends, before the server computes them: the same share of
 * what arrived without its surplus. Null where that is not known.
 */
export function aboutCoins(
  payment: Pick<
    AdminCryptoPayment,
    "crypto_amount" | "refundable_price" | "surplus_to_return"
  >,
  amount: string
): string | null {
  const { crypto_amount, refundable_price, surplus_to_return } = payment
  if (!isPositive(amount)) return null
  const price = Number(refundable_price?.amount ?? 0)
  const coins =
    Number(crypto_amount ?? 0) - Number(surplus_to_return?.crypto_amount ?? 0)
  if (!(price > 0) || !(coins > 0)) return null
  const about = (Number(amount) / price) * coins
  return Number(about.toPrecision(ABOUT_DIGITS)).toLocaleString("en", {
    maximumFractionDigits: 18,
    useGrouping: false,
  })
}

/** The unit of an age and its length in milliseconds, the longest first. */
const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const

/** How long ago a time (ISO 8601) was, in whole units: "3 days ago", "now". */
export function formatAge(
  time: string,
  locale: string,
  now = new Date()
): string {
  const ageMs = Math.max(0, now.getTime() - new Date(time).getTime())
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" })
  const [unit, lengthMs] =
    UNITS.find(([, length]) => ageMs >= length) ?? (["second", 0] as const)
  return format.format(lengthMs ? -Math.floor(ageMs / lengthMs) : 0, unit)
}
