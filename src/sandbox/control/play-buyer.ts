import { isFinal, isPaid, type Payment } from "../payments/payment"
import type { PaymentBook } from "../payments/payment-book"
import { ControlError } from "./control-error"

/**
 * Plays a transfer. "exact" and "over" confirm an open payment, "under" leaves
 * it pending, "late" confirms one that expired.
 */
export function playTransfer(
  payments: PaymentBook,
  payment: Payment,
  kind: "exact" | "under" | "over" | "late"
): void {
  if (
    kind === "late" ? payment.status !== "expired" : isFinal(payment.status)
  ) {
    throw impossible(`pay "${kind}"`, payment)
  }
  switch (kind) {
    case "exact":
    case "late":
      return payments.finish(payment, "confirmed")
    case "over":
      return payments.confirmOverpayment(payment)
    case "under":
      return payments.noteUnderpayment(payment)
  }
}

/** The buyer picks a coin, as on the checkout page. */
export function playChoice(
  payments: PaymentBook,
  payment: Payment,
  currency: string
): void {
  if (isFinal(payment.status)) {
    throw impossible("choose a coin for", payment)
  }
  const coin = payments.coinsFor(payment).find(({ code }) => code === currency)
  if (!coin) {
    throw new ControlError(400, `currency: ${currency} is not offered here`)
  }
  payments.chooseCoin(payment, coin)
}

/** The merchant confirms by hand, be the payment open, expired or failed. */
export function confirmByHand(payments: PaymentBook, payment: Payment): void {
  if (isPaid(payment.status)) {
    throw impossible("confirm", payment)
  }
  payments.finish(payment, "confirmed_manual")
}

/** Ends an open payment without money. */
export function endUnpaid(
  payments: PaymentBook,
  payment: Payment,
  status: "failed" | "expired"
): void {
  if (isFinal(payment.status)) {
    throw impossible(`make ${status}`, payment)
  }
  payments.finish(payment, status)
}

function impossible(verb: string, { id, status }: Payment): ControlError {
  return new ControlError(409, `cannot ${verb} payment ${id}: it is ${status}`)
}
