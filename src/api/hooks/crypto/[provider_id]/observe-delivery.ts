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
  toAskedObservation,
  toObservation,
  toPricedObservation,
} from "./to-observation"

export type Delivery = {
  provider_id: string
  merchant: MerchantOptions
  gateway: GatewayClient
  /** The external_id of the payment with this gateway id, where the ledger has it. */
  findExternalId: (gatewayPaymentId: string) => Promise<string | undefined>
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
 * all, but our own sample, with its token. `unknown`: neither the ledger nor
 * the gateway knows the payment, and the delivery does not name an external_id.
 * `warning` is fit for the log.
 */
export type Observed =
  | {
      observation: Observation
      stale: boolean
      disowned: boolean
      warning?: string
    }
  | { selfTest: string }
  | { unknown: true; stale: boolean }
  | { refusal: Refusal }

/** The sender waits 10 s or so for our answer. */
const askTimeoutMs = 5_000

/**
 * What a delivery tells, once its bytes are known to be the gateway's. One that
 * is authentic but old (a replay, or a clock that is off) is only a hint: the
 * gateway is asked, and its answer counts. It is also asked where a delivery
 * leaves out what is needed: the external_id of an unknown payment, or a
 * readable price of a paid one.
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
  const { event, malformed } = parsed
  if (stale) return await observeStale(delivery, event)
  const isPriceNeeded = paymentOutcome(event.status) === "paid"
  if (isPriceNeeded && isPriceUnreadable(event, malformed)) {
    return await observeUnpriced(delivery, event)
  }
  return await observeFresh(delivery, event)
}

/**
 * Whether the delivery names a price that cannot be compared: a malformed one,
 * or half of one. A delivery without any price is as the contract allows it.
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
  const asked = await askGateway(delivery, event)
  if ("failed" in asked) {
    return refuse(
      "internal_error",
      `no external_id, and the gateway could not be asked (${asked.failed})`
    )
  }
  const { payment } = asked
  if (!payment) return { unknown: true, stale: false }
  return fresh(
    toObservation(
      { ...event, external_id: payment.external_id },
      ...contextOf(delivery)
    )
  )
}

/**
 * Compared with nothing, a paid price that cannot be read would count as the
 * right one. So the gateway has to tell it, and as long as it does not answer,
 * nothing is decided.
 */
async function observeUnpriced(
  delivery: Delivery,
  event: WebhookEvent
): Promise<Observed> {
  const asked = await askGateway(delivery, event)
  if ("failed" in asked || !asked.payment) {
    return refuse(
      "unreadable",
      `its price cannot be read, and the gateway could not be asked (${"failed" in asked ? asked.failed : "not_found"})`
    )
  }
  const observation = toPricedObservation(
    asked.payment,
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
  const asked = await askGateway(delivery, event)
  if ("failed" in asked) {
    return refuse(
      "stale_timestamp",
      `stale_timestamp, and the gateway could not be asked (${asked.failed})`
    )
  }
  const context = contextOf(delivery)
  if (asked.payment) {
    return {
      observation: toAskedObservation(asked.payment, event, ...context),
      stale: true,
      disowned: false,
    }
  }
  const external_id =
    event.external_id ?? (await delivery.findExternalId(event.id))
  if (external_id === undefined) return { unknown: true, stale: true }
  return {
    observation: toObservation({ ...event, external_id }, ...context),
    stale: true,
    disowned: true,
  }
}

/** `payment` is undefined where the gateway knows no such payment. */
async function askGateway(
  { gateway }: Delivery,
  { id }: WebhookEvent
): Promise<{ payment: Payment | undefined } | { failed: string }> {
  try {
    const payment = await gateway.getPayment(
      { id },
      { timeoutMs: askTimeoutMs, maxAttempts: 1 }
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
  return { observation, stale: false, disowned: false }
}

function refuse(reason: FailureReason, message: string): Observed {
  return { refusal: { status: 503, message, reason } }
}

function contextOf({ provider_id, merchant, now }: Delivery) {
  const receiver = { provider_id, merchant_id: merchant.merchantId }
  return [receiver, now] as const
}
