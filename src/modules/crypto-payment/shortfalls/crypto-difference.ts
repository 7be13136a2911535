import type { Attempt } from "../models/rows"
import {
  addDecimals,
  divideRounded,
  formatDecimal,
  parseDecimal,
  proportion,
  scaleUnits,
  subtractDecimals,
  withoutZeros,
} from "../settling/decimal"
import { paidPrice, type Price } from "../settling/price"
import { currencyDigits, type DecimalString } from "../settling/money"

/**
 * How far the coins that arrived are from those that were quoted, as signed decimal strings: below
 * zero is short. `crypto_amount` is exact; `percent` of the quote has two digits and `amount`, at
 * the rate of the quote, those of its currency, both rounded half away from zero, so `kind` alone
 * says whether there is a difference. The price is null where it is unknown.
 */
export type CryptoDifference = {
  kind: "short" | "exact" | "over"
  crypto_amount: DecimalString
  percent: DecimalString
  amount: DecimalString | null
  currency_code: string | null
}

type Amounts = Pick<Attempt, "quoted_crypto_amount" | "received_crypto_amount">

type PricedAmounts = Amounts & Parameters<typeof paidPrice>[0]

/** Null where the quoted or the received amount is unknown. */
export function cryptoDifference(
  attempt: PricedAmounts
): CryptoDifference | null {
  const compared = compare(attempt)
  if (!compared) return null
  const { quoted, difference, digits } = compared
  const price = paidPrice(attempt)
  return {
    kind: difference < 0n ? "short" : difference > 0n ? "over" : "exact",
    crypto_amount: withoutZeros(formatDecimal(difference, digits)),
    percent: formatDecimal(divideRounded(difference * 10_000n, quoted), 2),
    amount: price && inPrice(price, compared),
    currency_code: price && price.currency_code,
  }
}

/**
 * What a payment lacks at the rate of its quote, rounded up to the digits of its currency, so that
 * it is at least one unit. Null where nothing is missing, nothing arrived, or it is not known.
 */
export function missingPrice(attempt: PricedAmounts): Price | null {
  const compared = compare(attempt)
  const price = paidPrice(attempt)
  const paid = price && parseDecimal(price.amount)
  if (!compared || !paid || compared.difference >= 0n) return null
  const digits = currencyDigits(price.currency_code) ?? paid.digits
  const whole = scaleUnits(paid, digits)
  const short = whole * -compared.difference
  const missing = (short + compared.quoted - 1n) / compared.quoted
  return missing < whole
    ? { ...price, amount: formatDecimal(missing, digits) }
    : null
}

/**
 * What arrived beyond the quote of a settled payment: the customer's, until it is sent back. Of one
 * that another payment completed, what arrived beyond its own part of the price.
 */
export function surplusToReturn(
  attempt: PricedAmounts & Pick<Attempt, "state" | "remainder_amount">
): CryptoDifference | null {
  if (attempt.state !== "settled") return null
  const difference = cryptoDifference(withOwnPart(attempt))
  return difference?.kind === "over" ? difference : null
}

/**
 * Quote and price of the part that a remainder left. The remainder was rounded up, so that one unit more
 * covers all that had arrived when it was asked for.
 */
function withOwnPart<
  Row extends PricedAmounts & Pick<Attempt, "remainder_amount">,
>(attempt: Row): Row {
  const price = paidPrice(attempt)
  const whole = parseDecimal(price && price.amount)
  const remainder = parseDecimal(attempt.remainder_amount)
  const quoted = parseDecimal(attempt.quoted_crypto_amount)
  if (!price || !whole || !remainder || !quoted) return attempt
  const unit = { units: 1n, digits: currencyDigits(price.currency_code) ?? 0 }
  const part = addDecimals(subtractDecimals(whole, remainder), unit)
  const digits = quoted.digits + part.digits + whole.digits
  const coins = proportion(quoted, part, whole, digits)
  return {
    ...attempt,
    amount: formatDecimal(part.units, part.digits),
    currency_code: price.currency_code,
    gateway_amount: null,
    // Rounded up.
    quoted_crypto_amount: formatDecimal(coins.units + 1n, digits),
  }
}

/**
 * Whether less arrived than was quoted by more than a percentage of the quote; exactly that much
 * less is not. False where an amount is unknown.
 */
export function isShortBy(amounts: Amounts, maxPercent: DecimalString) {
  const compared = compare(amounts)
  const limit = parseDecimal(maxPercent)
  if (!compared || !limit) return false
  const short = -compared.difference * 100n * 10n ** BigInt(limit.digits)
  return short > limit.units * compared.quoted
}

/** Both in the smallest unit that either amount needs. */
type Compared = { quoted: bigint; difference: bigint; digits: number }

function compare(amounts: Amounts): Compared | null {
  const quoted = parseDecimal(amounts.quoted_crypto_amount)
  const received = parseDecimal(amounts.received_crypto_amount)
  if (!quoted || !received || quoted.units === 0n) return null
  const digits = Math.max(quoted.digits, received.digits)
  const due = scaleUnits(quoted, digits)
  return { quoted: due, difference: scaleUnits(received, digits) - due, digits }
}

function inPrice(
  price: { amount: DecimalString; currency_code: string },
  { quoted, difference }: Compared
): DecimalString | null {
  const paid = parseDecimal(price.amount)
  if (!paid) return null
  const digits = currencyDigits(price.currency_code) ?? paid.digits
  return formatDecimal(
    divideRounded(scaleUnits(paid, digits) * difference, quoted),
    digits
  )
}
