import { z } from "zod"

/** Faults that can be played on a webhook attempt. */
export const webhookFaultKind = z.enum([
  // never sent; the gateway sees no answer and tries again later
  "drop",
  // sent after `seconds`
  "delay",
  // sent twice at the same moment
  "duplicate",
  // held back until the next webhook has been sent, at most `seconds`
  "reorder",
  // one byte changed after signing
  "corrupt",
  // signed with a timestamp that is `seconds` old
  "stale",
  // handled by the receiver, but its answer is lost
  "lose_answer",
])

export type WebhookFaultKind = z.infer<typeof webhookFaultKind>

/** A fault for the next `count` webhook attempts. */
export const webhookFault = z.strictObject({
  kind: webhookFaultKind,
  count: z.int().min(1).max(1_000_000).default(1),
  seconds: z.number().min(0).max(86_400).optional(),
})

export type WebhookFault = z.infer<typeof webhookFault>

/** The faults that wait for their attempt, first in first out. */
export class WebhookFaults {
  private queue: WebhookFault[] = []

  add(fault: WebhookFault): void {
    this.queue.push({ ...fault })
  }

  /** The fault of the next attempt, if any. */
  take(): WebhookFault | undefined {
    const [first] = this.queue
    if (!first) {
      return undefined
    }
    first.count -= 1
    if (first.count === 0) {
      this.queue.shift()
    }
    return first
  }

  waiting(): readonly WebhookFault[] {
    return this.queue
  }

  clear(): void {
    this.queue = []
  }
}
