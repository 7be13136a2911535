import {
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
  sumDecimals,
  unsigned,
} from "../../../coins/decimal"
import {
  changedMeanwhile,
  invalidData,
  notAllowed,
} from "../../../medusa-errors"
import type {
  Price,
  PriceKind,
  RefundKind,
  RefundPart,
  RefundRequestState,
  RefundStatus,
} from "../column-values"
import type { Attempt, Refund } from "../models/crypto-payment"
import {
  comparablePrice,
  currencyDigits,
  describePrice,
  isSettledMoney,
  paidPrice,
  sameAmount,
  toComparableAmount,
} from "../settling/money"
import { cryptoDifference, surplusToReturn } from "../shortfalls/shortfall"

/**
 * Where too few coins arrived, their worth at the rate of the quote; a settled order is paid in
 * full.
 */
export function refundablePrice(
  attempt: Parameters<typeof cryptoDifference>[0] &
    Parameters<typeof isSettledMoney>[0]
): Price | null {
  const price = paidPrice(attempt)
  const difference = cryptoDifference(attempt)
  if (!price || isSettledMoney(attempt) || difference?.kind !== "short") {
    return price
  }
  const missing = readDecimal(unsigned(difference.amount ?? "0"))
  const left = subtractDecimals(readDecimal(price.amount), missing)
  return comparablePrice({ ...price, amount: formatShort(left) })
}

/**
 * "5" EUR is "5.00".
 * @throws MedusaError INVALID_DATA unless positive, in the currency's digits.
 */
export function parseRefundAmount(text: string, currencyCode: string) {
  const digits = currencyDigits(currencyCode)
  const amount = /^\d{1,30}(\.\d{1,30})?$/.test(text) ? parseShort(text) : null
  if (!amount || amount.units === 0n || amount.digits > (digits ?? Infinity)) {
    throw invalidData(
      `The amount of a refund is a number above zero${digits === undefined ? "" : ` with at most ${digits} digits after the point`}, in ${currencyCode.toUpperCase()}; got "${text}".`
    )
  }
  return toComparableAmount(text, currencyCode)
}

/** Whether it gives back money that Medusa captured, or would have. */
export function isOfPrice({ kind }: { kind: RefundKind }): boolean {
  return kind !== "surplus"
}

/**
 * Hex is the same in either case, with or without `0x`; hashes of other chains are case-sensitive.
 */
export function isSameTransaction(left: string, right: string): boolean {
  return transactionKey(left) === transactionKey(right)
}

export function transactionKey(hash: string): string {
  if (/^(?:0x)?[0-9a-f]{64}$/i.test(hash)) return hash.slice(-64).toLowerCase()
  return /^0x[0-9a-f]+$/i.test(hash) ? hash.toLowerCase() : hash
}

/** The note of a refund in Medusa; the provider reads the record's id from it. */
export function refundNote({
  id,
  transaction_hash,
  note,
}: Pick<Refund, "id" | "transaction_hash" | "note">): string {
  const sent = `Sent back from the wallet (${id}), transaction ${transaction_hash}`
  return note ? `${sent}: ${note}` : sent
}

/** What `refundNote` wrote; undefined for any other note. */
export function readRefundNote(
  text: string | null | undefined
): Pick<Refund, "id" | "transaction_hash" | "note"> | undefined {
  const written =
    /^Sent back from the wallet \((cpayref_\w+)\), transaction (.+?)(?:: ([^]*))?$/.exec(
      text ?? ""
    )
  if (!written) return undefined
  const [, id, transaction_hash, note = null] = written
  return { id, transaction_hash, note }
}

/** A refund of Medusa whose note names a record that the ledger lacks. */
export type LostRefund = Price &
  Pick<Refund, "id" | "transaction_hash" | "note" | "created_by"> & {
    refund_id: string
  }

/** The record that a refund of Medusa names in its note; undefined for any other. */
export function recordNamedIn(note: string | null | undefined) {
  return readRefundNote(note)?.id
}

/** A refund of Medusa that names a missing record is not orphaned: the ledger was lost. */
export function isOrphanedRefund(
  refund: { id: string; note?: string | null },
  records: readonly Pick<Refund, "id" | "refund_id">[]
): boolean {
  const named = recordNamedIn(refund.note)
  if (!named) return true
  const record = records.find(({ id }) => id === named)
  return record !== undefined && record.refund_id !== refund.id
}

/** Once some of the price was sent back. */
export function refundStatus(
  attempt: Refundable,
  given: readonly GivenBack[]
): RefundStatus {
  const left = priceLeft(attempt, given)
  const isWhole = left !== null && sameAmount(left.amount, "0")
  return isWhole ? "refunded" : "partially_refunded"
}

/** Numbers as typed; without them all that is left, and the same part of the paid coins. */
export type AskedRefund = {
  kind?: RefundPart
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

/** What is left of the price, at least zero; null where the price is unknown. */
export function priceLeft(
  attempt: Refundable,
  given: readonly GivenBack[]
): Price | null {
  const price = refundablePrice(attempt)
  if (!price) return null
  const left = given
    .filter(isOfPrice)
    .map(({ amount }) => readDecimal(amount))
    .reduce(subtractDecimals, readDecimal(price.amount))
  return comparablePrice({ ...price, amount: formatShort(atLeastZero(left)) })
}

/** The coins of a surplus that are left to return; null where there are none. */
export function surplusLeft(
  attempt: Refundable,
  given: readonly GivenBack[]
): DecimalString | null {
  const surplus = surplusOf(attempt)
  if (!surplus) return null
  const left = subtractDecimals(surplus.coins, surplusGiven(given))
  return left.units > 0n ? formatShort(left) : null
}

/** Within what is left of price or surplus, and of what arrived unless more is confirmed. */
export function refundTerms(
  attempt: Refundable,
  asked: AskedRefund,
  given: readonly GivenBack[],
  priceKind: PriceKind
): RefundTerms {
  const { kind: part = proposedPart(attempt, asked, given) } = asked
  const terms =
    part === "surplus"
      ? surplusTerms(attempt, asked, given)
      : { kind: priceKind, ...priceTerms(attempt, asked, given) }
  const { excess, left } = coinsBeyond(attempt, terms.crypto_amount, given)
  if (excess.units <= 0n) return { ...terms, confirmed_excess: null }
  if (!asked.confirm_excess) throw needsConfirmation(terms, left)
  return { ...terms, confirmed_excess: formatShort(excess) }
}

/** Whether agreed terms are still within what is left, in price and in coins. */
export function isCovered(
  attempt: Refundable,
  terms: GivenBack & Pick<RefundTerms, "confirmed_excess">,
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
function proposedPart(
  attempt: Refundable,
  { amount }: AskedRefund,
  given: readonly GivenBack[]
): RefundPart {
  const isFirst = amount === undefined && surplusLeft(attempt, given) !== null
  return isFirst ? "surplus" : "price"
}

function priceTerms(
  attempt: Refundable,
  asked: AskedRefund,
  given: readonly GivenBack[]
): Omit<RefundTerms, "confirmed_excess" | "kind"> {
  const left = priceLeft(attempt, given)
  if (!left) throw notAllowed("The price of this payment is unknown.")
  if (!isPositive(left.amount)) {
    throw notAllowed(
      "The whole amount of this payment is refunded or requested already."
    )
  }
  const price = priceWithin(asked.amount ?? left.amount, left)
  const paid = paidForPrice(attempt, given)
  const crypto_amount = coinsOf(asked, readDecimal(price.amount), paid)
  return { ...price, crypto_amount }
}

/** @throws MedusaError INVALID_DATA for what is no amount; NOT_ALLOWED for more than is left. */
export function priceWithin(typed: string, left: Price): Price {
  const { currency_code } = left
  const amount = parseRefundAmount(typed, currency_code)
  const price = { amount, currency_code }
  if (!isMore(readDecimal(amount), readDecimal(left.amount))) return price
  throw notAllowed(
    `Refund of ${describePrice(price)} exceeds the remaining ${describePrice(left)}.`
  )
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
  const { coins, price } = surplus
  const whole = readDecimal(price.amount)
  const part = readDecimal(crypto_amount)
  const worth = proportion(part, whole, coins, whole.digits)
  const amount = typed ?? formatDecimal(worth.units, whole.digits)
  return { kind: "surplus", amount, currency_code, crypto_amount }
}

/** As typed, else the same part of the paid coins as the amount is of the price. */
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
  const why = left
    ? `${crypto_amount} coins are more than the ${formatShort(left)} that are left of what arrived.`
    : "The coins that arrived are not known, so more may be sent than arrived."
  return notAllowed(`${why} Confirm it to go on (confirm_excess).`)
}

const MAX_COIN_DIGITS = 18

function parseCoins(typed: string): Decimal {
  const value = typed.length > 40 ? null : parseShort(typed)
  if (value && value.units > 0n && value.digits <= MAX_COIN_DIGITS) return value
  throw invalidData(
    `The coins to send are a number above zero with at most ${MAX_COIN_DIGITS} digits after the point; got "${typed}".`
  )
}

/** Of a refund or an open request; `crypto_amount` is null where only the amount is known. */
export type GivenBack = {
  kind: RefundKind
  amount: DecimalString
  crypto_amount: DecimalString | null
}

type Refundable = Parameters<typeof refundablePrice>[0] &
  Pick<Attempt, "crypto_amount">

/** Coins are rounded down to these digits, or to those of what arrived if it has more. */
const COIN_DIGITS = 8

type Paid = { coins: Decimal; price: Price }

/** `left` of what arrived; where that is unknown, all coins are excess. */
function coinsBeyond(
  attempt: Refundable,
  crypto_amount: DecimalString,
  given: readonly GivenBack[]
): { excess: Decimal; left: Decimal | null } {
  const coins = readDecimal(crypto_amount)
  const received = receivedCoins(attempt)
  if (!received) return { excess: coins, left: null }
  const paid = paidForPrice(attempt, given)
  const spent = sumDecimals(given.map((each) => coinsGiven(each, paid)))
  const left = atLeastZero(subtractDecimals(received, spent))
  return { excess: atLeastZero(subtractDecimals(coins, left)), left }
}

function coinsGiven(
  { amount, crypto_amount }: GivenBack,
  paid: Paid | null
): Decimal {
  if (crypto_amount !== null) return readDecimal(crypto_amount)
  return paid ? coinsFor(readDecimal(amount), paid) : readDecimal("0")
}

/** Rounded down, so never more than that part. */
function coinsFor(amount: Decimal, { coins, price }: Paid): Decimal {
  const digits = Math.max(COIN_DIGITS, coins.digits)
  return proportion(amount, coins, readDecimal(price.amount), digits)
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
  const surpluses = given.filter(({ kind }) => kind === "surplus")
  return sumDecimals(surpluses.map((each) => coinsGiven(each, null)))
}

/** What arrived; what was quoted where the gateway did not say. */
function receivedCoins(attempt: Refundable): Decimal | null {
  return parseDecimal(attempt.received_crypto_amount ?? attempt.crypto_amount)
}

export type RequestAction = "enter" | "revoke" | "send"

const ALLOWED: Readonly<Record<RequestAction, readonly RefundRequestState[]>> =
  {
    enter: ["waiting_for_address"],
    revoke: ["waiting_for_address", "address_entered"],
    send: ["address_entered"],
  }

/** @throws MedusaError NOT_ALLOWED, in a sentence that names the state. */
export function checkRequest(
  action: RequestAction,
  state: RefundRequestState
): void {
  if (ALLOWED[action].includes(state)) return
  throw notAllowed(
    action === "enter"
      ? FOR_THE_CUSTOMER[state]
      : `${IN_WORDS[state]} ${WHEN[action]}`
  )
}

export type ShownRequest = { state: RefundRequestState }

/** `shown` is unset where code decides. @throws MedusaError NOT_ALLOWED with the code `changed`. */
export function checkShownRequest(
  { state }: ShownRequest,
  shown: ShownRequest | undefined
): void {
  if (!shown || shown.state === state) return
  throw changedMeanwhile(
    `${IN_WORDS[state]} That changed after it was shown to you, so nothing was done. Load it again before you decide.`
  )
}

const IN_WORDS: Readonly<Record<RefundRequestState, string>> = {
  waiting_for_address: "This refund request waits for an address.",
  address_entered: "The customer entered an address for this refund request.",
  sent: "This refund was sent.",
  revoked: "This refund request was revoked.",
}

const WHEN: Readonly<Record<Exclude<RequestAction, "enter">, string>> = {
  revoke: "Only a request that was not sent can be revoked.",
  send: "Coins can only be sent once an address is entered.",
}

const FOR_THE_CUSTOMER: Readonly<Record<RefundRequestState, string>> = {
  waiting_for_address: "An address can be entered.",
  address_entered:
    "An address was confirmed for this refund already. Ask the store to change it.",
  sent: "This refund was sent already.",
  revoked: "This refund was revoked. Ask the store for a new link.",
}
