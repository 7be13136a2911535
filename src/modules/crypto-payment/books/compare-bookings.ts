import { MathBN } from "@medusajs/framework/utils"
import type { Refund } from "../models/rows"
import type { Attempt } from "../models/rows"
import { isSamePrice } from "../settling/authorization"
import { type BookDifference, bookDifference } from "./book-difference"
import { comparablePrice, paidPrice, type Price } from "../settling/price"

/** A capture or refund of Medusa; `amount` is a decimal string. */
export type Booking = Price & { id: string; created_at: Date }

type Span = { starts_at: Date; ends_at: Date }

/** What Medusa has to have captured of a settled attempt: its price without the part that its remainder brought. */
export function settledPrice(attempt: Attempt): Price | null {
  const price = paidPrice(attempt)
  if (!price || attempt.remainder_amount === null) return price
  const amount = MathBN.sub(price.amount, attempt.remainder_amount)
  return comparablePrice({ ...price, amount })
}

/** Of an attempt that was settled in a period, and its captures. */
export function compareCaptures(
  attempt: Attempt,
  captures: readonly Booking[],
  span: Span
): BookDifference[] {
  const ledger = settledPrice(attempt)
  const [first] = captures
  if (!first) {
    return [bookDifference("capture_missing", { attempt, ledger })]
  }
  const other = sumOf(captures)
  const reference = captures.map(({ id }) => id).join(" ")
  const isSame = ledger && other && isSamePrice(ledger, other)
  return [
    ...(isSame
      ? []
      : [
          bookDifference("capture_amount", {
            attempt,
            ledger,
            other,
            reference,
          }),
        ]),
    ...captures
      .filter((capture) => !isWithin(capture, span))
      .map((capture) =>
        bookDifference("capture_in_other_period", {
          attempt,
          ledger: comparablePrice(capture),
          reference: capture.id,
          detail: capture.created_at.toISOString(),
        })
      ),
  ]
}

/** Of a capture in a period, and the attempt whose payment it is of. */
export function compareUnmatchedCapture(
  capture: Booking,
  attempt: Attempt | undefined,
  span: Span
): BookDifference[] {
  const other = comparablePrice(capture)
  const reference = capture.id
  if (attempt?.state !== "settled" || attempt.settled_at === null) {
    const detail = attempt
      ? `The payment is in the state ${attempt.state}.`
      : null
    return [
      bookDifference("capture_unknown", { attempt, other, reference, detail }),
    ]
  }
  if (isIn(attempt.settled_at, span)) return []
  const detail = attempt.settled_at.toISOString()
  return [
    bookDifference("capture_in_other_period", {
      attempt,
      other,
      reference,
      detail,
    }),
  ]
}

/** Of a refund that was recorded in a period, and what Medusa booked for it. */
export function compareRefund(
  { attempt, refund }: { attempt: Attempt; refund: Refund },
  booked: Booking | undefined,
  span: Span
): BookDifference[] {
  // Medusa cannot book what it never captured.
  if (refund.kind !== "price") return []
  if (refund.refund_id === null && attempt.payment_id === null) return []
  const ledger = comparablePrice(refund)
  const detail = refund.transaction_hash
  if (!booked) {
    const reference = refund.refund_id
    return [
      bookDifference("refund_missing", { attempt, ledger, reference, detail }),
    ]
  }
  const other = comparablePrice(booked)
  const reference = booked.id
  if (!isSamePrice(ledger, other)) {
    return [
      bookDifference("refund_amount", {
        attempt,
        ledger,
        other,
        reference,
        detail,
      }),
    ]
  }
  if (isWithin(booked, span)) return []
  const bookedAt = booked.created_at.toISOString()
  return [
    bookDifference("refund_in_other_period", {
      ...{ attempt, ledger, reference },
      detail: bookedAt,
    }),
  ]
}

/** Of a refund that Medusa booked in a period, and its record in the ledger. */
export function compareUnmatchedRefund(
  booked: Booking,
  record: { attempt: Attempt; refund: Refund } | undefined,
  span: Span
): BookDifference[] {
  const other = comparablePrice(booked)
  const reference = booked.id
  if (!record) return [bookDifference("refund_unknown", { other, reference })]
  const { attempt, refund } = record
  if (isIn(refund.created_at, span)) return []
  const detail = refund.created_at.toISOString()
  return [
    bookDifference("refund_in_other_period", {
      attempt,
      other,
      reference,
      detail,
    }),
  ]
}

/** Null where they are of several currencies. */
function sumOf(bookings: readonly Booking[]): Price | null {
  const [{ currency_code }] = bookings
  if (bookings.some((each) => each.currency_code !== currency_code)) return null
  const amount = bookings.reduce(
    (sum, each) => MathBN.add(sum, each.amount),
    MathBN.convert(0)
  )
  return comparablePrice({ amount, currency_code })
}

function isWithin({ created_at }: Booking, span: Span): boolean {
  return isIn(created_at, span)
}

function isIn(moment: Date, { starts_at, ends_at }: Span): boolean {
  return moment >= starts_at && moment < ends_at
}
