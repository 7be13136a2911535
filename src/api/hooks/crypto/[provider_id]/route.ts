import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  countObservation,
  CRYPTO_PAYMENT_MODULE,
  type FailureReason,
  needsSettling,
  selfTestAnswer,
  type WebhookLog,
} from "../../../../modules/crypto-payment"
import { settleCryptoPaymentWorkflow } from "../../../../workflows/settle-crypto-payment"
import { maxBodyBytes, readBody } from "../../../request-body"
import { observeDelivery } from "./observe-delivery"

/** How long a second delivery of a payment waits for the first. */
const leaseWaitMs = 8_000

/**
 * The gateway's webhook (contract §6). It responds after the delivery is handled:
 * 200 handled, or permanently nothing to do; 400 signed but without an id or a
 * status; 401 wrong signature or signature headers; 404 no such provider; 413
 * over 64 KiB; 500 and 503 try again, nothing is half-done. A self-test does not
 * read the ledger, and a repeated delivery reads it once.
 */
export async function POST(
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const logger = req.scope.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const provider_id = req.params.provider_id
  const receiver = JSON.stringify(provider_id)
  const reject = (status: number, message: string) => {
    logger.warn(
      `crypto webhook for ${receiver} refused with ${status}: ${message}`
    )
    res.status(status).json({ message })
  }

  const provider = ledger.merchants.provider(provider_id)
  if (!provider) return reject(404, "no such crypto payment provider")
  const deliveries = new DeliveryLog(ledger.webhookLog, logger, provider_id)
  const body = await readBody(req)
  if ("fault" in body) {
    res.set("connection", "close")
    if (body.fault === "incomplete") return reject(400, "body is incomplete")
    reject(413, `body is larger than ${maxBodyBytes} bytes`)
    return await deliveries.failed("too_large")
  }
  const observed = await observeDelivery({
    provider_id,
    merchant: ledger.merchants.options(provider.merchantKey),
    gateway: ledger.merchants.gateway(provider.merchantKey),
    rawBody: body.bytes,
    headers: req.headers,
    now: new Date(),
    findExternalId: async (gateway_payment_id) => {
      const { merchantId: merchant_id } = ledger.merchants.options(
        provider.merchantKey
      )
      const [known] = await ledger.listCryptoPayments(
        { merchant_id, gateway_payment_id },
        { select: ["external_id"], take: 1 }
      )
      return known?.external_id
    },
  })
  if ("selfTest" in observed) {
    res.status(200).json(selfTestAnswer(observed.selfTest))
    return
  }
  if ("error" in observed) {
    const { status, message, reason } = observed.error
    reject(status, message)
    return await deliveries.failed(reason)
  }
  if ("unknown" in observed) {
    logger.warn(
      `crypto webhook for ${receiver} names no external_id, and neither the ledger nor the gateway has its payment`
    )
    res.status(200).json({ state: null })
    return await deliveries.handled(observed)
  }
  if (observed.warning) {
    logger.warn(`crypto webhook for ${receiver}: ${observed.warning}`)
  }
  const known =
    observed.isUnknownToGateway &&
    (await ledger.observations.findAttempt(observed.observation))
  if (known) {
    // A stale delivery that the gateway does not confirm must not change an attempt.
    logger.warn(
      `crypto webhook for crypto payment ${known.id} is stale, and the gateway has no such payment any more`
    )
    res.status(200).json({ state: known.state })
    return await deliveries.handled(observed)
  }
  const upToDate = await ledger.observations.findRecorded(observed.observation)
  if (upToDate && !needsSettling(upToDate)) {
    const { source, status } = observed.observation
    countObservation(source, status)
    res.status(200).json({ state: upToDate.state })
    return await deliveries.handled(observed)
  }
  const { result } = await settleCryptoPaymentWorkflow(req.scope)
    .run({
      input: { observation: observed.observation, lease_wait_ms: leaseWaitMs },
    })
    .catch(async (error: unknown) => {
      await deliveries.failed("internal_error")
      throw error
    })
  if (result.busy) {
    reject(503, `crypto payment ${result.id} is being handled`)
    return await deliveries.failed("busy")
  }
  // Respond first: the gateway must not wait for the delivery log.
  res.status(200).json({ state: result.state })
  await deliveries.handled(observed)
}

/**
 * Records the deliveries to one provider for the health page. An error is only
 * logged: it must not change the response to a delivery that was handled.
 */
class DeliveryLog {
  constructor(
    private readonly webhookLog: WebhookLog,
    private readonly logger: Logger,
    private readonly providerId: string
  ) {}

  /** A stale delivery counts as delivered and as a failure. */
  async handled({ stale }: { stale: boolean }): Promise<void> {
    await this.write(() => this.webhookLog.recordDelivery(this.providerId))
    if (stale) await this.failed("stale_timestamp")
  }

  async failed(reason: FailureReason): Promise<void> {
    await this.write(() =>
      this.webhookLog.recordFailure(this.providerId, reason)
    )
  }

  private async write(record: () => Promise<void>): Promise<void> {
    try {
      await record()
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      this.logger.warn(`crypto webhook health could not be written: ${message}`)
    }
  }
}
