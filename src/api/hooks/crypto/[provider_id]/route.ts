import { setImmediate as nextTurn } from "node:timers/promises"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Logger } from "@medusajs/framework/types"
import { type Observed, observeDelivery } from "./observe-delivery"
import {
  ForgingSenders,
  RateLimit,
  RejectionLog,
  senderOf,
} from "../../../rate-limit"
import { MAX_BODY_BYTES, readBody } from "../../../requests"
import { readWebhookHeaders } from "../../../../gateway"
import type { AttemptState } from "../../../../modules/crypto-payment/column-values"
import { selfTestAnswer } from "../../../../modules/crypto-payment/merchants/connection"
import type { ConfiguredProvider } from "../../../../modules/crypto-payment/merchants/merchants"
import { CRYPTO_PAYMENT_MODULE } from "../../../../modules/crypto-payment/module-key"
import type CryptoPaymentModuleService from "../../../../modules/crypto-payment/service"
import { needsSettling } from "../../../../modules/crypto-payment/settling/schedule"
import { countObservation } from "../../../../modules/crypto-payment/telemetry"
import type { FailureReason } from "../../../../modules/crypto-payment/webhook-log"
import { settleCryptoPaymentWorkflow } from "../../../../workflows/settle"

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

/** What a delivery is answered with, and what the webhook log keeps of it. */
type Answer = Handled | Rejection

type Handled = {
  status: 200
  body: object
  /** False for a self-test, which is no delivery. */
  isDelivery: boolean
  failure?: FailureReason
}

type Rejection = {
  status: number
  message: string
  failure?: FailureReason
  retryAfterSeconds?: number
  /** The body was not read: it must not keep arriving. */
  isUnread?: boolean
  /** It was not read to its end. */
  isCut?: boolean
}

/** One delivery, on its way through the steps. */
type Delivery = {
  req: MedusaRequest
  provider_id: string
  /** The provider's id for the log, where somebody else wrote it. */
  receiver: string
  /** Known while the connection stands. */
  sender: string
  ledger: CryptoPaymentModuleService
  logger: Logger
}

/**
 * The gateway's webhook (contract §6). It responds after the delivery is handled. What the headers
 * tell is refused before the body is read; a signed delivery is never refused for what else came
 * from its address. A self-test does not read the ledger, and a repeated delivery reads it once.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse) {
  const provider_id = req.params.provider_id
  const delivery: Delivery = {
    req,
    provider_id,
    receiver: JSON.stringify(provider_id),
    sender: senderOf(req),
    ledger: req.scope.resolve(CRYPTO_PAYMENT_MODULE),
    logger: req.scope.resolve("logger"),
  }
  await send(res, delivery, await handle(delivery))
}

async function handle(delivery: Delivery): Promise<Answer> {
  const provider = delivery.ledger.merchants.provider(delivery.provider_id)
  if (!provider) {
    const message = "no such crypto payment provider"
    return { status: 404, message, isUnread: true }
  }
  const refused = admit(delivery)
  if (refused) return refused
  const body = await readBody(delivery.req, BODY_DEADLINE_MS)
  if (body.fault) return { ...FAULTS[body.fault], isCut: true }
  const observed = await observe(delivery, provider, body.bytes)
  return "observation" in observed
    ? await settle(delivery, provider, observed)
    : answerUnobserved(delivery, observed)
}

/** By its headers, before anything is read. */
function admit({ req, sender }: Delivery): Rejection | undefined {
  const { reason } = readWebhookHeaders(
    req.headers["x-webhook-timestamp"],
    req.headers["x-webhook-signature"]
  )
  return reason
    ? { ...refuseForged(sender, reason, "bad_headers"), isUnread: true }
    : undefined
}

const FAULTS: Record<"incomplete" | "too_slow" | "too_large", Rejection> = {
  incomplete: { status: 400, message: "body is incomplete" },
  too_slow: { status: 408, message: "body is too slow" },
  too_large: {
    status: 413,
    message: `body is larger than ${MAX_BODY_BYTES} bytes`,
    failure: "too_large",
  },
}

function refuseForged(
  sender: Delivery["sender"],
  message: string,
  failure: FailureReason
): Rejection {
  const retryAfterSeconds = senders.secondsBlocked(sender, Date.now())
  if (retryAfterSeconds > 0) {
    const message = "too many forged deliveries from this address"
    return { status: 429, message, retryAfterSeconds }
  }
  senders.forged(sender, Date.now())
  return { status: 401, message, failure }
}

async function observe(
  { req, provider_id, sender, ledger }: Delivery,
  { merchantKey }: ConfiguredProvider,
  rawBody: Buffer
): Promise<Observed> {
  const merchant = ledger.merchants.options(merchantKey)
  const { merchantId } = merchant
  const observed = await observeDelivery({
    provider_id,
    merchant,
    gateway: ledger.merchants.gateway(merchantKey),
    rawBody,
    headers: req.headers,
    now: new Date(),
    findExternalId: async (gateway_payment_id) => {
      const [known] = await ledger.listCryptoPayments(
        { merchant_id: merchantId, gateway_payment_id },
        { select: ["external_id"], take: 1 }
      )
      return known?.external_id
    },
    secondsToStaleRead: (id) => secondsToStaleRead(merchantId, id),
  })
  if (!("forged" in observed) && !observed.stale) {
    senders.signed(sender, Date.now())
  }
  return observed
}

/** Of a delivery that tells nothing about a payment. */
function answerUnobserved(
  { sender, receiver, logger }: Delivery,
  observed: Exclude<Observed, { observation: unknown }>
): Answer {
  if ("forged" in observed) {
    const { message, reason } = observed.forged
    return refuseForged(sender, message, reason)
  }
  if ("error" in observed) {
    const { reason: failure, ...rejection } = observed.error
    return { ...rejection, failure }
  }
  if ("selfTest" in observed) {
    const body = selfTestAnswer(observed.selfTest)
    return { status: 200, body, isDelivery: false }
  }
  logger.warn(
    `crypto webhook for ${receiver} names no external_id, and neither the ledger nor the gateway has its payment`
  )
  return handled(null, observed.stale)
}

async function settle(
  { req, receiver, ledger, logger }: Delivery,
  provider: ConfiguredProvider,
  observed: Extract<Observed, { observation: unknown }>
): Promise<Answer> {
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
    return handled(known.state, stale)
  }
  const upToDate = await ledger.observations.findRecorded(observation)
  if (upToDate && !needsSettling(upToDate)) {
    countObservation(observation.source, observation.status)
    return handled(upToDate.state, stale)
  }
  const { result } = await settleCryptoPaymentWorkflow(req.scope)
    .run({ input: { observation, lease_wait_ms: LEASE_WAIT_MS } })
    .catch(async (error: unknown) => {
      const failure = "internal_error"
      await tryToLog(logger, () =>
        ledger.webhookLog.recordFailure(provider, failure)
      )
      throw error
    })
  if (!result.busy) return handled(result.state, stale)
  const message = `crypto payment ${result.id} is being handled`
  return { status: 503, message, failure: "busy" }
}

/** A stale delivery counts as delivered and as a failure. */
function handled(state: AttemptState | null, stale: boolean): Handled {
  const failure = stale ? "stale_timestamp" : undefined
  return { status: 200, body: { state }, isDelivery: true, failure }
}

/** Responds first: the gateway must not wait for the webhook log. */
async function send(
  res: MedusaResponse,
  { req, provider_id, ledger, logger, ...delivery }: Delivery,
  answer: Answer
): Promise<void> {
  if ("message" in answer) {
    if (answer.isUnread) await endUnread(req, res)
    if (answer.isCut) res.set("connection", "close")
    const { retryAfterSeconds: seconds } = answer
    if (seconds) res.set("retry-after", String(seconds))
    noteRejection({ ...delivery, provider_id, ledger, logger }, answer)
    res.status(answer.status).json({ message: answer.message })
  } else {
    res.status(answer.status).json(answer.body)
  }
  const provider = ledger.merchants.provider(provider_id)
  if (!provider) return
  const { failure } = answer
  if ("isDelivery" in answer && answer.isDelivery) {
    await tryToLog(logger, () => ledger.webhookLog.recordDelivery(provider))
  }
  if (failure) {
    await tryToLog(logger, () =>
      ledger.webhookLog.recordFailure(provider, failure)
    )
  }
}

/**
 * A body that is not read must not keep arriving. One that came with its headers is parsed only
 * after this handler began; its sender keeps the connection, since a new one costs more.
 */
async function endUnread(req: MedusaRequest, res: MedusaResponse) {
  await nextTurn()
  if (!req.complete) res.set("connection", "close")
}

/**
 * A delivery that has to come again is signed, and names its payment;
 * a captured one may come for ever.
 */
function noteRejection(
  { provider_id, receiver, ledger, logger }: Omit<Delivery, "req">,
  { status, message, retryAfterSeconds }: Rejection
): void {
  const sentence = `crypto webhook for ${receiver} refused with ${status}: ${message}`
  if (status === 503 && !retryAfterSeconds) return void logger.warn(sentence)
  const known = ledger.merchants.provider(provider_id) ? provider_id : ""
  rejections.note(`${known} ${status} ${message}`, sentence, (line) =>
    logger.warn(line)
  )
}

/** A failure is only logged: it must not change the response to a delivery that was handled. */
async function tryToLog(
  logger: Logger,
  record: () => Promise<void>
): Promise<void> {
  try {
    await record()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    logger.warn(`crypto webhook health could not be written: ${message}`)
  }
}
