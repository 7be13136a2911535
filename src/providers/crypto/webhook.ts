import type {
  ProviderWebhookPayload,
  WebhookActionResult,
} from "@medusajs/framework/types"
import { PaymentActions } from "@medusajs/framework/utils"
import { parseWebhook, paymentOutcome, verifyWebhook } from "../../gateway"
import type { Dependencies } from "./dependencies"
import { findSession } from "./session-data"

const nothingToDo: WebhookActionResult = {
  action: PaymentActions.NOT_SUPPORTED,
}

/** At core's own hook route, only confirmed money of an existing session is `captured`: else core could complete another cart. */
export async function readWebhook(
  { cryptoPayment, query, logger }: Dependencies,
  merchantKey: string,
  { rawData, headers }: ProviderWebhookPayload["payload"]
): Promise<WebhookActionResult> {
  const merchant = cryptoPayment.merchants.options(merchantKey)
  const rawBody = rawBytes(rawData)
  const verdict = verifyWebhook({
    rawBody,
    timestamp: header(headers["x-webhook-timestamp"]),
    signature: header(headers["x-webhook-signature"]),
    secrets: merchant.webhookSecret,
    now: new Date(),
  })
  if (!verdict.verified) {
    logger.warn(`crypto webhook on core's route refused: ${verdict.reason}`)
    return nothingToDo
  }
  const parsed = parseWebhook(rawBody)
  if (!parsed.ok || paymentOutcome(parsed.event.status) !== "paid") {
    return nothingToDo
  }
  const [attempt] = await cryptoPayment.listCryptoPayments({
    merchant_id: merchant.merchantId,
    gateway_payment_id: parsed.event.id,
  })
  const sessionId = attempt?.payment_session_id
  if (!sessionId || attempt.state === "settled") return nothingToDo
  const session = await findSession(query, sessionId)
  if (!session) return nothingToDo
  return {
    action: PaymentActions.SUCCESSFUL,
    data: { session_id: sessionId, amount: session.amount },
  }
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
