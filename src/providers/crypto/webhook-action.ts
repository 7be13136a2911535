import type {
  Logger,
  ProviderWebhookPayload,
  RemoteQueryFunction,
  WebhookActionData,
} from "@medusajs/framework/types"

import { parseWebhook, paymentOutcome, verifyWebhook } from "../../gateway"
import type { CryptoPaymentModuleService } from "../../modules/crypto-payment"
import { findSale } from "./sale"

type Dependencies = {
  cryptoPayment: CryptoPaymentModuleService
  query: RemoteQueryFunction
  logger: Logger
}

/**
 * What core may do about a webhook that came by its own hook route: capture
 * the session, or nothing (undefined).
 */
export async function readWebhook(
  { cryptoPayment, query, logger }: Dependencies,
  merchantKey: string,
  { rawData, headers }: ProviderWebhookPayload["payload"]
): Promise<WebhookActionData | undefined> {
  const merchant = cryptoPayment.merchants.options(merchantKey)
  const rawBody = rawBytes(rawData)
  const verdict = verifyWebhook({
    rawBody,
    timestamp: header(headers["x-webhook-timestamp"]),
    signature: header(headers["x-webhook-signature"]),
    secrets: merchant.webhookSecret,
    toleranceSeconds: merchant.webhookToleranceSeconds,
    now: new Date(),
  })
  if (!verdict.verified) {
    logger.warn(`crypto webhook on core's route refused: ${verdict.reason}`)
    return undefined
  }
  const parsed = parseWebhook(rawBody)
  if (!parsed.ok || paymentOutcome(parsed.event.status) !== "paid") return
  const [attempt] = await cryptoPayment.listCryptoPayments({
    merchant_id: merchant.merchantId,
    gateway_payment_id: parsed.event.id,
  })
  const sessionId = attempt?.payment_session_id
  if (!sessionId || attempt.state === "settled") return undefined
  const sale = await findSale(query, sessionId, attempt)
  return sale && { session_id: sessionId, amount: sale.amount }
}

/** Through Redis a Buffer arrives as `{ type: "Buffer", data: [...] }`. */
function rawBytes(rawData: unknown): Buffer {
  if (Buffer.isBuffer(rawData)) return rawData
  if (typeof rawData === "string") return Buffer.from(rawData)
  if (typeof rawData === "object" && rawData !== null && "data" in rawData) {
    const { data } = rawData
    if (Array.isArray(data)) return Buffer.from(data.map(Number))
  }
  return Buffer.alloc(0)
}

function header(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined
}
