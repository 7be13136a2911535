import {
  type PaymentListItem,
  paymentOutcome,
  quoteStatus,
} from "../../../gateway"
import type { Attempt } from "../models/rows"
import { isSamePrice } from "../settling/authorization"
import { type BookDifference, bookDifference } from "./book-difference"
import { comparablePrice, paidPrice, type Price } from "../settling/price"
import { isPaidState } from "../attempts/states"

/** Of an attempt, and its payment at the gateway; fields that it does not report are not compared. */
export function compareGatewayPayment(
  attempt: Attempt,
  payment: PaymentListItem | undefined
): BookDifference[] {
  const ledger = paidPrice(attempt)
  const isPaid = isPaidState(attempt.state)
  if (!payment) {
    return isPaid
      ? [bookDifference("gateway_missing", { attempt, ledger })]
      : []
  }
  const other = priceOf(payment)
  const { status, is_test } = payment
  const isConfirmed = paymentOutcome(status ?? "") === "paid"
  if (!isPaid) {
    const detail = `The payment is in the state ${attempt.state}.`
    return isConfirmed
      ? [bookDifference("ledger_unpaid", { attempt, ledger, other, detail })]
      : []
  }
  const isOtherPrice = ledger && other && !isSamePrice(ledger, other)
  const isOtherMode =
    is_test !== undefined &&
    attempt.is_test !== null &&
    is_test !== attempt.is_test
  return [
    ...(status !== undefined && !isConfirmed
      ? [
          bookDifference("gateway_unpaid", {
            ...{ attempt, ledger, other },
            detail: `The gateway reports the status ${quoteStatus(status)}.`,
          }),
        ]
      : []),
    ...(isOtherPrice
      ? [bookDifference("gateway_price", { attempt, ledger, other })]
      : []),
    ...(isOtherMode
      ? [
          bookDifference("gateway_test_flag", {
            ...{ attempt, ledger, other },
            detail: `The ledger has it as a ${modeOf(attempt.is_test)} payment, the gateway as a ${modeOf(is_test)} payment.`,
          }),
        ]
      : []),
  ]
}

/** Of a payment that the gateway calls confirmed and the ledger does not have. */
export function unknownGatewayPayment(
  payment: PaymentListItem
): BookDifference[] {
  if (paymentOutcome(payment.status ?? "") !== "paid") return []
  const found = bookDifference("ledger_missing", {
    other: priceOf(payment),
    detail: payment.external_id ?? null,
  })
  return [{ ...found, gateway_payment_id: payment.id ?? null }]
}

function priceOf({
  original_amount,
  original_currency,
}: PaymentListItem): Price | null {
  return original_amount !== undefined && original_currency !== undefined
    ? comparablePrice({
        amount: original_amount,
        currency_code: original_currency,
      })
    : null
}

function modeOf(isTest: boolean | null): string {
  return isTest ? "test" : "live"
}
