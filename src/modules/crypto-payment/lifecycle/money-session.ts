import type { Attempt } from "../ledger/rows"
import { isMoneySeen } from "./states"

/**
 * The session that holds an attempt's confirmed money, and must not be deleted
 * or replaced; null while it is unpaid, and once a person resolved it.
 */
export function moneySession(
  attempt: Pick<
    Attempt,
    "state" | "authorized_session_id" | "payment_session_id"
  >
): string | null {
  if (!isMoneySeen(attempt.state) || attempt.state === "resolved") return null
  return attempt.authorized_session_id ?? attempt.payment_session_id
}
