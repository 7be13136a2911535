import type { GatewayPayment, LedgerRow, MedusaPayment } from "./books"
import { isMore, subtract, sum } from "./decimal"
import { type Index, isConfirmed, isSamePrice } from "./index-books"
import type { Rule, Violation } from "./report"

type Found = (rule: Rule, finding: string) => Violation

/** Both parts of a payment that its remainder completed, the first one first; undefined for any other. */
export function partsOf(index: Index, row: LedgerRow) {
  const id = row.remainder_of ?? row.id
  const first = index.books.ledger.find((each) => each.id === id)
  const remainder = index.books.ledger.find(
    (each) => each.remainder_of === id && each.id === first?.remainder_id
  )
  return first && remainder && (row === first || row === remainder)
    ? { first, remainder }
    : undefined
}

/**
 * A payment in two parts: two confirmed payments of the gateway, each captured once. The remainder is
 * captured for its own price, the first part for no more than what arrived of it is worth, and both
 * together for the price of the first.
 */
export function auditParts(
  index: Index,
  { first, remainder }: { first: LedgerRow; remainder: LedgerRow },
  payment: MedusaPayment,
  found: Found
): Violation[] {
  const [whole, part] = [first, remainder].map((row) =>
    index.gatewayPaymentOf(row)
  )
  if (!whole || !part || !isConfirmed(whole) || !isConfirmed(part)) {
    return [found("money_not_confirmed", `${first.id} and ${remainder.id}`)]
  }
  if (payment.captures.length !== 2) {
    const amounts = payment.captures.map(({ amount }) => amount)
    return [found("captured_not_once", `captured [${amounts.join()}]`)]
  }
  const currency = payment.currency_code
  const price = (amount: string) => ({ amount, currency })
  const own = subtract(whole.original_amount, part.original_amount)
  const isCaptured = (amount: string) =>
    payment.captures.some((each) =>
      isSamePrice(price(each.amount), price(amount))
    )
  const captured = sum(payment.captures.map(({ amount }) => amount))
  const agree =
    [captured, payment.amount, payment.session_amount ?? "0"].every((amount) =>
      isSamePrice(price(amount), {
        amount: whole.original_amount,
        currency: whole.original_currency,
      })
    ) &&
    isSamePrice(
      {
        amount: remainder.amount ?? "0",
        currency: remainder.currency_code ?? "",
      },
      { amount: part.original_amount, currency: part.original_currency }
    ) &&
    isCaptured(own) &&
    isCaptured(part.original_amount)
  if (!agree || isMoreThanArrived(own, whole)) {
    const amounts = payment.captures.map(({ amount }) => amount)
    return [
      found(
        "amounts_differ",
        `captured ${amounts.join(" and ")} of ${whole.original_amount} in two parts, the remainder is ${part.original_amount}`
      ),
    ]
  }
  return []
}

/** Without fractions: the share of the price against the share of the coins. */
function isMoreThanArrived(
  own: string,
  { target, received_amount, original_amount }: GatewayPayment
): boolean {
  if (!target || !received_amount) return false
  return isMore(
    times(own, target.amount),
    times(original_amount, received_amount)
  )
}

/** A product of decimal strings, as one. */
function times(one: string, other: string): string {
  const digits = [one, other]
    .map((each) => each.split(".")[1]?.length ?? 0)
    .reduce((all, each) => all + each)
  const units = BigInt(one.replace(".", "")) * BigInt(other.replace(".", ""))
  const text = units.toString().padStart(digits + 1, "0")
  return digits === 0
    ? text
    : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
