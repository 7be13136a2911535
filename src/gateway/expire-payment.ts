import { z } from "zod"
import type { CallOptions, Caller } from "./caller"
import { isGatewayError } from "./errors"
import { oneLine } from "./one-line"
import { paymentPath } from "./payment-path"
import { readAnswer } from "./read-answer"

/** Whether the gateway says that it closed the payment; if not, why, and the status it named. */
export type ExpireResult =
  | { expired: true; status: "expired" }
  | {
      expired: false
      /**
       * `not_found`: no such payment, or no such endpoint (404 says both).
       * `not_supported`: this gateway does not expire payments.
       * `not_confirmed`: it took the call, but does not say that the payment is expired.
       */
      reason: "not_found" | "not_supported" | "not_confirmed"
      status?: string
      message: string
    }

/**
 * `DELETE /v1/payments/{id}`: observed, not in merchant-api.md. So a gateway
 * that cannot do it fails nobody's work, and nothing of its answer is relied on.
 *
 * @throws GatewayError for the other failures, or the signal's reason
 */
export async function expirePayment(
  caller: Caller,
  id: string,
  options?: CallOptions
): Promise<ExpireResult> {
  const action = `expire the payment ${oneLine(id)}`
  const where = paymentPath(id, action)
  try {
    const answer = await caller.answer(
      { action, method: "DELETE", ...where },
      options
    )
    const { status } = readAnswer(answer, ExpireAnswer, action)
    return status === "expired"
      ? { expired: true, status }
      : notConfirmed(status, `the payment is "${status ?? "unknown"}"`)
  } catch (error) {
    return resultOf(error)
  }
}

const ExpireAnswer = z.object({
  status: z.string().optional().catch(undefined),
})

/** The failures that only mean "cannot"; every other one goes on to the caller. */
function resultOf(error: unknown): ExpireResult {
  if (isGatewayError(error)) {
    const { message } = error
    if (error.kind === "not_found") {
      return { expired: false, reason: "not_found", message }
    }
    if (error.status === 405 || error.status === 501) {
      return { expired: false, reason: "not_supported", message }
    }
    if (error.kind === "unexpected_answer") {
      return notConfirmed(undefined, message)
    }
  }
  throw error
}

function notConfirmed(
  status: string | undefined,
  message: string
): ExpireResult {
  return { expired: false, reason: "not_confirmed", status, message }
}
