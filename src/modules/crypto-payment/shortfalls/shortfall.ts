import { paymentOutcome } from "../../../gateway"
import type { Attempt } from "../models/rows"
import { cryptoDifference, isShortBy } from "./crypto-difference"
import type { ShortfallFact } from "../settling/attention-fact"
import { isPaidState } from "../attempts/states"

/**
 * What the option `maxShortfallPercent` says about the coins of a paid attempt. `awaited`: an amount that it needs was
 * not reported yet. A person decides where it was not reported in time (`unknown`), or too few
 * coins arrived (`exceeded`); `fact` names the amounts.
 */
export type Shortfall =
  | { type: "accepted" }
  | { type: "awaited" }
  | { type: "unknown" | "exceeded"; fact: ShortfallFact }

/** So long the gateway retries its webhooks (contract §8). */
const AWAITED_MS = 60 * 60_000

type Judged = Pick<
  Attempt,
  "state" | "gateway_status" | "paid_at" | "shortfall_accepted_at"
> &
  Parameters<typeof cryptoDifference>[0] &
  Pick<Attempt, "crypto_currency">

/**
 * The gateway's `confirmed` is money by contract. A rule makes a larger shortfall a matter for a
 * person, who may accept it. An amount that the gateway does not report is waited for, and then
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
      : { type: "unknown", fact: unknownFact(attempt) }
  }
  const max_percent = String(maxPercent)
  const difference = cryptoDifference(attempt)
  if (!difference || !isShortBy(attempt, max_percent)) {
    return { type: "accepted" }
  }
  const { crypto_amount, percent, amount, currency_code } = difference
  return {
    type: "exceeded",
    fact: {
      type: "underpaid",
      quoted: quoted_crypto_amount,
      received: received_crypto_amount,
      missing: unsigned(crypto_amount),
      coin: attempt.crypto_currency,
      percent: unsigned(percent),
      price:
        amount !== null && currency_code !== null
          ? { amount: unsigned(amount), currency_code }
          : null,
      max_percent,
    },
  }
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
  const { state, gateway_status, shortfall_accepted_at } = attempt
  if (shortfall_accepted_at !== null) return false
  if (state === "settled" || state === "resolved") return false
  return isPaidState(state) || paymentOutcome(gateway_status ?? "") === "paid"
}

function unknownFact(attempt: Judged): ShortfallFact {
  return {
    type: "received_amount_unknown",
    quoted: attempt.quoted_crypto_amount,
    received: attempt.received_crypto_amount,
    coin: attempt.crypto_currency,
  }
}

function unsigned(decimal: string): string {
  return decimal.replace("-", "")
}
