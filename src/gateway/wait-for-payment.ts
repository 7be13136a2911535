import { positive } from "./client-options"
import { GatewayOutcomeUnknownError, isGatewayError } from "./errors"
import { paymentOutcome } from "./payment-status"
import type { Payment } from "./wire"

/** How often to look, and for how long; the defaults are those of merchant-api.md section 8. */
export interface WaitOptions {
  /** The wait after the first look; doubles from then on. @default 5_000 */
  firstDelayMs?: number
  /** @default 30_000 */
  maxDelayMs?: number
  /** @default 1_800_000 */
  giveUpAfterMs?: number
}

/** The world as the wait sees it. */
export interface WaitEnvironment {
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

interface Look {
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
