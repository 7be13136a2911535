import type { Attempt } from "../ledger/rows"
import { isMoneySeen, type AttentionReason } from "../lifecycle/states"
import { sameAmount } from "../money/price"
import type { Wish } from "./wish"

/** Use an attempt that is there, or make the next revision. */
export type Choice =
  { use: Attempt } | { already_paid: Attempt } | { revision: number }

/** Reasons under which a paid attempt can still become its cart's order. */
const hopeful: readonly (AttentionReason | null)[] = [
  "order_not_placed",
  "amount_mismatch",
  "unmatched",
]

/**
 * The same wish again is served by the attempt that is there, so a reload or a
 * double click mints nothing at the gateway. A new revision is made only when
 * no attempt can serve: other price, flow, coin, test flag or provider, or all
 * that could are final and unpaid. Money that came comes first: a shopper whose
 * older page was paid late is not asked to pay the newer one. A settled attempt of the same wish means
 * that there is nothing left to pay.
 */
export function chooseAttempt(
  attempts: readonly Attempt[],
  wish: Wish
): Choice {
  const alike = attempts.filter((attempt) => isAlike(attempt, wish))
  const settled = alike.find(({ state }) => state === "settled")
  if (settled) return { already_paid: settled }
  const able = alike.filter(canServe)
  const serving = able.find(({ state }) => isMoneySeen(state)) ?? able[0]
  if (serving) return { use: serving }
  const highest = Math.max(0, ...attempts.map(({ revision }) => revision))
  return { revision: highest + 1 }
}

function isAlike(attempt: Attempt, wish: Wish): boolean {
  return (
    attempt.provider_id === wish.provider.provider_id &&
    attempt.flow === wish.provider.flow &&
    attempt.currency_code === wish.price.currency_code &&
    attempt.amount !== null &&
    sameAmount(attempt.amount, wish.price.amount) &&
    attempt.target_currency === wish.target_currency &&
    attempt.is_test === wish.is_test
  )
}

function canServe({ state, attention_reason }: Attempt): boolean {
  switch (state) {
    case "creating":
    case "open":
    case "paid":
      return true
    case "attention":
      return hopeful.includes(attention_reason)
    case "closed":
    case "resolved":
    case "settled":
      return false
  }
}
