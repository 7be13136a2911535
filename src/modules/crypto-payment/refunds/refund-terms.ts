import type { MedusaError } from "@medusajs/framework/utils"
import {
  addDecimals,
  atLeastZero,
  type Decimal,
  type DecimalString,
  formatDecimal,
  formatShort,
  isMore,
  isPositive,
  parseDecimal,
  parseShort,
  proportion,
  readDecimal,
  subtractDecimals,
  ZERO,
} from "../../../coins/decimal"
import { invalidData, notAllowed } from "../../../medusa-errors"
import type { Attempt } from "../models/crypto-payment"
import type { RefundKind } from "./refund-request"
import { leftToRefund, parseRefundAmount, refundablePrice } from "./refunds"
import { describePrice, type Price } from "../settling/money"
import { surplusToReturn } from "../shortfalls/shortfall"

/**
 * What the merchant asks for; numbers as typed. Without `amount` it is what is left, without
 * `crypto_amount` the same part of the coins that were paid.
 */
export type AskedRefund = {
  kind?: RefundKind
  amount?: string
  crypto_amount?: string
  confirm_excess?: boolean
}

/** What is to be sent: `amount` in the priced currency, `crypto_amount` in coins. */
export type RefundTerms = Price & {
  kind: RefundKind
  crypto_amount: DecimalString
  /** Coins beyond those that were left of what arrived, to which the merchant agreed. */
  confirmed_excess: DecimalString | null
}

/** `confirmed_excess` as in the terms. */
type AgreedRefund = GivenBack & Pick<RefundTerms, "confirmed_excess">

/** What can still be given back of the price; null where the price is unknown. */
export function priceLeft(
  attempt: Refundable,
  given: readonly GivenBack[]
): Price | null {
  const price = refundablePrice(attempt)
  return price && { ...price, amount: leftToRefund(price, given) }
}

/** The coins of a surplus that are still to be returned; null where there are none. */
export function surplusLeft(
  attempt: Refundable,
  given: readonly GivenBack[]
): DecimalString | null {
  const surplus = surplusOf(attempt)
  if (!surplus) return null
  const left = subtractDecimals(surplus.coins, surplusGiven(given))
  return left.units > 0n ? formatShort(left) : null
}

/**
 * The terms of a refund within its limits: its amount within what is left of the price, the coins
 * of a surplus within what is left of it. All coins stay within those that arrived, unless the
 * merchant confirms more.
 * @throws MedusaError INVALID_DATA for numbers that cannot be used; NOT_ALLOWED beyond a limit.
 */
export function refundTerms(
  attempt: Refundable,
  asked: AskedRefund,
  given: readonly GivenBack[]
): RefundTerms {
  const { kind = proposedKind(attempt, asked, given) } = asked
  const terms =
    kind === "surplus"
      ? surplusTerms(attempt, asked, given)
      : priceTerms(attempt, asked, given)
  const { excess, left } = coinsBeyond(attempt, terms.crypto_amount, given)
  if (excess.units <= 0n) return { ...terms, confirmed_excess: null }
  if (!asked.confirm_excess) throw needsConfirmation(terms, left)
  return { ...terms, confirmed_excess: formatShort(excess) }
}

/** Whether terms that were agreed before are still covered by what is left, in price and in coins. */
export function isCovered(
  attempt: Refundable,
  terms: AgreedRefund,
  given: readonly GivenBack[]
): boolean {
  const { kind, amount, crypto_amount, confirmed_excess } = terms
  const [wanted, left] =
    kind === "surplus"
      ? [crypto_amount, surplusLeft(attempt, given)]
      : [amount, priceLeft(attempt, given)?.amount ?? null]
  if (wanted === null || left === null) return false
  if (isMore(readDecimal(wanted), readDecimal(left))) return false
  // The coins of a refund that names none follow from its amount.
  if (crypto_amount === null) return true
  const { excess } = coinsBeyond(attempt, crypto_amount, given)
  return !isMore(excess, readDecimal(confirmed_excess ?? "0"))
}

/** A surplus comes first, unless an amount is named: that is of the price. */
function proposedKind(
  attempt: Refundable,
  { amount }: AskedRefund,
  given: readonly GivenBack[]
): RefundKind {
  const isFirst = amount === undefined && surplusLeft(attempt, given) !== null
  return isFirst ? "surplus" : "price"
}

function priceTerms(
  attempt: Refundable,
  asked: AskedRefund,
  given: readonly GivenBack[]
): Omit<RefundTerms, "confirmed_excess"> {
  const left = priceLeft(attempt, given)
  if (!left) throw notAllowed("The price of this payment is unknown.")
  if (!isPositive(left.amount)) {
    throw notAllowed(
      "The whole amount of this payment is refunded or requested already."
    )
  }
  const typed = asked.amount ?? left.amount
  const amount = parseRefundAmount(typed, left.currency_code)
  const price = { ...left, amount }
  if (isMore(readDecimal(amount), readDecimal(left.amount))) {
    throw exceedsRemaining(price, left)
  }
  const paid = paidForPrice(attempt, given)
  const crypto_amount = coinsOf(asked, readDecimal(amount), paid)
  return { kind: "price", ...price, crypto_amount }
}

function surplusTerms(
  attempt: Refundable,
  asked: AskedRefund,
  given: readonly GivenBack[]
): Omit<RefundTerms, "confirmed_excess"> {
  const surplus = surplusOf(attempt)
  const left = surplusLeft(attempt, given)
  if (!surplus || left === null) {
    throw notAllowed("No surplus of this payment is left to return.")
  }
  const { currency_code } = surplus.price
  const typed =
    asked.amount === undefined
      ? null
      : parseRefundAmount(asked.amount, currency_code)
  const crypto_amount =
    typed === null && asked.crypto_amount === undefined
      ? left
      : coinsOf(asked, readDecimal(typed ?? surplus.price.amount), surplus)
  if (isMore(readDecimal(crypto_amount), readDecimal(left))) {
    throw notAllowed(
      `A refund of ${crypto_amount} coins exceeds the remaining surplus of ${left}.`
    )
  }
  // At the rate of the quote, for the reader: the limit is in coins.
  const amount = typed ?? worth(readDecimal(crypto_amount), surplus)
  return { kind: "surplus", amount, currency_code, crypto_amount }
}

/** The coins that were typed; else the same part of those that were paid as the amount is of the price. */
function coinsOf(
  { crypto_amount }: AskedRefund,
  amount: Decimal,
  paid: Paid | null
): DecimalString {
  if (crypto_amount !== undefined) return formatShort(parseCoins(crypto_amount))
  if (!paid) {
    throw notAllowed(
      "The coins that arrived are not known. Enter the coins to send."
    )
  }
  const coins = coinsFor(amount, paid)
  if (coins.units > 0n) return formatShort(coins)
  throw invalidData(
    "This amount is worth less than the smallest unit of the coin."
  )
}

function needsConfirmation(
  { crypto_amount }: Pick<RefundTerms, "crypto_amount">,
  left: Decimal | null
) {
  if (!left) {
    return notAllowed(
      "The coins that arrived are not known, so more may be sent than arrived. Confirm it to go on (confirm_excess)."
    )
  }
  return notAllowed(
    `${crypto_amount} coins are more than the ${formatShort(left)} that are left of what arrived. Confirm it to go on (confirm_excess).`
  )
}

/** NOT_ALLOWED: more than what is left to refund. */
export function exceedsRemaining(price: Price, left: Price): MedusaError {
  return notAllowed(
    `Refund of ${describePrice(price)} exceeds the remaining ${describePrice(left)}.`
  )
}

/** NOT_ALLOWED: a request that was made before, and is more than what is left to refund by now. */
export function notCovered(request: Price): MedusaError {
  return notAllowed(
    `This request of ${describePrice(request)} is more than what is left to refund of the payment. Revoke it.`
  )
}

/** The finest coins have so many digits. */
const MAX_COIN_DIGITS = 18

function parseCoins(typed: string): Decimal {
  const value = typed.length > 40 ? null : parseShort(typed)
  if (value && value.units > 0n && value.digits <= MAX_COIN_DIGITS) return value
  throw invalidData(
    `The coins to send are a number above zero with at most ${MAX_COIN_DIGITS} digits after the point; got "${typed}".`
  )
}

/** A refund, or an open request for one: `crypto_amount` is null where only the amount is known. */
export type GivenBack = {
  kind: RefundKind
  amount: DecimalString
  crypto_amount: DecimalString | null
}

/** The columns that say what can be given back. */
type Refundable = Parameters<typeof refundablePrice>[0] &
  Pick<Attempt, "crypto_amount">

/** Coins are rounded down to these digits, or to those of what arrived if it has more. */
const COIN_DIGITS = 8

/** Coins, and the price that they were paid for. */
type Paid = { coins: Decimal; price: Price }

/** How many of the coins are more than `left` of those that arrived; all of them where that is null: unknown. */
function coinsBeyond(
  attempt: Refundable,
  crypto_amount: DecimalString,
  given: readonly GivenBack[]
): { excess: Decimal; left: Decimal | null } {
  const coins = readDecimal(crypto_amount)
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

function coinsGiven(
  { amount, crypto_amount }: GivenBack,
  paid: Paid | null
): Decimal {
  if (crypto_amount !== null) return readDecimal(crypto_amount)
  return paid ? coinsFor(readDecimal(amount), paid) : ZERO
}

/** The same part of the coins as an amount is of the price; never more than that. */
function coinsFor(amount: Decimal, { coins, price }: Paid): Decimal {
  return proportion(amount, coins, readDecimal(price.amount), coinDigits(coins))
}

function worth(part: Decimal, { coins, price }: Paid): DecimalString {
  const whole = readDecimal(price.amount)
  const { units } = proportion(part, whole, coins, whole.digits)
  return formatDecimal(units, whole.digits)
}

/** What arrived for the price that can be given back, without a surplus. */
function paidForPrice(
  attempt: Refundable,
  given: readonly GivenBack[]
): Paid | null {
  const price = refundablePrice(attempt)
  const received = receivedCoins(attempt)
  if (!price || !received || !isPositive(price.amount)) return null
  const surplus = surplusOf(attempt)?.coins ?? surplusGiven(given)
  const coins = subtractDecimals(received, surplus)
  return coins.units > 0n ? { coins, price } : null
}

function surplusOf(attempt: Refundable): Paid | null {
  const { crypto_amount, amount, currency_code } =
    surplusToReturn(attempt) ?? {}
  return crypto_amount && amount && currency_code
    ? { coins: readDecimal(crypto_amount), price: { amount, currency_code } }
    : null
}

function surplusGiven(given: readonly GivenBack[]): Decimal {
  return given
    .filter(({ kind }) => kind === "surplus")
    .reduce((sum, each) => addDecimals(sum, coinsGiven(each, null)), ZERO)
}

/** What arrived; what was quoted where the gateway did not say. */
function receivedCoins(attempt: Refundable): Decimal | null {
  return parseDecimal(attempt.received_crypto_amount ?? attempt.crypto_amount)
}

function coinDigits({ digits }: Decimal): number {
  return Math.max(COIN_DIGITS, digits)
}
