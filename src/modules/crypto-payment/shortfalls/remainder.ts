import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import type { Attempt } from "../models/rows"
import { isSamePrice } from "../settling/authorization"
import { missingPrice } from "./crypto-difference"
import { attemptPrice, comparablePrice, type Price } from "../settling/price"
import { attention, type Decision } from "../settling/decision"
import type { Facts, FirstFacts } from "../settling/facts"
import type { DecimalString } from "../settling/money"

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

/** Whether a settled remainder still has the order and payment of the attempt that it completed. */
export function decideSettledRemainder(
  { order_id, payment_id }: Facts["attempt"],
  first: FirstFacts
): Decision {
  const stands =
    first.state === "settled" &&
    first.order_id === order_id &&
    first.payment_id === payment_id
  return stands
    ? { type: "verify" }
    : { type: "reopen", fact: { type: "underpaid_changed" } }
}

/** A remainder places no order by itself: it follows the attempt that it completed. */
export function decideCompleting(
  { price }: Facts["attempt"],
  { id, state, order_id, payment_id, is_tried }: FirstFacts
): Decision {
  if (state === "settled" && payment_id !== null) {
    return { type: "settle", order_id, payment_id }
  }
  if (!is_tried && state !== "resolved") {
    return { type: "settle_first", first_id: id }
  }
  if (state === "paid") return { type: "record" }
  return attention("order_not_placed", {
    type: "underpaid_needs_attention",
    paid: price,
  })
}

/** Its remainder was paid after the underpaid attempt was completed or decided about. */
export function decideTooLate({ state, completed_by }: FirstFacts): Decision {
  return completed_by !== null || state === "settled"
    ? attention("duplicate_payment", { type: "underpaid_was_complete" })
    : attention("late_payment", { type: "underpaid_was_decided" })
}
