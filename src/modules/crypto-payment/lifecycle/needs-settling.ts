import { paymentOutcome } from "../../../gateway"
import type { AttemptState } from "./states"

/**
 * Whether there is anything to decide about an attempt, so that a repeated
 * webhook costs neither a lease nor a look at carts and orders.
 *
 * @param reconsider look again at a payment that is in front of a person.
 */
export function needsSettling(
  attempt: { state: AttemptState; gateway_status: string | null },
  reconsider: boolean
): boolean {
  switch (attempt.state) {
    case "paid":
      return true
    case "attention":
      return reconsider
    case "creating":
    case "open":
      return paymentOutcome(attempt.gateway_status ?? "") === "unpaid"
    case "closed":
    case "settled":
    case "resolved":
      return false
  }
}
