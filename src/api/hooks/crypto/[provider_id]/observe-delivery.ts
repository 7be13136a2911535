import type { IncomingHttpHeaders } from "node:http"

import {
  isGatewayError,
  parseWebhook,
  verifyWebhook,
  type GatewayClient,
  type WebhookEvent,
} from "../../../../gateway"
import type { Observation } from "../../../../modules/crypto-payment/observation"
import type { MerchantOptions } from "../../../../modules/crypto-payment/options/schema"
import { toAskedObservation, toObservation } from "./to-observation"

export type Delivery = {
  provider_id: string
  merchant: MerchantOptions
  gateway: GatewayClient
  rawBody: Buffer
  headers: IncomingHttpHeaders
  now: Date
}

/** Why a delivery is refused; `message` is fit for the log and the answer. */
export type Refusal = { status: 400 | 401 | 503; message: string }

/** The sender waits 10 s or so for our answer. */
const askTimeoutMs = 5_000

/**
 * What a delivery tells, once its bytes are known to be the gateway's. One that
 * is authentic but old (a replay, or a clock that is off) is only a hint: the
 * gateway is asked, and its answer counts.
 */
export async function observeDelivery(
  delivery: Delivery
): Promise<{ observation: Observation } | { refusal: Refusal }> {
  const { rawBody, headers, merchant, now } = delivery
  const verdict = verifyWebhook({
    rawBody,
    timestamp: headers["x-webhook-timestamp"],
    signature: headers["x-webhook-signature"],
    secrets: merchant.webhookSecret,
    toleranceSeconds: merchant.webhookToleranceSeconds,
    now,
  })
  const stale = !verdict.verified && verdict.reason === "stale_timestamp"
  if (!verdict.verified && !stale) {
    return { refusal: { status: 401, message: verdict.reason } }
  }
  const parsed = parseWebhook(rawBody)
  if (!parsed.ok) {
    return { refusal: { status: 400, message: parsed.message } }
  }
  return stale
    ? await askGateway(delivery, parsed.event)
    : { observation: toObservation(parsed.event, receiverOf(delivery), now) }
}

async function askGateway(
  delivery: Delivery,
  event: WebhookEvent
): Promise<{ observation: Observation } | { refusal: Refusal }> {
  try {
    const payment = await delivery.gateway.getPayment(
      { id: event.id },
      { timeoutMs: askTimeoutMs, maxAttempts: 1 }
    )
    const receiver = receiverOf(delivery)
    return {
      observation: toAskedObservation(payment, event, receiver, delivery.now),
    }
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return {
      refusal: {
        status: 503,
        message: `stale_timestamp, and the gateway could not be asked (${error.kind})`,
      },
    }
  }
}

function receiverOf({ provider_id, merchant }: Delivery) {
  return { provider_id, merchant_id: merchant.merchantId }
}
