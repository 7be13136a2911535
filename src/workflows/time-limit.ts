import { setTimeout as wait } from "node:timers/promises"
import { MedusaError } from "@medusajs/framework/utils"

/** A bus whose Redis is out of reach keeps what it is handed, and does not answer. */
export const EMIT_LIMIT_MS = 10_000

/**
 * What `work` comes to, unless it takes too long: what a module of Medusa hands to Redis, or to a
 * provider, may never be answered. The work goes on then, and its result is ignored.
 *
 * @throws MedusaError UNEXPECTED_STATE after the limit
 */
export async function withTimeLimit<Result>(
  work: Promise<Result>,
  limitMs: number
): Promise<Result> {
  const timer = new AbortController()
  const limit = wait(limitMs, undefined, { signal: timer.signal }).then(() => {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `No answer within ${limitMs / 1_000} s.`
    )
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    timer.abort()
  }
}
