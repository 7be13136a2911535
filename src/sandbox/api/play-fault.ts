import { setTimeout as sleep } from "node:timers/promises"
import { ERROR_PAGE, errorResponse } from "./api-error"
import type { RequestFault } from "./request-faults"

/** The answer, or "cut" when the caller shall get none. */
export type FaultyAnswer = Response | "cut"

/**
 * Plays a fault on a request. `handle` answers it properly; it runs for
 * `slow` and for faults that spoil the answer `after` the effect.
 */
export async function playFault(
  fault: RequestFault,
  handle: () => Promise<Response>
): Promise<FaultyAnswer> {
  const real = fault.when === "after" ? await handle() : null
  switch (fault.kind) {
    case "slow":
      // Unreferenced: a stopped sandbox does not wait for it.
      await sleep(fault.seconds * 1_000, undefined, { ref: false })
      return real ?? handle()
    case "error":
      return errorResponse(
        { status: fault.status, code: "INTERNAL_ERROR", message: "try later" },
        "json"
      )
    case "rate_limit":
      return errorResponse(
        {
          status: 429,
          code: "RATE_LIMIT_EXCEEDED",
          message: "too many requests",
        },
        "json",
        fault.retry_after_seconds === undefined
          ? {}
          : { "retry-after": String(fault.retry_after_seconds) }
      )
    case "broken_json": {
      const text = real ? await real.text() : '{"id":"n9cdFaTc","status":"cre'
      return new Response(text.slice(0, text.length >> 1), {
        headers: { "content-type": "application/json" },
      })
    }
    case "html":
      return new Response(ERROR_PAGE, {
        headers: { "content-type": "text/html; charset=utf-8" },
      })
    case "cut":
      return "cut"
  }
}
