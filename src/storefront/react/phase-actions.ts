import type { CryptoPaymentTexts, PhaseKey } from "../locales"
import type { CryptoPaymentPhase } from "../phase"

/** The text of the button that starts a new payment, where nothing was paid. */
export const RETRY_TEXTS: PhaseActions = {
  expired: "tryAgain",
  failed: "tryAgain",
  cart_changed: "payNewAmount",
}

/** Nothing is left to do for the shopper. */
export const CLOSED_PHASES = new Set<CryptoPaymentPhase>([
  "paid_otherwise",
  "order_canceled",
  "attention",
  "resolved",
])

/** Money is there, and nothing is left to pay. */
export const RECEIVED_PHASES = new Set<CryptoPaymentPhase>([
  "placing_order",
  "order_placed",
  "attention",
])

/** The text of a phase's button. */
export type PhaseActions = Partial<
  Record<CryptoPaymentPhase, Exclude<keyof CryptoPaymentTexts, PhaseKey>>
>
