import { isNativeError } from "node:util/types"
import { type Dispatcher, request } from "undici"
import { z } from "zod"
import { signWebhook } from "../../gateway/testing"
import { type WebhookFault, webhookFaultKind } from "../faults"
import type { Payment } from "../payments/payment"

const deliveryAttempt = z.object({
  at: z.string(),
  /** Null without a response. */
  http_status: z.number().nullable(),
  error: z.string().nullable(),
  duration_ms: z.number(),
  /** The fault played on it. */
  fault: webhookFaultKind.nullable(),
})

/** One webhook to one address, with the history of its attempts. */
export const delivery = z.object({
  id: z.string(),
  payment_id: z.string(),
  merchant_id: z.string(),
  /** The payment status that it announces. */
  status: z.string(),
  url: z.string(),
  /** Sent unchanged on each attempt. */
  body: z.string(),
  state: z.enum(["waiting", "delivered", "given_up"]),
  /** When the next attempt is due, in milliseconds since 1970. */
  next_attempt_at_ms: z.number().nullable(),
  /** Attempts left while they fail. */
  attempts_left: z.number(),
  attempts: z.array(deliveryAttempt),
})
export type Delivery = z.infer<typeof delivery>

/** The HTTP status of the receiver, or why there was no response. */
export type WebhookResponse =
  { http_status: number; error: null } | { http_status: null; error: string }

/**
 * The webhook's body (contract §6). `amount` and `currency` are missing
 * when the payment expired, because nothing was paid.
 */
export function webhookBody(payment: Payment): string {
  const paid = payment.status === "expired" ? null : payment.target
  return JSON.stringify({
    id: payment.id,
    external_id: payment.external_id,
    status: payment.status,
    original_amount: payment.original_amount,
    original_currency: payment.original_currency,
    ...(paid ? { amount: paid.amount, currency: paid.currency } : {}),
    merchant_id: payment.merchant_id,
    terminal_id: "deprecated",
  })
}

/**
 * Signs and sends one webhook (contract §6); follows no redirect.
 * `corrupt` changes a byte after signing.
 */
export async function sendWebhook(post: {
  url: string
  body: string
  secret: string
  timestampSeconds: number
  timeoutMs: number
  dispatcher: Dispatcher
  /** Aborts the attempt when the sandbox stops. */
  stopped: AbortSignal
  corrupt: boolean
}): Promise<WebhookResponse> {
  const { secret, timestampSeconds, timeoutMs, dispatcher, stopped } = post
  const rawBody = Buffer.from(post.body)
  const headers = signWebhook({ rawBody, secret, timestampSeconds })
  try {
    const response = await request(post.url, {
      method: "POST",
      headers: { ...headers },
      body: post.corrupt ? corrupted(rawBody) : rawBody,
      dispatcher,
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), stopped]),
    })
    await response.body.dump()
    return { http_status: response.statusCode, error: null }
  } catch (error) {
    return {
      http_status: null,
      error: isNativeError(error) ? error.message : String(error),
    }
  }
}

/** Plays a fault on one attempt, and returns the response that the gateway sees. */
export async function playWebhookFault(
  fault: WebhookFault,
  attempt: {
    send: (flaw?: {
      corrupt?: boolean
      ageSeconds?: number
    }) => Promise<WebhookResponse>
    pause: (seconds: number) => Promise<void>
    /** Resolves when another webhook was sent, or after so many seconds. */
    untilNextIsSent: (maxSeconds: number) => Promise<void>
  }
): Promise<WebhookResponse> {
  const { send, pause, untilNextIsSent } = attempt
  switch (fault.kind) {
    case "drop":
      return { http_status: null, error: "webhook dropped" }
    case "delay":
      await pause(fault.seconds ?? 5)
      return send()
    case "duplicate": {
      const [first] = await Promise.all([send(), send()])
      return first
    }
    case "reorder":
      await untilNextIsSent(fault.seconds ?? 5)
      return send()
    case "corrupt":
      return send({ corrupt: true })
    case "stale":
      return send({ ageSeconds: fault.seconds ?? 3_600 })
    case "lose_answer":
      await send()
      return { http_status: null, error: "response lost" }
  }
}

function corrupted(body: Buffer): Buffer {
  const changed = Buffer.from(body)
  const middle = changed.length >> 1
  changed.writeUInt8(changed.readUInt8(middle) ^ 1, middle)
  return changed
}
