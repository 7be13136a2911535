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
  type FailureReason,
  type MerchantOptions,
  type Observation,
  readSelfTest,
} from "../../../../modules/crypto-payment"
import {
  toObservation,
  toPricedObservation,
  toReadObservation,
} from "./observation"

export type Delivery = {
  provider_id: string
  merchant: MerchantOptions
  gateway: GatewayClient
  /** Reads the external_id of a gateway payment from the ledger. */
  findExternalId: (gatewayPaymentId: string) => Promise<string | undefined>
  rawBody: Buffer
  headers: IncomingHttpHeaders
  now: Date
}

/** Why a delivery is rejected; `message` is safe for log and response. */
export type DeliveryError = {
  status: 400 | 401 | 503
  message: string
  reason: FailureReason
}

/**
 * The result of a delivery.
 * - `stale`: it was too old to be trusted, so the payment was read from the gateway.
 * - `isUnknownToGateway`: the gateway has no such payment, so the observation is
 *   the stale delivery's own.
 * - `selfTest`: the token of our own sample; no delivery at all.
 * - `unknown`: neither ledger nor gateway has the payment, and the delivery names
 *   no external_id.
 * - `warning`: safe for the log.
 */
export type Observed =
  | {
      observation: Observation
      stale: boolean
      isUnknownToGateway: boolean
      warning?: string
    }
  | { selfTest: string }
  | { unknown: true; stale: boolean }
  | { error: DeliveryError }

/** The gateway waits about 10 s for the response. */
const readTimeoutMs = 5_000

/**
 * Verifies a delivery and makes it an observation. An authentic but stale one (a
 * replay, or a wrong clock) is only a hint: the payment is read from the gateway,
 * and that counts. It is also read where the delivery lacks what is needed: the
 * external_id of an unknown payment, or a readable price of a paid one.
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
      error: {
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
    return { error: { status: 400, message, reason: "unreadable" } }
  }
  const { event, malformed } = parsed
  if (stale) return await observeStale(delivery, event)
  const isPriceNeeded = paymentOutcome(event.status) === "paid"
  if (isPriceNeeded && isPriceUnreadable(event, malformed)) {
    return await observeUnpriced(delivery, event)
  }
  return await observeFresh(delivery, event)
}

/**
 * Whether the price cannot be compared: malformed, or without its currency. The
 * contract allows a delivery without any price.
 */
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
  const external_id =
    event.external_id ?? (await delivery.findExternalId(event.id))
  if (external_id !== undefined) {
    return fresh(
      toObservation({ ...event, external_id }, ...contextOf(delivery))
    )
  }
  const read = await readPayment(delivery, event)
  if ("failed" in read) {
    return retryLater(
      "internal_error",
      `no external_id, and the payment could not be read from the gateway (${read.failed})`
    )
  }
  const { payment } = read
  if (!payment) return { unknown: true, stale: false }
  return fresh(
    toObservation(
      { ...event, external_id: payment.external_id },
      ...contextOf(delivery)
    )
  )
}

/**
 * A paid price that cannot be read must not count as the right one. It is read
 * from the gateway; until that works, the delivery has to be repeated.
 */
async function observeUnpriced(
  delivery: Delivery,
  event: WebhookEvent
): Promise<Observed> {
  const read = await readPayment(delivery, event)
  if ("failed" in read || !read.payment) {
    return retryLater(
      "unreadable",
      `its price cannot be read, and the payment could not be read from the gateway (${"failed" in read ? read.failed : "not_found"})`
    )
  }
  const observation = toPricedObservation(
    read.payment,
    event,
    ...contextOf(delivery)
  )
  const { original_amount, original_currency } = observation
  return original_amount !== undefined && original_currency !== undefined
    ? fresh(observation)
    : {
        ...fresh(observation),
        warning: "its price cannot be read, and the gateway names none",
      }
}

async function observeStale(
  delivery: Delivery,
  event: WebhookEvent
): Promise<Observed> {
  const read = await readPayment(delivery, event)
  if ("failed" in read) {
    return retryLater(
      "stale_timestamp",
      `stale_timestamp, and the payment could not be read from the gateway (${read.failed})`
    )
  }
  const context = contextOf(delivery)
  if (read.payment) {
    return {
      observation: toReadObservation(read.payment, event, ...context),
      stale: true,
      isUnknownToGateway: false,
    }
  }
  const external_id =
    event.external_id ?? (await delivery.findExternalId(event.id))
  if (external_id === undefined) return { unknown: true, stale: true }
  return {
    observation: toObservation({ ...event, external_id }, ...context),
    stale: true,
    isUnknownToGateway: true,
  }
}

/** `payment` is undefined where the gateway has no such payment. */
async function readPayment(
  { gateway }: Delivery,
  { id }: WebhookEvent
): Promise<{ payment: Payment | undefined } | { failed: string }> {
  try {
    const payment = await gateway.getPayment(
      { id },
      { timeoutMs: readTimeoutMs, maxAttempts: 1 }
    )
    return { payment }
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return error.kind === "not_found"
      ? { payment: undefined }
      : { failed: error.kind }
  }
}

function fresh(observation: Observation) {
  return { observation, stale: false, isUnknownToGateway: false }
}

function retryLater(reason: FailureReason, message: string): Observed {
  return { error: { status: 503, message, reason } }
}

function contextOf({ provider_id, merchant, now }: Delivery) {
  const receiver = { provider_id, merchant_id: merchant.merchantId }
  return [receiver, now] as const
}
