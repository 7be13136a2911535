import { webhookHeaders } from "../webhook-headers"
import type { MinimalPayment, Status } from "./payments"

export type DeliveryOptions = {
  /** Sent in place of the payment's own status. */
  status?: Status | (string & {})
  /** @default now */
  timestampSeconds?: number
  /** Signed with this secret in place of the merchant's. */
  secret?: string
  /** Changes the event before it is signed: authentic, though odd. */
  mutate?: (event: WebhookBody) => unknown
  /** Changes the bytes after they are signed: not authentic any more. */
  tamper?: (rawBody: string) => string
  /** Sent here in place of the payment's callback_url. */
  url?: string
}

export type DeliveryAnswer = { status: number; body: string }

export type WebhookBody = {
  status: string
  external_id: string
  id: string
  original_amount: string
  original_currency: string
  amount?: string
  currency?: string
  terminal_id: string
  merchant_id: string
}

/** One signed delivery, contract §6. It is not retried. */
export async function deliverWebhook(
  payment: MinimalPayment,
  merchant: { merchantId: string; webhookSecret: string },
  options: DeliveryOptions = {}
): Promise<DeliveryAnswer> {
  const target = options.url ?? payment.callbackUrl
  if (target === undefined) {
    throw new Error(`Payment ${payment.id} was created without callback_url.`)
  }
  const event: WebhookBody = {
    status: options.status ?? payment.status,
    external_id: payment.externalId,
    id: payment.id,
    original_amount: payment.amount,
    original_currency: payment.currency,
    amount: payment.crypto?.amount,
    currency: payment.crypto?.currency,
    terminal_id: "deprecated",
    merchant_id: merchant.merchantId,
  }
  const rawBody = JSON.stringify(options.mutate ? options.mutate(event) : event)
  const { timestampSeconds, secret = merchant.webhookSecret } = options
  const response = await fetch(target, {
    method: "POST",
    headers: webhookHeaders(rawBody, secret, timestampSeconds?.toString()),
    body: options.tamper ? options.tamper(rawBody) : rawBody,
  })
  return { status: response.status, body: await response.text() }
}
