import { positive } from "./client-options"
import { GatewayOutcomeUnknownError, isGatewayError } from "./errors"
import { shortText } from "./plain-text"
import type { Payment } from "./schemas"

/** A payment status that we have a meaning for (merchant-api.md section 3, and two observed ones). */
export type KnownStatus = (typeof KNOWN_STATUSES)[number]

/** What a status says about the money: it arrived, it never will, or it may still come. */
export type PaymentOutcome = "paid" | "unpaid" | "open"

/**
 * What a gateway status means for the sale (merchant-api.md section 3).
 * A status we do not know is "open": it decides nothing, and is asked about again.
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

/** Whether we have a meaning for this status; one we lack should be logged as it came. */
export function isKnownStatus(status: string): status is KnownStatus {
  return known.has(status)
}

/** A status in quotes for a log or a screen: one line of at most 64 visible characters. */
export function quoteStatus(status: string): string {
  return `"${shortText(status, MAX_QUOTED)}"`
}

/** How often to look, and for how long; the defaults are those of merchant-api.md section 8. */
export type WaitOptions = {
  /** The wait after the first look; doubles from then on. @default 5_000 */
  firstDelayMs?: number
  /** @default 30_000 */
  maxDelayMs?: number
  /** @default 1_800_000 */
  giveUpAfterMs?: number
}

/** The world as the wait sees it. */
export type WaitEnvironment = {
  read: () => Promise<Payment>
  sleep: (delayMs: number) => Promise<void>
  /** A clock that never runs backwards, in milliseconds. */
  elapsedClockMs: () => number
}

/**
 * Looks at a payment until it is paid or never will be. A failure that may
 * pass is waited out like an open status, and the gateway's own wish for a
 * longer wait goes first.
 *
 * @throws GatewayOutcomeUnknownError when time is up; any failure that cannot
 * pass; TypeError when an option is no whole number of milliseconds from 1 on
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
    const look = await lookAt(read)
    if (look.payment && paymentOutcome(look.payment.status) !== "open") {
      return look.payment
    }
    const timeLeftMs = deadlineMs - elapsedClockMs()
    const askedMs = (look.retryAfterSeconds ?? 0) * 1000
    if (timeLeftMs <= 0 || askedMs > timeLeftMs) {
      throw new GatewayOutcomeUnknownError(
        `Gave up waiting for the payment ${id} after ${giveUpAfterMs} ms: ${look.state}`,
        { cause: look.cause }
      )
    }
    await sleep(Math.max(askedMs, Math.min(delayMs, timeLeftMs)))
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

type Look = {
  payment?: Payment
  /** What was found, in words. */
  state: string
  retryAfterSeconds?: number
  cause?: unknown
}

async function lookAt(read: () => Promise<Payment>): Promise<Look> {
  try {
    const payment = await read()
    return { payment, state: `it is still "${payment.status}"` }
  } catch (error) {
    if (isGatewayError(error) && error.retryable) {
      const { message, retryAfterSeconds } = error
      return { state: message, retryAfterSeconds, cause: error }
    }
    throw error
  }
}
