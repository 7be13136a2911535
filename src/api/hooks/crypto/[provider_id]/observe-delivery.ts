import type { IncomingHttpHeaders } from "node:http"
import {
  type GatewayClient,
  isGatewayError,
  parseWebhook,
  type Payment,
  paymentOutcome,
  verifyWebhook,
  type WebhookEvent,
  type WebhookField,
} from "../../../../gateway"
import {
  type Observation,
  observe,
} from "../../../../modules/crypto-payment/attempts/observation"
import { readSelfTest } from "../../../../modules/crypto-payment/merchants/connection"
import type { MerchantOptions } from "../../../../modules/crypto-payment/merchants/options"
import type { FailureReason } from "../../../../modules/crypto-payment/webhook-log"

type Delivery = {
  provider_id: string
  merchant: MerchantOptions
  gateway: GatewayClient
  findExternalId: (gatewayPaymentId: string) => Promise<string | undefined>
  /** 0 where a stale delivery may have its payment read, which counts; else seconds to wait. */
  secondsToStaleRead: (gatewayPaymentId: string) => number
  rawBody: Buffer
  headers: IncomingHttpHeaders
  now: Date
}

/**
 * `forged`: nobody signed it. `stale`: too old to be trusted, so the payment was read from the
 * gateway; where that has none (`isUnknownToGateway`) the observation is the delivery's own.
 * `selfTest`: the token of our sample. `unknown`: no payment anywhere, and no external_id.
 * `message` and `warning` are safe to log.
 */
export type Observed =
  | { forged: { reason: FailureReason; message: string } }
  | {
      stale: boolean
      observation: Observation
      isUnknownToGateway?: true
      warning?: string
    }
  | { stale: false; selfTest: string }
  | { stale: boolean; unknown: true }
  | {
      stale: boolean
      error: {
        status: 400 | 503
        reason: FailureReason
        message: string
        /** Where too many stale ones came. */
        retryAfterSeconds?: number
      }
    }

/** The gateway waits about 10 s for the response. */
const WEBHOOK_READ_TIMEOUT_MS = 5_000

/**
 * Verifies a delivery and makes it an observation. The payment is read from the gateway where an
 * authentic delivery is stale (a replay, or a wrong clock), or lacks the external_id of an unknown
 * payment, or a readable price of a paid one.
 */
export async function observeDelivery(delivery: Delivery): Promise<Observed> {
  const { rawBody, headers, merchant, now } = delivery
  const verdict = verifyWebhook({
    rawBody,
    timestamp: headers["x-webhook-timestamp"],
    signature: headers["x-webhook-signature"],
    secrets: merchant.webhookSecret,
    now,
  })
  const stale = !verdict.verified && verdict.reason === "stale_timestamp"
  if (!verdict.verified && !stale) {
    const message = verdict.reason
    const reason =
      message === "signature_mismatch" ? "signature_mismatch" : "bad_headers"
    return { forged: { reason, message } }
  }
  const selfTest = stale ? undefined : readSelfTest(rawBody)
  if (selfTest) return { stale: false, selfTest }
  const parsed = parseWebhook(rawBody)
  if (!parsed.ok) {
    const { message } = parsed
    return { stale, error: { status: 400, message, reason: "unreadable" } }
  }
  const { event, malformed } = parsed
  if (stale) return await observeStale(delivery, event)
  const isPriceNeeded = paymentOutcome(event.status) === "paid"
  if (isPriceNeeded && isPriceUnreadable(event, malformed)) {
    return await observeUnpriced(delivery, event)
  }
  return await observeFresh(delivery, event)
}

/** Malformed, or without its currency. The contract allows a delivery without any price. */
function isPriceUnreadable(
  { original_amount, original_currency }: WebhookEvent,
  malformed: readonly WebhookField[]
): boolean {
  return (
    malformed.includes("original_amount") ||
    malformed.includes("original_currency") ||
    (original_amount === undefined) !== (original_currency === undefined)
  )
}

async function observeFresh(
  delivery: Delivery,
  event: WebhookEvent
): Promise<Observed> {
  let external_id =
    event.external_id ?? (await delivery.findExternalId(event.id))
  if (external_id === undefined) {
    const { payment, failed } = await readPayment(delivery, event)
    if (failed) {
      return retryLater(false, "internal_error", "no external_id", failed)
    }
    if (!payment) return { unknown: true, stale: false }
    external_id = payment.external_id
  }
  const reported = { ...event, external_id }
  const observation = observe(receiverOf(delivery), reported, "webhook")
  return { observation, stale: false }
}

/** A paid price that cannot be read must not count as the right one. */
async function observeUnpriced(
  delivery: Delivery,
  event: WebhookEvent
): Promise<Observed> {
  const { payment, failed = "not_found" } = await readPayment(delivery, event)
  if (!payment) {
    return retryLater(false, "unreadable", "its price cannot be read", failed)
  }
  const { external_id, is_test = event.is_test } = payment
  const price = priceOf(payment, event)
  const observation = observe(
    receiverOf(delivery),
    { ...event, ...price, external_id, is_test },
    "webhook"
  )
  if (price.original_amount && price.original_currency) {
    return { observation, stale: false }
  }
  const warning = "its price cannot be read, and the gateway names none"
  return { observation, stale: false, warning }
}

/** A stale webhook is only a hint: status and price are read from the gateway. */
async function observeStale(
  delivery: Delivery,
  event: WebhookEvent
): Promise<Observed> {
  const reason = "stale_timestamp"
  const retryAfterSeconds = delivery.secondsToStaleRead(event.id)
  if (retryAfterSeconds > 0) {
    const message = `${reason}, and the gateway was asked about too many such`
    return {
      stale: true,
      error: { status: 503, reason, message, retryAfterSeconds },
    }
  }
  const { payment, failed } = await readPayment(delivery, event)
  if (failed) return retryLater(true, reason, reason, failed)
  const receiver = receiverOf(delivery)
  if (payment) {
    const read = { ...payment, ...priceOf(payment, event) }
    return { observation: observe(receiver, read, "poll"), stale: true }
  }
  const external_id =
    event.external_id ?? (await delivery.findExternalId(event.id))
  if (external_id === undefined) return { unknown: true, stale: true }
  const observation = observe(receiver, { ...event, external_id }, "webhook")
  return { observation, stale: true, isUnknownToGateway: true }
}

function priceOf(payment: Payment, event: WebhookEvent) {
  return {
    original_amount: payment.original_amount ?? event.original_amount,
    original_currency: payment.original_currency ?? event.original_currency,
  }
}

/** Neither, where the gateway has no such payment. */
async function readPayment(
  { gateway }: Delivery,
  { id }: WebhookEvent
): Promise<{ payment?: Payment; failed?: string }> {
  const call = { timeoutMs: WEBHOOK_READ_TIMEOUT_MS, maxAttempts: 1 }
  try {
    return { payment: await gateway.getPayment({ id }, call) }
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return error.kind === "not_found" ? {} : { failed: error.kind }
  }
}

function retryLater(
  stale: boolean,
  reason: FailureReason,
  fault: string,
  failed: string
): Observed {
  const message = `${fault}, and the payment could not be read from the gateway (${failed})`
  return { stale, error: { status: 503, reason, message } }
}

/** The merchant comes from the verified secret, never from the body. */
function receiverOf({ provider_id, merchant }: Delivery) {
  return { provider_id, merchant_id: merchant.merchantId }
}
