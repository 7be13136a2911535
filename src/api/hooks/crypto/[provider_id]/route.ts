import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  countObservation,
  CRYPTO_PAYMENT_MODULE,
  needsSettling,
  selfTestAnswer,
} from "../../../../modules/crypto-payment"
import { settleCryptoPaymentWorkflow } from "../../../../workflows/settle-crypto-payment"
import { maxBodyBytes, readBody } from "../../../request-body"
import { DeliveryNotes } from "./delivery-notes"
import { observeDelivery } from "./observe-delivery"

/** A second delivery of the same payment waits for the first, this long. */
const leaseWaitMs = 8_000

/**
 * The gateway's webhook (contract §6), answered only after it is dealt
 * with: 200 handled, or nothing to do ever; 400 signed but without an id or a
 * status; 401 signature or its headers wrong; 404 no such provider; 413 over
 * 64 KiB; 500 and 503 try again, nothing is half-done. A self-test sample is answered
 * without a look at the ledger, and a fact told again with one look.
 */
export async function POST(
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const logger = req.scope.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const provider_id = req.params.provider_id
  const addressee = JSON.stringify(provider_id)
  const refuse = (status: number, message: string) => {
    logger.warn(
      `crypto webhook for ${addressee} refused with ${status}: ${message}`
    )
    res.status(status).json({ message })
  }

  const provider = ledger.merchants.provider(provider_id)
  if (!provider) return refuse(404, "no such crypto payment provider")
  const notes = new DeliveryNotes(ledger.webhookLog, logger, provider_id)
  const body = await readBody(req)
  if ("fault" in body) {
    res.set("connection", "close")
    if (body.fault === "incomplete") return refuse(400, "body is incomplete")
    refuse(413, `body is larger than ${maxBodyBytes} bytes`)
    return await notes.failed("too_large")
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
  if ("refusal" in observed) {
    const { status, message, reason } = observed.refusal
    refuse(status, message)
    return await notes.failed(reason)
  }
  if ("unknown" in observed) {
    logger.warn(
      `crypto webhook for ${addressee} is about a payment that neither the ledger nor the gateway knows, and names no external_id`
    )
    res.status(200).json({ state: null })
    return await notes.dealtWith(observed)
  }
  if (observed.warning) {
    logger.warn(`crypto webhook for ${addressee}: ${observed.warning}`)
  }
  const known =
    observed.disowned && (await ledger.observations.findAttempt(observed.observation))
  if (known) {
    // The ledger knows more than an old word that the gateway does not repeat.
    logger.warn(
      `crypto webhook about ${known.id} is too old to count, and the gateway knows no such payment any more`
    )
    res.status(200).json({ state: known.state })
    return await notes.dealtWith(observed)
  }
  const informed = await ledger.observations.findRecorded(observed.observation)
  if (informed && !needsSettling(informed)) {
    const { source, status } = observed.observation
    countObservation(source, status)
    res.status(200).json({ state: informed.state })
    return await notes.dealtWith(observed)
  }
  const { result } = await settleCryptoPaymentWorkflow(req.scope)
    .run({
      input: { observation: observed.observation, lease_wait_ms: leaseWaitMs },
    })
    .catch(async (error: unknown) => {
      await notes.failed("internal_error")
      throw error
    })
  if (result.busy) {
    refuse(503, `crypto payment ${result.id} is being dealt with`)
    return await notes.failed("busy")
  }
  // Answered first: writing down how it went must not make the gateway wait.
  res.status(200).json({ state: result.state })
  await notes.dealtWith(observed)
}
