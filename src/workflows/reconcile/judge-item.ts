import { type ListedPayment, paymentOutcome } from "../../gateway"
import { type Attempt, needsSettling } from "../../modules/crypto-payment"

/** An item of the gateway's list that says which payment it is and how it is. */
export type TellingItem = ListedPayment & { status: string }

/**
 * What an item of the list means for the ledger.
 * - `settle`: it tells something new about this attempt.
 * - `look`: it tells nothing new, and the attempt was due.
 * - `adopt`: it is paid, and the ledger does not know it.
 * - `nothing`: it tells nothing new, and nobody asked.
 */
export type Verdict = "settle" | "look" | "adopt" | "nothing"

/** @param claimedUntil the claim of this run, see `Claim`. */
export function judgeItem(
  item: TellingItem,
  row: Attempt | undefined,
  claimedUntil: Date
): Verdict {
  const isPaid = paymentOutcome(item.status) === "paid"
  if (!row) return isPaid ? "adopt" : "nothing"
  switch (row.state) {
    case "creating":
      return isPaid ? "settle" : "nothing"
    case "open":
    case "closed":
      if (item.status !== row.gateway_status) return "settle"
      if (needsSettling(row)) return "settle"
      return isClaimed(row, claimedUntil) ? "look" : "nothing"
    case "paid":
    case "attention":
    case "settled":
    case "resolved":
      return "nothing"
  }
}

/** Whether this run holds the attempt. */
export function isClaimed(
  { next_check_at }: Pick<Attempt, "next_check_at">,
  until: Date
): boolean {
  return next_check_at?.getTime() === until.getTime()
}
