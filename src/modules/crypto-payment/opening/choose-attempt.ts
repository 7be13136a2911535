import type { Attempt } from "../ledger/rows"
import type { AttentionReason } from "../lifecycle/states"
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
 * that could are superseded, or final and unpaid. Money that came comes first:
 * a shopper whose older page was paid late is not asked to pay the newer one.
 * Where the same price is paid already, by whatever coin, there is nothing
 * left to pay.
 *
 * @param attempts newest revision first; those that are over may be left out.
 * @param highest the highest revision of all, those left out too.
 */
export function chooseAttempt(
  attempts: readonly Attempt[],
  wish: Wish,
  highest: number
): Choice {
  const samePrice = attempts.filter((attempt) => hasPriceOf(attempt, wish))
  const alike = samePrice.filter((attempt) => isAlike(attempt, wish))
  const paid = alike.find(isPaidWithHope) ?? samePrice.find(isPaidWithHope)
  if (paid) {
    const reusable = alike.includes(paid) && paid.state !== "settled"
    return reusable ? { use: paid } : { already_paid: paid }
  }
  const serving = alike.find(canServe)
  if (serving) return { use: serving }
  return { revision: highest + 1 }
}

function hasPriceOf(attempt: Attempt, { price, is_test }: Wish): boolean {
  return (
    attempt.amount !== null &&
    attempt.currency_code === price.currency_code &&
    sameAmount(attempt.amount, price.amount) &&
    attempt.is_test === is_test
  )
}

function isAlike(attempt: Attempt, wish: Wish): boolean {
  return (
    attempt.provider_id === wish.provider.provider_id &&
    attempt.flow === wish.provider.flow &&
    attempt.target_currency === wish.target_currency
  )
}

/** Paid, and its order is there or can still come. */
function isPaidWithHope({ state, attention_reason }: Attempt): boolean {
  switch (state) {
    case "paid":
    case "settled":
      return true
    case "attention":
      return hopeful.includes(attention_reason)
    case "creating":
    case "open":
    case "closed":
    case "resolved":
      return false
  }
}

function canServe({ state, superseded_at }: Attempt): boolean {
  return superseded_at === null && (state === "creating" || state === "open")
}
