import type { Advice } from "../modules/crypto-payment/attention/advice"
import type { Resolution } from "../modules/crypto-payment/ledger/resolve"
import type { AttentionReason } from "../modules/crypto-payment/lifecycle/states"

/** The events that stores can subscribe to, each told once. */
export const cryptoPaymentEvents = {
  /** A confirmed payment became a paid order: `CryptoPaymentSettledEvent`. */
  settled: "crypto_payment.settled",
  /** A confirmed payment needs a person: `CryptoPaymentAttentionRequiredEvent`. */
  attentionRequired: "crypto_payment.attention_required",
  /** A person dealt with such a payment: `CryptoPaymentResolvedEvent`. */
  resolved: "crypto_payment.resolved",
} as const

/** `order_id` is null for a payment collection without an order; `reason` is null. */
export type CryptoPaymentSettledEvent = {
  id: string
  order_id: string | null
  reason: null
}

/**
 * `order_id` is the order that it concerns, where there is one. `advice` is
 * English, one text for each reason; told again only when the reason changes.
 */
export type CryptoPaymentAttentionRequiredEvent = {
  id: string
  order_id: string | null
  reason: AttentionReason
  advice: Advice
}

/** `reason` is why it had needed attention, `kind` how it was dealt with. */
export type CryptoPaymentResolvedEvent = {
  id: string
  order_id: string | null
  reason: AttentionReason | null
  kind: Resolution["kind"]
}
