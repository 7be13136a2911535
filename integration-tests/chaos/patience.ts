import { setTimeout as wait } from "node:timers/promises"
import { HttpError } from "../support/store/http-client"

const LONGEST_PAUSE_MS = 2_000
const LIMIT_MS = 90_000

/** No buyer waits for a shop forever. */
export class GaveUp extends Error {}

/**
 * Tries again as a person at a browser would, while the shop does not answer
 * or says that it is its own fault; rejects with GaveUp after long enough,
 * and at once with what is the buyer's fault.
 */
export async function patiently<Answer>(
  act: () => Promise<Answer>
): Promise<Answer> {
  const deadline = Date.now() + LIMIT_MS
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await act()
    } catch (error) {
      if (!mayPass(error)) throw error
      if (Date.now() > deadline) {
        throw new GaveUp("the buyer gave up", { cause: error })
      }
      await wait(pauseMs)
    }
  }
}

function mayPass(error: unknown): boolean {
  if (!(error instanceof HttpError)) return true
  const { status, body } = error
  // Another 409 than Medusa's: somebody else decided meanwhile.
  const isDecided = JSON.stringify(body).includes('"code":"changed"')
  return status >= 500 || status === 429 || (status === 409 && !isDecided)
}
