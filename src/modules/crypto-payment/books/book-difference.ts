import type { Attempt } from "../models/rows"
import { describePrice, type Price } from "../settling/price"

/**
 * How ledger, Medusa and gateway can differ about a payment or a refund. What Medusa booked shortly
 * before or after midnight belongs to another period there: that explains a difference of the
 * totals, and is no fault.
 */
export const BOOK_DIFFERENCES = [
  /** Settled in the ledger; Medusa captured nothing. */
  "capture_missing",
  /** Medusa captured another amount, or another currency. */
  "capture_amount",
  /** Medusa captured it; it is not settled in the ledger. */
  "capture_unknown",
  "capture_in_other_period",
  /** Recorded in the ledger; Medusa did not book it. */
  "refund_missing",
  "refund_amount",
  /** Booked in Medusa; the ledger has no record of it. */
  "refund_unknown",
  "refund_in_other_period",
  /** Paid in the ledger; the gateway has no such payment. */
  "gateway_missing",
  /** Paid in the ledger; the gateway does not call it confirmed. */
  "gateway_unpaid",
  "gateway_price",
  "gateway_test_flag",
  /** Confirmed at the gateway; the ledger has no such payment. */
  "ledger_missing",
  /** Confirmed at the gateway; the ledger does not know. */
  "ledger_unpaid",
] as const

export type BookDifferenceKind = (typeof BOOK_DIFFERENCES)[number]

/** `reference` is the id of Medusa's capture or refund; `other` is what Medusa or the gateway has. */
export type BookDifference = {
  kind: BookDifferenceKind
  crypto_payment_id: string | null
  gateway_payment_id: string | null
  order_id: string | null
  reference: string | null
  ledger: Price | null
  other: Price | null
  detail: string | null
}

/** Whether it only says that Medusa booked in another period. */
export function isOfOtherPeriod({ kind }: Pick<BookDifference, "kind">) {
  return kind === "capture_in_other_period" || kind === "refund_in_other_period"
}

/** For logs: one line. */
export function describeDifference(found: BookDifference): string {
  const { kind, ledger, other, detail } = found
  const ids = [
    found.crypto_payment_id,
    found.gateway_payment_id,
    found.order_id,
    found.reference,
  ]
  const amounts = [
    ledger && `ledger ${describePrice(ledger)}`,
    other && `there ${describePrice(other)}`,
  ]
  const parts = [ids, amounts].map((part) => part.filter(Boolean).join(", "))
  return [kind, ...parts, detail].filter(Boolean).join("; ")
}

/** A difference, of an attempt where there is one. */
export function bookDifference(
  kind: BookDifferenceKind,
  {
    attempt,
    ...given
  }: { attempt?: Attempt } & Partial<
    Pick<BookDifference, "ledger" | "other" | "reference" | "detail">
  >
): BookDifference {
  return {
    kind,
    crypto_payment_id: attempt?.id ?? null,
    gateway_payment_id: attempt?.gateway_payment_id ?? null,
    order_id: attempt?.order_id ?? null,
    reference: null,
    ledger: null,
    other: null,
    detail: null,
    ...given,
  }
}
