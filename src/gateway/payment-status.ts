import { positive } from "./client-options"
import { GatewayOutcomeUnknownError, isGatewayError } from "./errors"
import { shortText } from "./plain-text"
import type { Payment } from "./schemas"

/** The payment statuses with a known meaning (contract §3, and two observed ones). */
export type KnownStatus = (typeof KNOWN_STATUSES)[number]

/** What a status means: paid, final without payment, or not final. */
export type PaymentOutcome = "paid" | "unpaid" | "open"

/**
 * The outcome of a gateway status (contract §3). An unknown
 * status is "open": it decides nothing, and the payment is read again.
 */
export function paymentOutcome(status: string): PaymentOutcome {
  if (!isKnownStatus(status)) {
    return "open"
  }
  switch (status) {
    case "confirmed":
    case "confirmed_manual":
      return "paid"
    case "expired":
    case "failed":
      return "unpaid"
    case "created":
    case "pending":
      return "open"
  }
}

/** Whether the status has a known meaning; log an unknown one unchanged. */
export function isKnownStatus(status: string): status is KnownStatus {
  return known.has(status)
}

/** A status in quotes for a log or a screen: one line of at most 64 visible characters. */
export function quoteStatus(status: string): string {
  return `"${shortText(status, MAX_QUOTED)}"`
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
 * Reads a payment until its status is final. A retryable error counts as an
 * open status, and a longer `Retry-After` replaces the interval.
 *
 * @throws GatewayOutcomeUnknownError when time is up; any error that is not
 * retryable; TypeError when an option is not a whole number of milliseconds from 1
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
    const poll = await pollOnce(read)
    if (poll.payment && paymentOutcome(poll.payment.status) !== "open") {
      return poll.payment
    }
    const timeLeftMs = deadlineMs - elapsedClockMs()
    const retryAfterMs = (poll.retryAfterSeconds ?? 0) * 1000
    if (timeLeftMs <= 0 || retryAfterMs > timeLeftMs) {
      throw new GatewayOutcomeUnknownError(
        `Timed out after ${giveUpAfterMs} ms waiting for the payment ${id}: ${poll.state}`,
        { cause: poll.cause }
      )
    }
    await sleep(Math.max(retryAfterMs, Math.min(delayMs, timeLeftMs)))
    delayMs = Math.min(maxDelayMs, delayMs * 2)
  }
}

const KNOWN_STATUSES = [
  "created",
  "pending",
  "confirmed",
  "confirmed_manual",
  "failed",
  "expired",
] as const

const MAX_QUOTED = 64

const known: ReadonlySet<string> = new Set(KNOWN_STATUSES)

type Poll = {
  payment?: Payment
  /** For the error message. */
  state: string
  retryAfterSeconds?: number
  cause?: unknown
}

async function pollOnce(read: () => Promise<Payment>): Promise<Poll> {
  try {
    const payment = await read()
    return { payment, state: `its status is still "${payment.status}"` }
  } catch (error) {
    if (isGatewayError(error) && error.retryable) {
      const { message, retryAfterSeconds } = error
      return { state: message, retryAfterSeconds, cause: error }
    }
    throw error
  }
}
