import type { Advice } from "./domain/attention"
import type { CryptoDifference } from "./domain/crypto-difference"
import type { Resolution } from "./ledger/resolutions"
import type { AttentionReason } from "./domain/states"

/** The events that stores can subscribe to; each is delivered at least once. */
export const cryptoPaymentEvents = {
  /** A confirmed payment became a paid order: `CryptoPaymentSettledEvent`. */
  settled: "crypto_payment.settled",
  /** A payment needs attention: `CryptoPaymentAttentionRequiredEvent`. */
  attentionRequired: "crypto_payment.attention_required",
  /** A person dealt with such a payment: `CryptoPaymentResolvedEvent`. */
  resolved: "crypto_payment.resolved",
  /** A refund is offered to the customer, who has to enter an address: `CryptoPaymentRefundEvent`. */
  refundRequested: "crypto_payment.refund_requested",
  /** The customer entered an address; the coins can be sent: `CryptoPaymentRefundEvent`. */
  refundAddressEntered: "crypto_payment.refund_address_entered",
  /** The coins were sent: `CryptoPaymentRefundEvent`. */
  refundSent: "crypto_payment.refund_sent",
} as const

/**
 * In the data of each event. A subscriber that acts twice on the same
 * `event_id` acts on a repeated delivery; `occurred_at` is ISO 8601. The
 * amounts of coins are decimal strings in `crypto_currency`, null where the
 * gateway did not name them; `crypto_difference` is null without both.
 */
export type CryptoPaymentEventEnvelope = {
  crypto_currency: string | null
  quoted_crypto_amount: string | null
  received_crypto_amount: string | null
  crypto_difference: CryptoDifference | null
  event_id: string
  occurred_at: string
}

/** `order_id` is null for a payment collection without an order; `reason` is null. */
export type CryptoPaymentSettledEvent = CryptoPaymentEventEnvelope & {
  id: string
  order_id: string | null
  reason: null
}

/**
 * `order_id` is the order that it concerns, where there is one: with the reason `amount_mismatch`
 * that order was placed for another amount than was paid, and must not be shipped; with `underpaid`
 * it is not paid. With
 * `unknown_status` no money was confirmed; with each other reason it was. `advice` is English, one
 * text for each reason; the event is emitted again only when the reason changes.
 */
export type CryptoPaymentAttentionRequiredEvent = CryptoPaymentEventEnvelope & {
  id: string
  order_id: string | null
  reason: AttentionReason
  advice: Advice
}

/** `reason` is why it had needed attention, `kind` how it was dealt with. */
export type CryptoPaymentResolvedEvent = CryptoPaymentEventEnvelope & {
  id: string
  order_id: string | null
  reason: AttentionReason | null
  kind: Resolution["kind"]
}

/** Of a refund request. It never contains the link: only the one who makes a link gets it. */
export type CryptoPaymentRefundEvent = CryptoPaymentEventEnvelope & {
  id: string
  refund_request_id: string
  order_id: string | null
}

type NewEvent<Name extends keyof typeof cryptoPaymentEvents, Event> = {
  name: (typeof cryptoPaymentEvents)[Name]
  data: Omit<Event, keyof CryptoPaymentEventEnvelope>
}

/** An event before it has an id and a time. */
export type NewCryptoPaymentEvent =
  | NewEvent<"settled", CryptoPaymentSettledEvent>
  | NewEvent<"attentionRequired", CryptoPaymentAttentionRequiredEvent>
  | NewEvent<"resolved", CryptoPaymentResolvedEvent>
  | NewEvent<
      "refundRequested" | "refundAddressEntered" | "refundSent",
      CryptoPaymentRefundEvent
    >
