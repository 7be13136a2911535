import type { AdminCryptoPayment } from "../../api/types"

/** True of a payment that is expected to change by itself. */
export function isOnItsWay({
  state,
}: Pick<AdminCryptoPayment, "state">): boolean {
  return state === "creating" || state === "open" || state === "paid"
}
