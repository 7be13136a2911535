import { invalidData } from "../../../medusa-errors"
import { type Decimal, parseDecimal, withoutZeros } from "../settling/decimal"
import type { RefundPolicy } from "./refund-request"

/** The finest coins have so many digits. */
const MAX_COIN_DIGITS = 18

/** How the merchant wants the coins of a refund to follow; numbers as typed. */
export type AskedPolicy = {
  policy?: RefundPolicy
  rate?: string
  crypto_amount?: string
}

/** `rate` is the price of one coin. */
export type ChosenPolicy =
  | { policy: "coins_as_paid" }
  | { policy: "rate"; rate: Decimal }
  | { policy: "free"; coins: Decimal }

/** @throws MedusaError INVALID_DATA where a number is missing, belongs to another policy, or is none. */
export function readPolicy({
  policy,
  rate,
  crypto_amount,
}: AskedPolicy): ChosenPolicy {
  const implied =
    crypto_amount !== undefined
      ? "free"
      : rate !== undefined
        ? "rate"
        : "coins_as_paid"
  if (rate !== undefined && crypto_amount !== undefined) {
    throw invalidData("Name a rate or the coins to send, not both.")
  }
  if (policy !== undefined && policy !== implied) {
    throw invalidData(
      "The policy rate needs rate, the policy free needs crypto_amount, and coins_as_paid needs neither."
    )
  }
  if (crypto_amount !== undefined) {
    const coins = parseTyped(crypto_amount, "The coins to send are")
    return { policy: "free", coins }
  }
  if (rate !== undefined) {
    return {
      policy: "rate",
      rate: parseTyped(rate, "The price of one coin is"),
    }
  }
  return { policy: "coins_as_paid" }
}

function parseTyped(typed: string, what: string): Decimal {
  const parsed = typed.length > 40 ? null : parseDecimal(typed)
  const value = parsed && parseDecimal(withoutZeros(typed))
  if (value && value.units > 0n && value.digits <= MAX_COIN_DIGITS) return value
  throw invalidData(
    `${what} a number above zero with at most ${MAX_COIN_DIGITS} digits after the point; got "${typed}".`
  )
}
