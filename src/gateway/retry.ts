import { isGatewayError } from "./errors"

/** How often and how long a call is repeated. */
export type RetryPolicy = {
  /** Attempts in all, the first one included. */
  maxAttempts: number
  /** No attempt runs on past this, measured from the start of the first; but the first has its own time-out in full. */
  maxElapsedMs: number
  /** The wait before the second attempt, doubled before each further one. */
  baseDelayMs: number
  maxDelayMs: number
}

/** The world as the loop sees it. */
export type RetryEnvironment = {
  /** A clock that never runs backwards, in milliseconds. */
  elapsedClockMs: () => number
  /** From 0 up to but without 1. */
  random: () => number
}

/**
 * Runs `attempt` until it succeeds, fails for good, or the policy's bounds are
 * reached; then throws the last failure. When the gateway asks for a wait that
 * does not fit into the time left, gives up at once.
 *
 * @param attempt is given the milliseconds it may take
 */
export async function retry<T>(
  attempt: (timeoutMs: number) => Promise<T>,
  policy: RetryPolicy,
  timeoutMs: number,
  { elapsedClockMs, random }: RetryEnvironment,
  signal?: AbortSignal
): Promise<T> {
  const startedMs = elapsedClockMs()
  let timeLeftMs = timeoutMs
  for (let made = 1; ; made += 1) {
    try {
      return await attempt(timeLeftMs)
    } catch (error) {
      if (
        !isGatewayError(error) ||
        !error.retryable ||
        made >= policy.maxAttempts
      ) {
        throw error
      }
      const delayMs =
        error.retryAfterSeconds === undefined
          ? backoffMs(made, policy, random())
          : error.retryAfterSeconds * 1000
      const afterDelayMs =
        policy.maxElapsedMs - (elapsedClockMs() - startedMs) - delayMs
      if (afterDelayMs <= 0) {
        throw error
      }
      await sleep(delayMs, signal)
      timeLeftMs = Math.min(timeoutMs, afterDelayMs)
    }
  }
}

/**
 * The wait after `attemptsMade` failures: exponential, and spread over its
 * upper half so that many clients that failed together do not return together.
 *
 * @param random from 0 up to but without 1
 */
export function backoffMs(
  attemptsMade: number,
  { baseDelayMs, maxDelayMs }: RetryPolicy,
  random: number
): number {
  const fullMs = Math.min(maxDelayMs, baseDelayMs * 2 ** (attemptsMade - 1))
  return Math.round(fullMs * (0.5 + random / 2))
}

/**
 * Waits, unless `signal` aborts first: then rejects at once with the signal's
 * reason itself (node:timers/promises would wrap it).
 */
export function sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort)
      resolve()
    }, delayMs)
    signal?.addEventListener("abort", onAbort, { once: true })
  })
}
