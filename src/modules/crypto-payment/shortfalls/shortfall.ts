import { paymentOutcome } from "../../../gateway"
import type { Attempt } from "../models/rows"
import { cryptoDifference, isShortBy } from "./crypto-difference"
import { describePrice } from "../settling/price"
import { isPaidState } from "../attempts/states"

/**
 * What the option `maxShortfallPercent` says about the coins of a paid attempt. `awaited`: an amount that it needs was
 * not reported yet. A person decides where it was not reported in time (`unknown`), or too few
 * coins arrived (`exceeded`); `detail` names the amounts.
 */
export type Shortfall =
  | { type: "accepted" }
  | { type: "awaited" }
  | { type: "unknown" | "exceeded"; detail: string }

/** So long the gateway retries its webhooks (contract §8). */
const AWAITED_MS = 60 * 60_000

type Judged = Pick<
  Attempt,
  | "state"
  | "gateway_status"
  | "paid_at"
  | "shortfall_accepted_at"
  | "remainder_id"
> &
  Parameters<typeof cryptoDifference>[0] &
  Pick<Attempt, "crypto_currency">

/**
 * The gateway's `confirmed` is money by contract. A rule makes a larger shortfall a matter for a
 * person, who may accept it, or ask for the remainder. An amount that the gateway does not report is waited for, and then
 * a person decides, too.
 * @param now on the database's clock.
 */
export function judgeShortfall(
  attempt: Judged,
  maxPercent: number,
  now: Date
): Shortfall {
  if (!isRuled(attempt)) return { type: "accepted" }
  const { quoted_crypto_amount, received_crypto_amount } = attempt
  if (quoted_crypto_amount === null || received_crypto_amount === null) {
    const paidMs = (attempt.paid_at ?? now).getTime()
    return now.getTime() - paidMs < AWAITED_MS
      ? { type: "awaited" }
      : { type: "unknown", detail: describeUnknown(attempt) }
  }
  const percent = String(maxPercent)
  return isShortBy(attempt, percent)
    ? { type: "exceeded", detail: describeShortfall(attempt, percent) }
    : { type: "accepted" }
}

/** Why a person decides about the coins of an attempt. */
export function shortfallReason({ type }: { type: "unknown" | "exceeded" }) {
  return type === "unknown" ? "received_amount_unknown" : "underpaid"
}

/** Whether the rule needs the quoted amount of a paid attempt, which no webhook names. */
export function needsQuote(attempt: Judged): boolean {
  return attempt.quoted_crypto_amount === null && isRuled(attempt)
}

function isRuled(attempt: Judged): boolean {
  const { state, gateway_status, shortfall_accepted_at, remainder_id } = attempt
  if (shortfall_accepted_at !== null || remainder_id !== null) return false
  if (state === "settled" || state === "resolved") return false
  return isPaidState(state) || paymentOutcome(gateway_status ?? "") === "paid"
}

function describeUnknown({
  quoted_crypto_amount: quoted,
  received_crypto_amount: received,
  crypto_currency: coin,
}: Judged): string {
  const named = (amount: string | null) =>
    amount === null ? "an unknown amount" : `${amount} ${coin ?? "coins"}`
  return `Quoted ${named(quoted)}, received ${named(received)}: the gateway did not report it within an hour.`
}

function describeShortfall(attempt: Judged, maxPercent: string): string {
  const difference = cryptoDifference(attempt)
  const coin = attempt.crypto_currency ?? "coins"
  const unsigned = (text = "") => text.replace("-", "")
  const { amount, currency_code } = difference ?? {}
  const price =
    amount && currency_code
      ? `, ${describePrice({ amount: unsigned(amount), currency_code })}`
      : ""
  return (
    `Quoted ${attempt.quoted_crypto_amount} ${coin}, received ${attempt.received_crypto_amount} ${coin}: ` +
    `${unsigned(difference?.crypto_amount)} ${coin} short (${unsigned(difference?.percent)} %${price}). ` +
    `Accepted without a decision: ${maxPercent} %.`
  )
}
