import {
  type DecimalString,
  divideRounded,
  formatDecimal,
  formatShort,
  parseDecimal,
  scaleUnits,
  unsigned,
} from "../../../coins/decimal"
import { symbolOf } from "../../../coins/recognize"
import { paymentOutcome } from "../../../gateway"
import { isPaidState } from "../attempts/states"
import type { ShortfallFact } from "../column-values"
import type { Attempt } from "../models/crypto-payment"
import { currencyDigits, isSettledMoney, paidPrice } from "../settling/money"

/** `awaited`: not reported yet; `unknown`: not in time; `exceeded`: too few coins arrived. */
export type Shortfall =
  | { type: "accepted" }
  | { type: "awaited" }
  | { type: "unknown" | "exceeded"; fact: ShortfallFact }

/** So long the gateway retries its webhooks (contract §8). */
const AWAITED_MS = 60 * 60_000

type Judged = Pick<
  Attempt,
  "state" | "gateway_status" | "paid_at" | "shortfall_accepted_at"
> &
  Parameters<typeof cryptoDifference>[0] &
  Pick<Attempt, "crypto_currency">

/**
 * The gateway's `confirmed` is money by contract; a person decides where the rule is broken, or
 * cannot be checked in time.
 */
export function judgeShortfall(
  attempt: Judged,
  maxPercent: number,
  now: Date
): Shortfall {
  if (!isRuled(attempt)) return { type: "accepted" }
  const { quoted_crypto_amount, received_crypto_amount } = attempt
  if (quoted_crypto_amount === null || received_crypto_amount === null) {
    const paidMs = (attempt.paid_at ?? now).getTime()
    return now.getTime() - paidMs < AWAITED_MS
      ? { type: "awaited" }
      : {
          type: "unknown",
          fact: {
            type: "received_amount_unknown",
            quoted: quoted_crypto_amount,
            received: received_crypto_amount,
            coin: symbolOf(attempt) ?? attempt.crypto_currency,
          },
        }
  }
  const max_percent = String(maxPercent)
  const difference = cryptoDifference(attempt)
  if (!difference || !isShortBy(attempt, max_percent)) {
    return { type: "accepted" }
  }
  const { crypto_amount, percent, amount, currency_code } = difference
  return {
    type: "exceeded",
    fact: {
      type: "underpaid",
      quoted: quoted_crypto_amount,
      received: received_crypto_amount,
      missing: unsigned(crypto_amount),
      coin: symbolOf(attempt) ?? attempt.crypto_currency,
      percent: unsigned(percent),
      price:
        amount !== null && currency_code !== null
          ? { amount: unsigned(amount), currency_code }
          : null,
      max_percent,
    },
  }
}

/** Whether the rule needs the quoted amount of a paid attempt, which no webhook names. */
export function needsQuote(attempt: Judged): boolean {
  return attempt.quoted_crypto_amount === null && isRuled(attempt)
}

function isRuled(attempt: Judged): boolean {
  const { state, gateway_status, shortfall_accepted_at } = attempt
  if (shortfall_accepted_at !== null) return false
  if (state === "settled" || state === "resolved") return false
  return isPaidState(state) || paymentOutcome(gateway_status ?? "") === "paid"
}

/**
 * As signed decimal strings, below zero is short. `crypto_amount` is exact; `percent` (two digits)
 * and `amount` at the rate of the quote are rounded half away from zero, so `kind` alone says
 * whether there is a difference. The price is null where it is unknown.
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
    crypto_amount: formatShort({ units: difference, digits }),
    percent: formatDecimal(divideRounded(difference * 10_000n, quoted), 2),
    amount: price && inPrice(price, compared),
    currency_code: price && price.currency_code,
  }
}

/** What arrived beyond the quote of a settled payment: the customer's, until it is sent back. */
export function surplusToReturn(
  attempt: PricedAmounts & Parameters<typeof isSettledMoney>[0]
): CryptoDifference | null {
  if (!isSettledMoney(attempt)) return null
  const difference = cryptoDifference(attempt)
  return difference?.kind === "over" ? difference : null
}

/** Whether more than a percentage of the quote is missing; false where an amount is unknown. */
function isShortBy(amounts: Amounts, maxPercent: DecimalString) {
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

/** Coins at the rate are wrong by less than a thousandth of a cent, of up to 10^15 coins. */
const RATE_DIGITS = 18

type Priced = Parameters<typeof paidPrice>[0]

/**
 * The price of one coin: price ÷ quoted coins, without trailing zeros; null where one is unknown.
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
  return formatShort({ units: rate, digits: RATE_DIGITS })
}

/** What arrived at its payment's rate, in the digits of the price; null where one is unknown. */
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
