import type { Payment, WebhookEvent } from "../../../../gateway"
import type { Observation } from "../../../../modules/crypto-payment"

type Receiver = { provider_id: string; merchant_id: string }

/** An event with the external_id of its payment, from wherever that was read. */
type NamedEvent = WebhookEvent & { external_id: string }

/**
 * The observation of a verified webhook (contract §6). The merchant comes from
 * the verified secret, never from the body.
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

/** A webhook's status, with the price that was read from the gateway. */
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

/** Status and price as read from the gateway, where a stale webhook is only a hint. */
export function toReadObservation(
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
