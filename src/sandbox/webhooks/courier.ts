import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { Agent } from "undici"
import { Deadlines } from "../deadlines"
import type { FaultQueue, WebhookFault } from "../faults"
import type { Payment } from "../payments/payment"
import {
  type Delivery,
  playWebhookFault,
  sendWebhook,
  webhookBody,
  type WebhookResponse,
} from "./delivery"

/** Sends webhooks until each got a 2xx or ran out of attempts (contract §6, §8). */
export class Courier {
  private readonly deadlines: Deadlines
  private readonly deliveries = new Map<string, Delivery>()
  private readonly agent = new Agent()
  private readonly stop = new AbortController()
  private readonly running = new Set<Promise<void>>()
  private readonly heldBack = new Set<() => void>()
  private advancedMs = 0

  constructor(private readonly options: CourierOptions) {
    this.deadlines = new Deadlines(options.now)
  }

  /** Sends the payment's status, if the payment has a callback_url. */
  announce(payment: Payment): void {
    if (payment.callback_url === null) {
      return
    }
    this.restore({
      id: randomUUID(),
      payment_id: payment.id,
      merchant_id: payment.merchant_id,
      status: payment.status,
      url: payment.callback_url,
      body: webhookBody(payment),
      state: "waiting",
      next_attempt_at_ms: this.options.now().getTime(),
      attempts_left: this.options.retryCount + 1,
      attempts: [],
    })
    this.options.onChange()
  }

  /** Adds an existing delivery and continues it. */
  restore(delivery: Delivery): void {
    this.deliveries.set(delivery.id, delivery)
    if (delivery.state === "waiting") {
      // A delivery that was under way when the sandbox was killed has no due time.
      delivery.next_attempt_at_ms ??= this.options.now().getTime()
    }
    this.schedule(delivery)
  }

  find(id: string): Delivery | undefined {
    return this.deliveries.get(id)
  }

  /** Every delivery, oldest first. */
  all(): Delivery[] {
    return [...this.deliveries.values()]
  }

  /** Sends the same body once more, now. */
  redeliver(delivery: Delivery): void {
    delivery.state = "waiting"
    delivery.attempts_left = this.options.retryCount + 1
    delivery.next_attempt_at_ms = this.options.now().getTime()
    this.schedule(delivery)
    this.options.onChange()
  }

  /** Brings every waiting retry forward. */
  advance(ms: number): void {
    this.advancedMs += ms
    for (const delivery of this.deliveries.values()) {
      if (delivery.next_attempt_at_ms !== null) {
        delivery.next_attempt_at_ms -= ms
        this.schedule(delivery)
      }
    }
    this.options.onChange()
  }

  /** Stops at once; deliveries under way stay waiting. */
  async close(): Promise<void> {
    this.deadlines.close()
    this.stop.abort(new Error("the sandbox stopped"))
    await Promise.all(this.running)
    await this.agent.destroy()
  }

  private schedule(delivery: Delivery): void {
    if (delivery.next_attempt_at_ms === null) {
      return
    }
    this.deadlines.set(delivery.id, delivery.next_attempt_at_ms, () => {
      const attempt = this.attempt(delivery).finally(() =>
        this.running.delete(attempt)
      )
      this.running.add(attempt)
    })
  }

  private async attempt(delivery: Delivery): Promise<void> {
    const fault = this.options.faults.take()
    // A delivery under way has no due time: advancing the clock must not start it again.
    delivery.next_attempt_at_ms = null
    const startedAt = this.options.now()
    const advancedBeforeMs = this.advancedMs
    const response = await (fault
      ? playWebhookFault(fault, {
          send: (flaw) => this.send(delivery, flaw),
          pause: (seconds) => this.pause(seconds),
          untilNextIsSent: (seconds) => this.untilNextIsSent(seconds),
        })
      : this.send(delivery))
    if (this.stop.signal.aborted && response.http_status === null) {
      delivery.next_attempt_at_ms = startedAt.getTime()
      this.options.onChange()
      return
    }
    const endedAtMs = this.options.now().getTime()
    delivery.attempts.push({
      at: startedAt.toISOString(),
      ...response,
      duration_ms: endedAtMs - startedAt.getTime(),
      fault: fault?.kind ?? null,
    })
    const skippedMs = this.advancedMs - advancedBeforeMs
    this.settle(
      delivery,
      response,
      endedAtMs + this.options.retryIntervalMs - skippedMs
    )
    if (fault?.kind !== "reorder") {
      this.releaseHeldBack()
    }
  }

  private settle(
    delivery: Delivery,
    { http_status: status }: WebhookResponse,
    retryAtMs: number
  ): void {
    delivery.attempts_left -= 1
    if (status !== null && status >= 200 && status < 300) {
      delivery.state = "delivered"
    } else if (delivery.attempts_left > 0) {
      delivery.next_attempt_at_ms = retryAtMs
      this.schedule(delivery)
    } else {
      delivery.state = "given_up"
    }
    this.options.onChange()
  }

  private send(
    delivery: Delivery,
    { corrupt = false, ageSeconds = 0 } = {}
  ): Promise<WebhookResponse> {
    const [first] = delivery.attempts
    const signedAt =
      first && !this.options.freshSignatures
        ? new Date(first.at)
        : this.options.now()
    const signedAtSeconds = Math.floor(signedAt.getTime() / 1_000)
    return sendWebhook({
      url: delivery.url,
      body: delivery.body,
      secret: this.options.secretOf(delivery.merchant_id) ?? "",
      timestampSeconds: signedAtSeconds - Math.floor(ageSeconds),
      timeoutMs: this.options.timeoutMs,
      dispatcher: this.agent,
      stopped: this.stop.signal,
      corrupt,
    })
  }

  private async untilNextIsSent(maxSeconds: number): Promise<void> {
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    this.heldBack.add(release)
    await Promise.race([released, this.pause(maxSeconds)])
    this.heldBack.delete(release)
  }

  private releaseHeldBack(): void {
    for (const release of this.heldBack) {
      release()
    }
  }

  private async pause(seconds: number): Promise<void> {
    const options = { signal: this.stop.signal }
    await sleep(seconds * 1_000, undefined, options).catch(() => undefined)
  }
}

type CourierOptions = {
  retryIntervalMs: number
  retryCount: number
  timeoutMs: number
  now: () => Date
  faults: FaultQueue<WebhookFault>
  /** Each attempt has its own timestamp, instead of the first one's. */
  freshSignatures: boolean
  /** The current webhook secret of the merchant. */
  secretOf: (merchantId: string) => string | undefined
  /** Called after every change. */
  onChange: () => void
}
