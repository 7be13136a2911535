import type { Attempt } from "../models/rows"
import {
  divideRounded,
  formatDecimal,
  parseDecimal,
  withoutZeros,
} from "../settling/decimal"
import { paidPrice } from "../settling/price"
import { currencyDigits, type DecimalString } from "../settling/money"

/**
 * Digits of a rate after the decimal point. Coins at the rate are wrong by less than half of the
 * last of them for each coin: of fewer than 10^15 coins that is below a thousandth of a cent.
 */
const RATE_DIGITS = 18

type Priced = Parameters<typeof paidPrice>[0]

/**
 * The price of one coin that the shopper was quoted: price ÷ quoted coins, rounded half away from
 * zero to 18 digits after the point, without trailing zeros. Null where one of both is unknown.
 */
export function quotedRate(
  attempt: Priced & Pick<Attempt, "quoted_crypto_amount">
): DecimalString | null {
  const price = parseDecimal(paidPrice(attempt)?.amount ?? null)
  const quoted = parseDecimal(attempt.quoted_crypto_amount)
  if (!price || !quoted || quoted.units === 0n) return null
  const rate = divideRounded(
    price.units * 10n ** BigInt(RATE_DIGITS + quoted.digits),
    quoted.units * 10n ** BigInt(price.digits)
  )
  return withoutZeros(formatDecimal(rate, RATE_DIGITS))
}

/**
 * The coins that arrived at the rate of their payment, in the digits of its price's currency,
 * rounded half away from zero. Null where the rate or what arrived is unknown.
 */
export function receivedValue(
  attempt: Priced & Pick<Attempt, "crypto_rate" | "received_crypto_amount">
): DecimalString | null {
  const price = paidPrice(attempt)
  const paid = parseDecimal(price?.amount ?? null)
  const rate = parseDecimal(attempt.crypto_rate)
  const received = parseDecimal(attempt.received_crypto_amount)
  if (!price || !paid || !rate || !received) return null
  const digits = currencyDigits(price.currency_code) ?? paid.digits
  const value = divideRounded(
    rate.units * received.units * 10n ** BigInt(digits),
    10n ** BigInt(rate.digits + received.digits)
  )
  return formatDecimal(value, digits)
}
