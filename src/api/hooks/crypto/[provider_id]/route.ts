import { setImmediate as nextTurn } from "node:timers/promises"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readWebhookHeaders } from "../../../../gateway"
import type { AttemptState } from "../../../../modules/crypto-payment/attempts/states"
import { selfTestAnswer } from "../../../../modules/crypto-payment/merchants/connection"
import { CRYPTO_PAYMENT_MODULE } from "../../../../modules/crypto-payment/module-key"
import { needsSettling } from "../../../../modules/crypto-payment/settling/schedule"
import { countObservation } from "../../../../modules/crypto-payment/telemetry"
import type { FailureReason } from "../../../../modules/crypto-payment/webhook-log"
import { settleCryptoPaymentWorkflow } from "../../../../workflows/settle"
import {
  ForgingSenders,
  RateLimit,
  RejectionLog,
  senderOf,
} from "../../../rate-limit"
import { MAX_BODY_BYTES, readBody } from "../../../requests"
import { observeDelivery } from "./observe-delivery"

/** Webhooks are small, and the gateway sends them at once. */
const BODY_DEADLINE_MS = 10_000

/** How long a second delivery of a payment waits for the first. */
const LEASE_WAIT_MS = 8_000

const senders = new ForgingSenders()

/**
 * How many payments this process reads in a minute for stale deliveries, of a merchant and of one
 * payment: a captured delivery can be played again for ever. The gateway sends a genuine one again.
 */
const staleReads = new RateLimit(30)
const staleReadsOfPayment = new RateLimit(5)

function secondsToStaleRead(merchantId: string, paymentId: string): number {
  const nowMs = Date.now()
  const payment = `${merchantId} ${paymentId}`
  const seconds = Math.max(
    staleReads.secondsToWait(merchantId, nowMs),
    staleReadsOfPayment.secondsToWait(payment, nowMs)
  )
  if (seconds > 0) return seconds
  staleReads.count(merchantId, nowMs)
  staleReadsOfPayment.count(payment, nowMs)
  return 0
}

const rejections = new RejectionLog()

/**
 * The gateway's webhook (contract §6). It responds after the delivery is handled. What the headers
 * tell is refused before the body is read; a signed delivery is never refused for what else came
 * from its address. A self-test does not read the ledger, and a repeated delivery reads it once.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse) {
  const logger = req.scope.resolve("logger")
  const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const provider_id = req.params.provider_id
  const receiver = JSON.stringify(provider_id)
  const provider = ledger.merchants.provider(provider_id)
  /** An error is only logged: it must not change the response to a delivery that was handled. */
  const keep = (recorded: Promise<void>) =>
    recorded.catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      logger.warn(`crypto webhook health could not be written: ${message}`)
    })
  const failed = (reason: FailureReason) =>
    keep(ledger.webhookLog.recordFailure(provider_id, reason))
  const reject = async (
    status: number,
    message: string,
    reason?: FailureReason
  ) => {
    const sentence = `crypto webhook for ${receiver} refused with ${status}: ${message}`
    // A delivery that has to come again is signed, and names its payment; but a captured one can
    // come for ever.
    if (status === 503 && !res.hasHeader("retry-after")) logger.warn(sentence)
    else {
      const kind = `${provider ? provider_id : ""} ${status} ${message}`
      rejections.note(kind, sentence, (line) => logger.warn(line))
    }
    res.status(status).json({ message })
    if (reason) await failed(reason)
  }
  // A body that is not read must not keep arriving. One that came with its headers is parsed only
  // after this handler began; its sender keeps the connection, since a new one costs more.
  const refuseUnread: typeof reject = async (...rejection) => {
    await nextTurn()
    if (!req.complete) res.set("connection", "close")
    await reject(...rejection)
  }
  /** Responds first: the gateway must not wait for the delivery log. */
  const respond = async (state: AttemptState | null, stale: boolean) => {
    res.status(200).json({ state })
    await keep(ledger.webhookLog.recordDelivery(provider_id))
    // A stale delivery counts as delivered and as a failure.
    if (stale) await failed("stale_timestamp")
  }

  const sender = senderOf(req)
  const refuseForged = (
    refuse: typeof reject,
    message: string,
    reason: FailureReason
  ) => {
    const seconds = senders.secondsBlocked(sender, Date.now())
    if (seconds > 0) {
      res.set("retry-after", String(seconds))
      return refuse(429, "too many forged deliveries from this address")
    }
    senders.forged(sender, Date.now())
    return refuse(401, message, reason)
  }
  if (!provider) {
    return refuseUnread(404, "no such crypto payment provider")
  }
  const { reason: headerFault } = readWebhookHeaders(
    req.headers["x-webhook-timestamp"],
    req.headers["x-webhook-signature"]
  )
  if (headerFault) return refuseForged(refuseUnread, headerFault, "bad_headers")
  const body = await readBody(req, BODY_DEADLINE_MS)
  if (body.fault) {
    res.set("connection", "close")
    if (body.fault === "incomplete") return reject(400, "body is incomplete")
    if (body.fault === "too_slow") return reject(408, "body is too slow")
    return reject(
      413,
      `body is larger than ${MAX_BODY_BYTES} bytes`,
      "too_large"
    )
  }
  const merchant = ledger.merchants.options(provider.merchantKey)
  const observed = await observeDelivery({
    provider_id,
    merchant,
    gateway: ledger.merchants.gateway(provider.merchantKey),
    rawBody: body.bytes,
    headers: req.headers,
    now: new Date(),
    findExternalId: async (gateway_payment_id) => {
      const [known] = await ledger.listCryptoPayments(
        { merchant_id: merchant.merchantId, gateway_payment_id },
        { select: ["external_id"], take: 1 }
      )
      return known?.external_id
    },
    secondsToStaleRead: (id) => secondsToStaleRead(merchant.merchantId, id),
  })
  if ("forged" in observed) {
    return refuseForged(reject, observed.forged.message, observed.forged.reason)
  }
  if (!observed.stale) senders.signed(sender, Date.now())
  if ("error" in observed) {
    const { status, message, reason, retryAfterSeconds } = observed.error
    if (retryAfterSeconds) res.set("retry-after", String(retryAfterSeconds))
    return reject(status, message, reason)
  }
  if ("selfTest" in observed) {
    res.status(200).json(selfTestAnswer(observed.selfTest))
    return
  }
  if ("unknown" in observed) {
    logger.warn(
      `crypto webhook for ${receiver} names no external_id, and neither the ledger nor the gateway has its payment`
    )
    return respond(null, observed.stale)
  }
  const { observation, stale, warning } = observed
  if (warning) logger.warn(`crypto webhook for ${receiver}: ${warning}`)
  const known =
    observed.isUnknownToGateway &&
    (await ledger.observations.findAttempt(observation))
  if (known) {
    // A stale delivery that the gateway does not confirm must not change an attempt.
    logger.warn(
      `crypto webhook for crypto payment ${known.id} is stale, and the gateway has no such payment any more`
    )
    return respond(known.state, stale)
  }
  const upToDate = await ledger.observations.findRecorded(observation)
  if (upToDate && !needsSettling(upToDate)) {
    countObservation(observation.source, observation.status)
    return respond(upToDate.state, stale)
  }
  const { result } = await settleCryptoPaymentWorkflow(req.scope)
    .run({ input: { observation, lease_wait_ms: LEASE_WAIT_MS } })
    .catch(async (error: unknown) => {
      await failed("internal_error")
      throw error
    })
  if (result.busy) {
    return reject(503, `crypto payment ${result.id} is being handled`, "busy")
  }
  return respond(result.state, stale)
}
