import { isGatewayError } from "./errors"

/** How often and for how long a call is retried. */
export type RetryPolicy = {
  /** Attempts in all, the first one included. */
  maxAttempts: number
  /** Retries must end within this time from the first attempt; the first attempt always has its full timeout. */
  maxElapsedMs: number
  /** The wait before the second attempt, doubled before each further one. */
  baseDelayMs: number
  maxDelayMs: number
}

/** Clock and randomness. */
type RetryEnvironment = {
  /** A clock that never runs backwards, in milliseconds. */
  elapsedClockMs: () => number
  /** From 0 up to, but not including, 1. */
  random: () => number
}

/**
 * Runs `attempt` until it succeeds, fails permanently, or reaches the limits of
 * the policy; then throws the last error. A `Retry-After` longer than the time
 * left ends it at once.
 *
 * @param attempt receives the milliseconds it may take
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
 * The wait after `attemptsMade` failures: exponential, with jitter over its upper
 * half so that clients that failed together do not retry together.
 *
 * @param random from 0 up to, but not including, 1
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
 * Waits; when `signal` aborts, rejects at once with the signal's reason
 * (node:timers/promises would wrap it).
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
