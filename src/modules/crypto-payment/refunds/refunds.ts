import {
  atLeastZero,
  type DecimalString,
  formatShort,
  parseShort,
  readDecimal,
  subtractDecimals,
  unsigned,
} from "../../../coins/decimal"
import { invalidData } from "../../../medusa-errors"
import type { Refund } from "../models/crypto-payment"
import type { RefundKind } from "./refund-request"
import {
  comparablePrice,
  currencyDigits,
  isSettledMoney,
  paidPrice,
  type Price,
  sameAmount,
  toComparableAmount,
} from "../settling/money"
import { cryptoDifference } from "../shortfalls/shortfall"

/**
 * The most that can be given back in all: the price, or where fewer coins arrived than were quoted,
 * what arrived, at the rate of the quote. An order that was settled
 * counts as paid in full, in Medusa's books too. Null where the price is unknown.
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
 * The amount of a refund as it was typed: "5", "5.0" and "5.00" EUR are "5.00".
 * @throws MedusaError INVALID_DATA for anything but a positive decimal number
 * with no more digits than the currency has.
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

/** What is left to give back of a price; never below zero. A surplus was paid beyond the price. */
export function leftToRefund(
  refundable: Price,
  refunds: readonly { kind: RefundKind; amount: DecimalString }[]
): DecimalString {
  const left = refunds
    .filter(isOfPrice)
    .map(({ amount }) => readDecimal(amount))
    .reduce(subtractDecimals, readDecimal(refundable.amount))
  return toComparableAmount(
    formatShort(atLeastZero(left)),
    refundable.currency_code
  )
}

/** Whether it gives back money that Medusa captured, or would have. */
export function isOfPrice({ kind }: { kind: RefundKind }): boolean {
  return kind === "price"
}

/**
 * Whether two hashes name the same transaction. Hex is the same in either case,
 * and with or without `0x`; hashes of other chains are case-sensitive.
 */
export function isSameTransaction(left: string, right: string): boolean {
  return transactionKey(left) === transactionKey(right)
}

/** Equal for the hashes of one transaction. */
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

/** The record that a refund of Medusa names in its note; undefined for any other. */
export function recordNamedIn(note: string | null | undefined) {
  return /^Sent back from the wallet \((cpayref_\w+)\), /.exec(note ?? "")?.[1]
}

/**
 * Whether a refund in Medusa names no record of the ledger, or one that is not booked
 * as it. One that names a missing record is not orphaned: the ledger was lost.
 */
export function isOrphanedRefund(
  refund: { id: string; note?: string | null },
  records: readonly Pick<Refund, "id" | "refund_id">[]
): boolean {
  const named = recordNamedIn(refund.note)
  if (!named) return true
  const record = records.find(({ id }) => id === named)
  return record !== undefined && record.refund_id !== refund.id
}

/** How much of a price was sent back, by the names of Medusa's payment statuses. */
export const REFUND_STATUSES = ["partially_refunded", "refunded"] as const

export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** @param left what can still be given back, once something was; null where that is unknown. */
export function refundStatus(left: Price | null): RefundStatus {
  return left !== null && sameAmount(left.amount, "0")
    ? "refunded"
    : "partially_refunded"
}
