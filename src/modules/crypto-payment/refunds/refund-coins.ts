import { invalidData } from "../../../medusa-errors"
import type { Attempt } from "../models/rows"
import { surplusToReturn } from "../shortfalls/crypto-difference"
import {
  addDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
  proportion,
  subtractDecimals,
  withoutZeros,
} from "../settling/decimal"
import type { Price } from "../settling/price"
import type { DecimalString } from "../settling/money"
import type { RefundKind } from "./refund-request"
import { refundablePrice } from "./refunds"

/** A refund, or an open request for one: `crypto_amount` is null where only the amount is known. */
export type GivenBack = {
  kind: RefundKind
  amount: DecimalString
  crypto_amount: DecimalString | null
}

/** The columns that say what can be given back. */
export type Refundable = Parameters<typeof refundablePrice>[0] &
  Pick<Attempt, "crypto_amount">

/** Coins are rounded down to these digits, or to those of what arrived if it has more. */
const COIN_DIGITS = 8

export const ZERO: Decimal = { units: 0n, digits: 0 }
export const ONE: Decimal = { units: 1n, digits: 0 }

/** Coins, the price that they were paid for, and what is all of them without an amount. */
export type Paid = { coins: Decimal; price: Price; left?: DecimalString }

/** How many of the coins are more than `left` of those that arrived; all of them where that is null: unknown. */
export function coinsBeyond(
  attempt: Refundable,
  crypto_amount: DecimalString,
  given: readonly GivenBack[]
): { excess: Decimal; left: Decimal | null } {
  const coins = read(crypto_amount)
  const received = receivedCoins(attempt)
  if (!received) return { excess: coins, left: null }
  const paid = paidForPrice(attempt, given)
  const spent = given.reduce(
    (sum, each) => addDecimals(sum, coinsGiven(each, paid)),
    ZERO
  )
  const left = atLeastZero(subtractDecimals(received, spent))
  return { excess: atLeastZero(subtractDecimals(coins, left)), left }
}

function atLeastZero(value: Decimal): Decimal {
  return value.units > 0n ? value : ZERO
}

function coinsGiven(
  { amount, crypto_amount }: GivenBack,
  paid: Paid | null
): Decimal {
  if (crypto_amount !== null) return read(crypto_amount)
  return paid ? coinsFor(read(amount), paid) : ZERO
}

/** The same part of the coins as an amount is of the price; never more than that. */
export function coinsFor(amount: Decimal, { coins, price }: Paid): Decimal {
  return proportion(amount, coins, read(price.amount), coinDigits(coins))
}

export function worth(part: Decimal, { coins, price }: Paid): DecimalString {
  const whole = read(price.amount)
  const { units } = proportion(part, whole, coins, whole.digits)
  return formatDecimal(units, whole.digits)
}

/** What arrived for the price that can be given back, without a surplus. */
export function paidForPrice(
  attempt: Refundable,
  given: readonly GivenBack[]
): Paid | null {
  const price = refundablePrice(attempt)
  const received = receivedCoins(attempt)
  if (!price || !received || read(price.amount).units === 0n) return null
  const surplus = surplusOf(attempt)?.coins ?? surplusGiven(given)
  const coins = subtractDecimals(received, surplus)
  return coins.units > 0n ? { coins, price } : null
}

export function surplusOf(attempt: Refundable): Paid | null {
  const { crypto_amount, amount, currency_code } =
    surplusToReturn(attempt) ?? {}
  return crypto_amount && amount && currency_code
    ? { coins: read(crypto_amount), price: { amount, currency_code } }
    : null
}

export function surplusGiven(given: readonly GivenBack[]): Decimal {
  return given
    .filter(({ kind }) => kind === "surplus")
    .reduce((sum, each) => addDecimals(sum, coinsGiven(each, null)), ZERO)
}

/** What arrived; what was quoted where the gateway did not say. */
function receivedCoins(attempt: Refundable): Decimal | null {
  return parseDecimal(attempt.received_crypto_amount ?? attempt.crypto_amount)
}

export function coinDigits({ digits }: Decimal): number {
  return Math.max(COIN_DIGITS, digits)
}

export function isMore(left: Decimal, right: Decimal): boolean {
  return subtractDecimals(left, right).units > 0n
}

/** Of an amount that was checked before. */
export function read(text: DecimalString): Decimal {
  return parseDecimal(text) ?? ZERO
}

export function format({ units, digits }: Decimal): DecimalString {
  return withoutZeros(formatDecimal(units, digits))
}

export function formatSome(coins: Decimal): DecimalString {
  if (coins.units > 0n) return format(coins)
  throw invalidData(
    "This amount is worth less than the smallest unit of the coin."
  )
}
