import type { Payment, WebhookEvent } from "../../../../gateway"
import type { Observation } from "../../../../modules/crypto-payment"

type Receiver = { provider_id: string; merchant_id: string }

/** An event whose payment is known by its external_id, from wherever that came. */
type NamedEvent = WebhookEvent & { external_id: string }

/**
 * What a verified webhook (contract §6) tells. The merchant is the one
 * whose secret signed it, whatever the body says: with the secret of one
 * merchant nobody shall confirm payments of another.
 */
export function toObservation(
  event: NamedEvent,
  receiver: Receiver,
  now: Date
): Observation {
  return {
    provider_id: receiver.provider_id,
    merchant_id: receiver.merchant_id,
    gateway_payment_id: event.id,
    external_id: event.external_id,
    status: event.status,
    original_amount: event.original_amount,
    original_currency: event.original_currency,
    amount: event.amount,
    currency: event.currency,
    is_test: event.is_test,
    source: "webhook",
    observed_at: now.toISOString(),
  }
}

/** A webhook's own word, with the price as the gateway answered it. */
export function toPricedObservation(
  payment: Payment,
  event: WebhookEvent,
  receiver: Receiver,
  now: Date
): Observation {
  const { external_id } = payment
  return {
    ...toObservation({ ...event, external_id }, receiver, now),
    original_amount: payment.original_amount ?? event.original_amount,
    original_currency: payment.original_currency ?? event.original_currency,
    is_test: payment.is_test ?? event.is_test,
  }
}

/** What the gateway answered when a stale webhook made us ask. */
export function toAskedObservation(
  payment: Payment,
  event: WebhookEvent,
  receiver: Receiver,
  now: Date
): Observation {
  return {
    ...toPricedObservation(payment, event, receiver, now),
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    wallet_address: payment.wallet_address,
    is_test: payment.is_test,
    source: "poll",
  }
}
