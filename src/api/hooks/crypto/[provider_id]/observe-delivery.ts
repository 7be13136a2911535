import type { IncomingHttpHeaders } from "node:http"

import {
  isGatewayError,
  parseWebhook,
  verifyWebhook,
  type GatewayClient,
  type WebhookEvent,
} from "../../../../gateway"
import type { FailureReason } from "../../../../modules/crypto-payment/health/failure-reasons"
import { readSelfTest } from "../../../../modules/crypto-payment/health/self-test"
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
export type Refusal = {
  status: 400 | 401 | 503
  message: string
  reason: FailureReason
}

/**
 * What a delivery came to. `stale`: the gateway had to be asked, since the
 * delivery was too old to count. `disowned`: asked, it knows no such payment, so
 * the observation is the old delivery's own word. `selfTest`: no delivery at
 * all, but our own sample, with its token.
 */
export type Observed =
  | { observation: Observation; stale: boolean; disowned: boolean }
  | { selfTest: string }
  | { refusal: Refusal }

/** The sender waits 10 s or so for our answer. */
const askTimeoutMs = 5_000

/**
 * What a delivery tells, once its bytes are known to be the gateway's. One that
 * is authentic but old (a replay, or a clock that is off) is only a hint: the
 * gateway is asked, and its answer counts.
 */
export async function observeDelivery(delivery: Delivery): Promise<Observed> {
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
    const { reason } = verdict
    return {
      refusal: {
        status: 401,
        message: reason,
        reason:
          reason === "signature_mismatch"
            ? "signature_mismatch"
            : "bad_headers",
      },
    }
  }
  const selfTest = stale ? undefined : readSelfTest(rawBody)
  if (selfTest) return { selfTest }
  const parsed = parseWebhook(rawBody)
  if (!parsed.ok) {
    const { message } = parsed
    return { refusal: { status: 400, message, reason: "unreadable" } }
  }
  if (stale) return await askGateway(delivery, parsed.event)
  const observation = toObservation(parsed.event, receiverOf(delivery), now)
  return { observation, stale, disowned: false }
}

async function askGateway(
  delivery: Delivery,
  event: WebhookEvent
): Promise<Observed> {
  const receiver = receiverOf(delivery)
  try {
    const payment = await delivery.gateway.getPayment(
      { id: event.id },
      { timeoutMs: askTimeoutMs, maxAttempts: 1 }
    )
    return {
      observation: toAskedObservation(payment, event, receiver, delivery.now),
      stale: true,
      disowned: false,
    }
  } catch (error) {
    if (!isGatewayError(error)) throw error
    if (error.kind === "not_found") {
      const observation = toObservation(event, receiver, delivery.now)
      return { observation, stale: true, disowned: true }
    }
    return {
      refusal: {
        status: 503,
        reason: "stale_timestamp",
        message: `stale_timestamp, and the gateway could not be asked (${error.kind})`,
      },
    }
  }
}

function receiverOf({ provider_id, merchant }: Delivery) {
  return { provider_id, merchant_id: merchant.merchantId }
}
