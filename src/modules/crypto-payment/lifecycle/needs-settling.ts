import { paymentOutcome } from "../../../gateway"
import type { AttemptState } from "./states"

/**
 * Why an attempt is settled although no observation asks for it.
 * - `reconsider`: decide again about a payment that needs attention.
 * - `verify`: as `reconsider`, and compare a settled payment with its order.
 */
export type Again = "reconsider" | "verify"

/**
 * Whether there is anything to decide about an attempt, so that a repeated
 * webhook costs neither a lease nor a read of carts and orders.
 */
export function needsSettling(
  attempt: {
    state: AttemptState
    gateway_status: string | null
    verified_at: Date | null
  },
  again?: Again
): boolean {
  switch (attempt.state) {
    case "paid":
      return true
    case "attention":
      return again !== undefined
    case "creating":
    case "open":
      return paymentOutcome(attempt.gateway_status ?? "") === "unpaid"
    case "settled":
      return again === "verify" && attempt.verified_at === null
    case "closed":
    case "resolved":
      return false
  }
}
