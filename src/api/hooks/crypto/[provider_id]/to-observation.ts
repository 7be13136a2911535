import type { Payment, WebhookEvent } from "../../../../gateway"
import type { Observation } from "../../../../modules/crypto-payment/observation"

type Receiver = { provider_id: string; merchant_id: string }

/**
 * What a verified webhook (merchant-api.md §6) tells. The merchant is the one
 * whose secret signed it, whatever the body says: with the secret of one
 * merchant nobody shall confirm payments of another.
 */
export function toObservation(
  event: WebhookEvent,
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

/** What the gateway answered when a stale webhook made us ask. */
export function toAskedObservation(
  payment: Payment,
  event: WebhookEvent,
  receiver: Receiver,
  now: Date
): Observation {
  return {
    ...toObservation(event, receiver, now),
    external_id: payment.external_id,
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    wallet_address: payment.wallet_address,
    is_test: payment.is_test,
    source: "poll",
  }
}
