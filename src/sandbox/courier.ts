import { createHmac, randomUUID } from "node:crypto"
import { createRequire } from "node:module"
import { setTimeout as sleep } from "node:timers/promises"
import { isNativeError } from "node:util/types"
import { Agent, request } from "undici"
import { z } from "zod"
import type { Payment } from "./payments"
import { type Surroundings, takeFault, type WebhookFault } from "./surroundings"

/** One webhook to one address, with the history of its attempts. */
export type Delivery = {
  id: string
  payment_id: string
  merchant_id: string
  /** The payment status that it announces. */
  status: string
  url: string
  /** Sent unchanged on each attempt. */
  body: string
  state: "waiting" | "delivered" | "given_up"
  /** In milliseconds since 1970; null for a delivery that is under way or over. */
  next_attempt_at_ms: number | null
  attempts_left: number
  attempts: Attempt[]
}

type Attempt = {
  at: string
  /** Null without a response. */
  http_status: number | null
  error: string | null
  fault: WebhookFault["kind"] | null
}

type Flaw = { corrupt?: boolean; ageSeconds?: number }

/** Sends webhooks until each got a 2xx or ran out of attempts (contract §6, §8). */
export class Courier {
  /** Oldest first. */
  readonly deliveries = new Map<string, Delivery>()
  private readonly agent = new Agent()
  private readonly stop = new AbortController()
  private readonly running = new Set<Promise<void>>()
  private readonly heldBack = new Set<() => void>()
  private advancedMs = 0

  constructor(private readonly world: Surroundings) {}

  /** Sends the payment's status, if the payment has a callback_url. */
  announce(payment: Payment): void {
    if (payment.callback_url === null) return
    const delivery: Delivery = {
      id: randomUUID(),
      payment_id: payment.id,
      merchant_id: payment.merchant_id,
      status: payment.status,
      url: this.callbackUrl(payment, payment.callback_url),
      body: webhookBody(payment),
      state: "waiting",
      next_attempt_at_ms: null,
      attempts_left: 0,
      attempts: [],
    }
    this.deliveries.set(delivery.id, delivery)
    this.redeliver(delivery)
  }

  /** `callback_params` are published to be passed there, and how is not. */
  private callbackUrl({ callback_params }: Payment, url: string): string {
    if (this.world.options.contractOnly) return url
    const withParams = new URL(url)
    for (const [name, value] of Object.entries(callback_params)) {
      const text = typeof value === "string" ? value : JSON.stringify(value)
      withParams.searchParams.append(name, text)
    }
    return withParams.href
  }

  redeliver(delivery: Delivery): void {
    delivery.state = "waiting"
    delivery.attempts_left = (this.world.options.retryCount ?? 60) + 1
    this.schedule(delivery, this.world.now().getTime())
  }

  advance(ms: number): void {
    this.advancedMs += ms
    for (const delivery of this.deliveries.values()) {
      const atMs = delivery.next_attempt_at_ms
      if (atMs !== null) this.schedule(delivery, atMs - ms)
    }
  }

  async close(): Promise<void> {
    this.stop.abort(new Error("the sandbox stopped"))
    await Promise.all(this.running)
    await this.agent.destroy()
  }

  private schedule(delivery: Delivery, atMs: number): void {
    delivery.next_attempt_at_ms = atMs
    this.world.deadlines.set(delivery.id, atMs, () => {
      const attempt = this.attempt(delivery).finally(() =>
        this.running.delete(attempt)
      )
      this.running.add(attempt)
    })
  }

  private async attempt(delivery: Delivery): Promise<void> {
    const { now, options, webhookFaults } = this.world
    const fault = takeFault(webhookFaults)
    // A delivery under way has no due time: advancing the clock must not start it again.
    delivery.next_attempt_at_ms = null
    const startedAt = now().toISOString()
    const advancedBeforeMs = this.advancedMs
    const response = await this.play(fault, delivery)
    const { http_status: status } = response
    if (this.stop.signal.aborted && status === null) return
    const endedAtMs = now().getTime()
    const played = fault?.kind ?? null
    delivery.attempts.push({ at: startedAt, ...response, fault: played })
    delivery.attempts_left -= 1
    if (status !== null && status >= 200 && status < 300) {
      delivery.state = "delivered"
    } else if (delivery.attempts_left > 0) {
      const intervalMs = (options.retryIntervalSeconds ?? 60) * 1_000
      const skippedMs = this.advancedMs - advancedBeforeMs
      this.schedule(delivery, endedAtMs + intervalMs - skippedMs)
    } else {
      delivery.state = "given_up"
    }
    if (fault?.kind !== "reorder") {
      this.heldBack.forEach((release) => release())
      this.heldBack.clear()
    }
  }

  private async play(fault: WebhookFault | undefined, delivery: Delivery) {
    const send = (flaw?: Flaw) => this.send(delivery, flaw)
    switch (fault?.kind) {
      case undefined:
        return send()
      case "drop":
        return { http_status: null, error: "webhook dropped" }
      case "delay":
        await this.pause(fault.seconds ?? 5)
        return send()
      case "duplicate":
        return (await Promise.all([send(), send()]))[0]
      case "reorder":
        await Promise.race([
          new Promise<void>((resolve) => this.heldBack.add(resolve)),
          this.pause(fault.seconds ?? 5),
        ])
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

  /** Signs and sends (contract §6), without the client's code, which could be wrong in the same way; follows no redirect. */
  private async send(
    { url, body, merchant_id, attempts: [first] }: Delivery,
    { corrupt, ageSeconds = 0 }: Flaw = {}
  ): Promise<Pick<Attempt, "http_status" | "error">> {
    const { merchants, now, options } = this.world
    const signedAt = first && options.contractOnly ? new Date(first.at) : now()
    const seconds = Math.floor(signedAt.getTime() / 1_000)
    const timestamp = String(seconds - Math.floor(ageSeconds))
    const secret = merchants.get(merchant_id)?.webhook_secret ?? ""
    const signature = createHmac("sha256", secret)
      .update(`${timestamp}.${body}`)
      .digest("hex")
    const rawBody = Buffer.from(body)
    if (corrupt) rawBody[rawBody.length >> 1] ^= 1
    const { webhookTimeoutSeconds = 10 } = options
    const timeout = AbortSignal.timeout(webhookTimeoutSeconds * 1_000)
    try {
      const response = await request(url, {
        method: "POST",
        headers: {
          "x-webhook-timestamp": timestamp,
          "x-webhook-signature": signature,
          "content-type": "application/json",
          "user-agent": USER_AGENT,
        },
        body: rawBody,
        dispatcher: this.agent,
        signal: AbortSignal.any([timeout, this.stop.signal]),
      })
      await response.body.dump()
      return { http_status: response.statusCode, error: null }
    } catch (error) {
      const message = isNativeError(error) ? error.message : String(error)
      return { http_status: null, error: message }
    }
  }

  private async pause(seconds: number): Promise<void> {
    const options = { signal: this.stop.signal }
    await sleep(seconds * 1_000, undefined, options).catch(() => undefined)
  }
}

const { version } = z
  .object({ version: z.string() })
  .parse(
    createRequire(__filename)("medusa-payment-crypto-sandbox/package.json")
  )

const USER_AGENT = `medusa-payment-crypto-sandbox/${version} node/${process.versions.node}`

/** What a webhook says (contract §6). Nothing was paid when the payment expired. */
function webhookBody(payment: Payment): string {
  const { status, received_amount, target } = payment
  const coin = target && {
    amount: received_amount ?? target.amount,
    currency: target.currency,
  }
  return JSON.stringify({
    id: payment.id,
    external_id: payment.external_id,
    status,
    original_amount: payment.original_amount,
    original_currency: payment.original_currency,
    ...(status !== "expired" && coin),
    merchant_id: payment.merchant_id,
    terminal_id: "deprecated",
  })
}
