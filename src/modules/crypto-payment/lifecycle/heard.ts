import { paymentOutcome } from "../../../gateway"
import { isMoneySeen, type AttemptState } from "./states"

/**
 * What a word of the gateway changes on an attempt, besides its timeline.
 * - `paid`: the attempt becomes paid, and its row keeps the gateway's words.
 * - `words`: the row keeps the gateway's words.
 * - `nothing`: money is never unseen, so a late word of expiry is not kept.
 */
export type Heard = "paid" | "words" | "nothing"

/** Pure; the ledger applies it to a row that it has locked. */
export function heard(state: AttemptState, status: string): Heard {
  if (paymentOutcome(status) === "paid") {
    // From `settled` only the verification leads back to `paid`.
    return isMoneySeen(state) ? "words" : "paid"
  }
  return isMoneySeen(state) ? "nothing" : "words"
}
