import type { CryptoPayment } from "./payment"

/**
 * What to tell the shopper:
 * `checking` nothing is known yet; `waiting` for the money; `placing_order` it
 * is here; `order_placed` the end; `expired` and `failed` nothing was paid;
 * `cart_changed` the payment asks for what the cart no longer costs; `replaced`
 * another payment took its place; `paid_otherwise` the cart became an order
 * without it; `attention` and `resolved` the shop has the money and takes care
 * of it; `unknown` there is no such payment.
 */
export type CryptoPaymentPhase =
  | "checking"
  | "waiting"
  | "placing_order"
  | "order_placed"
  | "expired"
  | "failed"
  | "cart_changed"
  | "replaced"
  | "paid_otherwise"
  | "attention"
  | "resolved"
  | "unknown"

/** The phase that an answer of the shop stands for. */
export function phaseOf(payment: CryptoPayment): CryptoPaymentPhase {
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
      return unpaidPhase(payment)
    default:
      // A newer Medusa may know states that this kit does not.
      payment.state satisfies never
      return "checking"
  }
}

/** Phases after which nothing more can be learned. */
export function isFinal(phase: CryptoPaymentPhase): boolean {
  return phase === "order_placed" || phase === "resolved" || phase === "unknown"
}

function unpaidPhase(payment: CryptoPayment): CryptoPaymentPhase {
  if (payment.cart === "completed") return "paid_otherwise"
  if (payment.replaced) return "replaced"
  if (payment.cart === "changed") return "cart_changed"
  if (payment.state !== "closed") return "waiting"
  return payment.gateway_status === "failed" ? "failed" : "expired"
}
