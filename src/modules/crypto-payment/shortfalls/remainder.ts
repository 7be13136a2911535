import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import type { MerchantOptions } from "../merchants/options"
import type { Attempt } from "../models/rows"
import { returnUrls } from "../opening/return-urls"
import { isSamePrice } from "../settling/authorization"
import { missingPrice } from "./crypto-difference"
import { attemptPrice, comparablePrice, type Price } from "../settling/price"
import { isPaidState } from "../attempts/states"
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

/**
 * What holds the money that a remainder was asked for, unless a person resolved that: nobody is to
 * pay it twice.
 */
export function paidPart<Part extends Pick<Attempt, "state" | "remainder_id">>(
  first: Part,
  remainders: readonly Part[]
): Part | undefined {
  if (first.remainder_id !== null) return first
  return remainders.find(
    ({ state }) => isPaidState(state) && state !== "resolved"
  )
}

/** How a remainder is paid: all that distinguishes two attempts that ask for it. */
export type RemainderTerms = Pick<
  Attempt,
  "provider_id" | "flow" | "target_currency" | "success_url" | "fail_url"
>

/**
 * The hosted page by which an admin asks, since the customer may be gone from the checkout. It returns
 * to where the underpaid payment did; an inline one had no page to return from.
 */
export function remainderPage(
  first: Pick<
    Attempt,
    "provider_id" | "payment_session_id" | "success_url" | "fail_url"
  >,
  merchant: Pick<MerchantOptions, "successUrl" | "failUrl">
): RemainderTerms {
  const { provider_id, payment_session_id, success_url, fail_url } = first
  const flow = "widget"
  const terms = {
    provider: { flow },
    session_id: payment_session_id ?? "",
    success_url: success_url ?? undefined,
    fail_url: fail_url ?? undefined,
  } as const
  return {
    provider_id,
    flow,
    target_currency: null,
    ...returnUrls(terms, merchant),
  }
}

/** Whether a remainder is asked for by this attempt, and can be paid by it. */
export function isAsking({
  state,
  superseded_at,
}: Pick<Attempt, "state" | "superseded_at">): boolean {
  return superseded_at === null && isUnpaid(state)
}

/** Whether an attempt asks for this price: what is missing changes where more coins arrive. */
export function isPricedAt(
  attempt: Pick<Attempt, "amount" | "currency_code">,
  price: Price | null
): boolean {
  const own = attemptPrice(attempt)
  return own !== null && price !== null && isSamePrice(own, price)
}

/** The columns by which an attempt serves to pay a remainder, or does not. */
type Asking = Pick<
  Attempt,
  | "state"
  | "superseded_at"
  | "provider_id"
  | "flow"
  | "target_currency"
  | "crypto_currency"
  | "amount"
  | "currency_code"
>

/**
 * How a customer pays the remainder that an admin asked for: by the attempt that asks for it in
 * the same way and at the same price, else by a new one, which supersedes that. Coins may come to
 * both; the first that is confirmed completes the payment.
 * @param price what is missing now.
 * @param maxOpen how many of them may be open at the gateway, superseded ones too; but not a page
 * without a coin that the new one supersedes, since that is ended at the gateway.
 */
export function chooseRemainder<Remainder extends Asking>(
  remainders: readonly Remainder[],
  terms: Pick<RemainderTerms, "provider_id" | "flow" | "target_currency">,
  price: Price | null,
  maxOpen: number
): "not_asked" | "limit_reached" | { use: Remainder } | "create" {
  if (remainders.length === 0) return "not_asked"
  const asking = remainders.find(isAsking)
  const serves =
    asking?.provider_id === terms.provider_id &&
    asking.flow === terms.flow &&
    asking.target_currency === terms.target_currency &&
    isPricedAt(asking, price)
  if (asking && serves) return { use: asking }
  const isEnded = (each: Remainder) =>
    each === asking && each.flow === "widget" && each.crypto_currency === null
  const open = remainders.filter(
    (each) => isUnpaid(each.state) && !isEnded(each)
  )
  return open.length < maxOpen ? "create" : "limit_reached"
}

/**
 * The superseded attempt that asks again once the gateway refused the one that superseded it; none
 * where another one asks, it has ended, or something else is missing now.
 */
export function remainderToRestore<Remainder extends Asking & { id: string }>(
  remainders: readonly Remainder[],
  id: string,
  price: Price | null
): Remainder | undefined {
  if (remainders.some(isAsking)) return undefined
  return remainders.find(
    (each) => each.id === id && isUnpaid(each.state) && isPricedAt(each, price)
  )
}

function isUnpaid(state: Attempt["state"]): boolean {
  return state === "creating" || state === "open"
}

/**
 * The attempt of a remainder that its customer has to see: the newest with a coin. One without is a
 * page that nobody used, and the next press of the customer leads there.
 * @param remainders newest first.
 */
export function shownRemainder<
  Remainder extends Pick<Attempt, "superseded_at" | "crypto_currency">,
>(remainders: readonly Remainder[]): Remainder | undefined {
  return remainders.find(
    ({ superseded_at, crypto_currency }) =>
      superseded_at === null && crypto_currency !== null
  )
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
