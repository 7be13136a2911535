import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import type { Attempt } from "../models/rows"
import { isSamePrice } from "../settling/authorization"
import { missingPrice } from "./crypto-difference"
import {
  attemptPrice,
  comparablePrice,
  describePrice,
  type Price,
} from "../settling/price"
import type { Facts } from "../settling/facts"
import type { DecimalString } from "../settling/money"
import { shortfallReason } from "./shortfall"
import {
  isPaidState,
  type AttemptState,
  type AttentionReason,
} from "../attempts/states"

/**
 * What the remainder of an underpaid attempt is asked for. Null where its price is not the one that the
 * gateway named, or no part of it would be left for what arrived.
 */
export function remainderToRequest(attempt: Attempt): Price | null {
  const price = attemptPrice(attempt)
  const missing = missingPrice(attempt)
  if (!price || !missing) return null
  const isPart =
    price.currency_code.toLowerCase() === missing.currency_code &&
    MathBN.lt(missing.amount, price.amount)
  return isPart ? missing : null
}

/** The facts that say which of two parts is captured next. */
type CaptureFacts = {
  attempt: Pick<Facts["attempt"], "price" | "remainder_amount">
  payment: { price: Price | null } | null
}

/** The next of two captures: the first part, then what is left of the session's amount. */
export function nextCapture(
  { attempt, payment }: CaptureFacts,
  sessionAmount: DecimalString
): DecimalString {
  const { price, remainder_amount } = attempt
  if (!price || remainder_amount === null) return sessionAmount
  return payment?.price
    ? MathBN.sub(sessionAmount, payment.price.amount).toFixed()
    : MathBN.sub(price.amount, remainder_amount).toFixed()
}

/** A payment of Medusa with its captures. */
type CapturedPayment = {
  amount: BigNumberInput
  currency_code: string
  captures: readonly { id: string; amount: BigNumberInput }[]
}

/** Whether a capture of a payment in two parts is for the part that comes after the other captures. */
export function isNextCapture(
  attempt: Pick<Attempt, "amount" | "currency_code" | "remainder_amount">,
  { amount, currency_code, captures }: CapturedPayment,
  id: string
): boolean {
  const price = (value: BigNumberInput) =>
    comparablePrice({ amount: value, currency_code })
  const capture = captures.find((each) => each.id === id)
  const others = captures.filter((each) => each.id !== id)
  const captured = others.reduce(
    (sum, each) => MathBN.add(sum, each.amount),
    MathBN.convert(0)
  )
  const next = nextCapture(
    {
      attempt: { ...attempt, price: attemptPrice(attempt) },
      payment: others.length > 0 ? { price: price(captured) } : null,
    },
    MathBN.convert(amount).toFixed()
  )
  return (
    capture !== undefined && isSamePrice(price(capture.amount), price(next))
  )
}

/** The columns of an underpaid attempt that say whether a remainder may complete it. */
type Completable = Pick<
  Attempt,
  | "state"
  | "attention_reason"
  | "remainder_of"
  | "remainder_id"
  | "shortfall_accepted_at"
>

/** Whether a confirmed remainder may complete it: no person decided otherwise, and no other remainder did. */
export function mayBeCompleted(
  attempt: Completable,
  isGivenBack: boolean
): boolean {
  return (
    attempt.state === "attention" &&
    attempt.attention_reason === "underpaid" &&
    attempt.remainder_of === null &&
    attempt.remainder_id === null &&
    attempt.shortfall_accepted_at === null &&
    !isGivenBack
  )
}

/** What a decision about an attempt that asks for a remainder depends on. */
export type RemainderFacts = {
  attempt: Facts["attempt"] & { id: string; payment_id: string | null }
  gateway_price: Price | null
  merchant: Facts["merchant"]
  /** The underpaid attempt. */
  first: {
    id: string
    state: AttemptState
    attention_reason: AttentionReason | null
    remainder_id: string | null
    order_id: string | null
    payment_id: string | null
    may_be_completed: boolean
  } | null
  /** This run has settled the first attempt just before. */
  is_tried: boolean
}

/**
 * What to do about an attempt that asks for a remainder. It places no order by itself: `complete` lets
 * it complete the first attempt, `settle_first` settles that one, which captures both parts.
 */
export type RemainderDecision =
  | { type: "record" | "close" | "complete" | "settle_first" | "verify" }
  | { type: "settle"; order_id: string | null; payment_id: string }
  | { type: "reopen"; detail: string }
  | { type: "attention"; reason: AttentionReason; detail: string }

/** The decision table of a remainder. Pure: same facts, same decision. */
export function decideRemainder(facts: RemainderFacts): RemainderDecision {
  const { state, outcome } = facts.attempt
  if (state === "resolved") return { type: "record" }
  if (state === "settled") return decideSettledRemainder(facts)
  if (isPaidState(state) || outcome === "paid") {
    return decidePaidRemainder(facts)
  }
  return { type: outcome === "unpaid" ? "close" : "record" }
}

function decideSettledRemainder({
  attempt,
  first,
}: RemainderFacts): RemainderDecision {
  const stands =
    first?.state === "settled" &&
    first.order_id === attempt.order_id &&
    first.payment_id === attempt.payment_id
  return stands
    ? { type: "verify" }
    : { type: "reopen", detail: "The payment that it completes changed." }
}

function decidePaidRemainder(facts: RemainderFacts): RemainderDecision {
  const { attempt, first, merchant, gateway_price } = facts
  const completes = first !== null && first.remainder_id === attempt.id
  if (completes) return decideCompleting(facts, first)
  const { is_test, price, shortfall } = attempt
  if (merchant && is_test !== merchant.test_mode) {
    return attention(
      "test_mode_mismatch",
      "The gateway did not report it as a payment of the provider's mode."
    )
  }
  if (!first || !price) {
    return attention("unmatched", "The payment that it completes is unknown.")
  }
  if (gateway_price && !isSamePrice(gateway_price, price)) {
    return attention(
      "amount_mismatch",
      `Paid for ${describePrice(gateway_price)}, due is ${describePrice(price)}.`
    )
  }
  if (first.may_be_completed && !attempt.sent_back) {
    if (shortfall.type === "awaited") return { type: "record" }
    return shortfall.type === "accepted"
      ? { type: "complete" }
      : attention(shortfallReason(shortfall), shortfall.detail)
  }
  return first.remainder_id !== null || first.state === "settled"
    ? attention("duplicate_payment", `Payment ${first.id} was complete before.`)
    : attention(
        "late_payment",
        `Payment ${first.id} was decided about before its remainder was paid.`
      )
}

function decideCompleting(
  { attempt, is_tried }: RemainderFacts,
  first: NonNullable<RemainderFacts["first"]>
): RemainderDecision {
  const { state, order_id, payment_id } = first
  if (state === "settled" && payment_id !== null) {
    return { type: "settle", order_id, payment_id }
  }
  if (!is_tried && state !== "resolved") return { type: "settle_first" }
  if (state === "paid") return { type: "record" }
  return attention(
    "order_not_placed",
    `${describePrice(attempt.price)} complete payment ${first.id}, which needs attention itself.`
  )
}

function attention(reason: AttentionReason, detail: string): RemainderDecision {
  return { type: "attention", reason, detail }
}
