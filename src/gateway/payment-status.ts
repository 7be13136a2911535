import { positive } from "./client-options"
import { GatewayOutcomeUnknownError, isGatewayError } from "./errors"
import { shortText } from "./plain-text"
import type { Payment } from "./schemas"

/** What a status means: paid, final without payment, or not final. */
export type PaymentOutcome = "paid" | "unpaid" | "open"

/** The statuses with a known meaning (contract §3, and two observed ones). */
const OUTCOMES = {
  created: "open",
  pending: "open",
  confirmed: "paid",
  confirmed_manual: "paid",
  failed: "unpaid",
  expired: "unpaid",
} as const satisfies Record<string, PaymentOutcome>

/** A payment status with a known meaning. */
export type KnownStatus = keyof typeof OUTCOMES

/** The outcome of a status (contract §3). An unknown one is "open": it decides nothing, and is read again. */
export function paymentOutcome(status: string): PaymentOutcome {
  return isKnownStatus(status) ? OUTCOMES[status] : "open"
}

/** Whether the status has a known meaning; log an unknown one unchanged. */
export function isKnownStatus(status: string): status is KnownStatus {
  return Object.hasOwn(OUTCOMES, status)
}

/** A status in quotes for a log or a screen: one line of at most 64 visible characters. */
export function quoteStatus(status: string): string {
  return `"${shortText(status, 64)}"`
}

/** Interval and time limit of polling; the defaults are those of contract §8. */
export type WaitOptions = {
  /** The wait after the first read; doubles after each further one. @default 5_000 */
  firstDelayMs?: number
  /** @default 30_000 */
  maxDelayMs?: number
  /** @default 1_800_000 */
  giveUpAfterMs?: number
}

/** What polling needs from outside. */
type WaitEnvironment = {
  read: () => Promise<Payment>
  sleep: (delayMs: number) => Promise<void>
  /** A clock that never runs backwards, in milliseconds. */
  elapsedClockMs: () => number
}

/**
 * Reads a payment until it reaches a terminal status (contract §3, §8): paid or not. An unknown
 * status and a retryable error count as an open one, and a longer `Retry-After` replaces the
 * interval.
 *
 * @throws GatewayOutcomeUnknownError when time is up; any error that is not retryable
 */
export async function waitForPayment(
  id: string,
  {
    firstDelayMs = 5_000,
    maxDelayMs = 30_000,
    giveUpAfterMs = 1_800_000,
  }: WaitOptions,
  { read, sleep, elapsedClockMs }: WaitEnvironment
): Promise<Payment> {
  positive("maxDelayMs", maxDelayMs)
  let delayMs = positive("firstDelayMs", firstDelayMs)
  const deadlineMs = elapsedClockMs() + positive("giveUpAfterMs", giveUpAfterMs)
  for (;;) {
    let state: string
    let retryAfterMs = 0
    let cause: unknown
    try {
      const payment = await read()
      if (paymentOutcome(payment.status) !== "open") return payment
      state = `its status is still "${payment.status}"`
    } catch (error) {
      if (!isGatewayError(error) || !error.retryable) throw error
      state = error.message
      retryAfterMs = (error.retryAfterSeconds ?? 0) * 1000
      cause = error
    }
    const timeLeftMs = deadlineMs - elapsedClockMs()
    if (timeLeftMs <= 0 || retryAfterMs > timeLeftMs) {
      throw new GatewayOutcomeUnknownError(
        `Timed out after ${giveUpAfterMs} ms waiting for the payment ${id}: ${state}`,
        { cause }
      )
    }
    await sleep(Math.max(retryAfterMs, Math.min(delayMs, timeLeftMs)))
    delayMs = Math.min(maxDelayMs, delayMs * 2)
  }
}
