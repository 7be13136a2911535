import type { Coin } from "./coins"
import type { WebhookFault } from "./faults"
import type { Merchant } from "./merchants"
import type { SandboxOptions } from "./options"

/** What the payments and the webhooks of one sandbox find around them. */
export type Surroundings = {
  options: SandboxOptions
  now: () => Date
  coins: Coin[]
  merchants: ReadonlyMap<string, Merchant>
  deadlines: Deadlines
  webhookFaults: WebhookFault[]
}

/** Timers by key: at most one per key, all of them stopped by `close`. */
export class Deadlines {
  private readonly timers = new Map<string, NodeJS.Timeout>()
  private closed = false

  constructor(private readonly now: () => Date) {}

  /** Runs `reached` once at the given time; replaces the timer of the key. */
  set(key: string, atMs: number, reached: () => void): void {
    this.clear(key)
    if (this.closed) return
    const remainingMs = Math.max(0, atMs - this.now().getTime())
    const timer = setTimeout(
      () => {
        if (remainingMs > LONGEST_TIMER_MS) return this.set(key, atMs, reached)
        this.timers.delete(key)
        reached()
      },
      Math.min(remainingMs, LONGEST_TIMER_MS)
    )
    this.timers.set(key, timer)
  }

  clear(key: string): void {
    clearTimeout(this.timers.get(key))
    this.timers.delete(key)
  }

  close(): void {
    this.closed = true
    this.timers.forEach((timer) => clearTimeout(timer))
  }
}

// Node runs a timer of more than 2^31 ms at once.
const LONGEST_TIMER_MS = 2 ** 30
