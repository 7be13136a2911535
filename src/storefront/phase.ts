import type { CryptoPayment } from "./payment-state"

/** What to show to the shopper. */
export type CryptoPaymentPhase =
  | "checking" // nothing is known yet
  | "waiting" // not paid yet
  | "placing_order" // paid, the order is being placed
  | "order_placed" // final
  | "expired" // nothing was paid
  | "failed" // nothing was paid
  | "cart_changed" // the cart no longer costs what the payment asks for
  | "replaced" // superseded by another payment
  | "paid_otherwise" // the cart became an order without this payment
  | "order_canceled" // the order was not paid in time, or the store canceled it
  | "attention" // paid, the store has to act
  | "resolved" // the store has acted
  | "unknown" // there is no such payment

/** The phase of a payment. */
export function getPhase(payment: CryptoPayment): CryptoPaymentPhase {
  switch (payment.state) {
    case "paid":
      return "placing_order"
    case "settled":
      return "order_placed"
    case "attention":
      return "attention"
    case "resolved":
      return "resolved"
    case "creating":
    case "open":
    case "closed":
      return getUnpaidPhase(payment)
    default:
      // A newer plugin may have states that this kit does not know.
      payment.state satisfies never
      return "checking"
  }
}

/** Whether a payment cannot leave the phase. */
export function isFinal(phase: CryptoPaymentPhase): boolean {
  return phase === "order_placed" || phase === "resolved" || phase === "unknown"
}

function getUnpaidPhase(payment: CryptoPayment): CryptoPaymentPhase {
  if (payment.cart === "completed") return "paid_otherwise"
  if (payment.cart === "canceled") return "order_canceled"
  if (payment.replaced) return "replaced"
  if (payment.cart === "changed") return "cart_changed"
  if (payment.state !== "closed") return "waiting"
  return payment.gateway_status === "failed" ? "failed" : "expired"
}
