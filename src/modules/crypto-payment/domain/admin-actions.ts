import { MathBN } from "@medusajs/framework/utils"
import { notAllowed } from "../../../medusa-errors"
import { describePrice, paidPrice } from "./facts"
import { type GivenBack, priceLeft, surplusLeft } from "./refund-terms"
import { isOfPrice, leftToRefund, refundablePrice } from "./refunds"
import { mayBeCompleted, restToAskFor } from "./rest"
import { type AttemptState, awaitsAcceptance, needsAttention } from "./states"
import type { Attempt } from "../ledger/rows"
import type { Refund } from "../ledger/refunds"

/** What a person can do about a payment in the admin. */
export const ADMIN_ACTIONS = [
  "check",
  "accept",
  "ask_for_rest",
  "retry_order",
  "reinstate",
  "resolve",
  "record_refund",
  "request_refund",
] as const

export type AdminAction = (typeof ADMIN_ACTIONS)[number]

type RecordedRefunds = readonly Pick<
  Refund,
  "kind" | "amount" | "crypto_amount" | "refund_id"
>[]

/** A refund request that waits for its address, or to be sent. */
export type OpenRequest = GivenBack & { id: string; currency_code: string }

/**
 * What an attempt is connected with: the other part of a payment in two parts (those that ask for
 * its rest, or the one that it asks for the rest of), and its open refund requests.
 */
export type Parts = {
  rests?: readonly Pick<Attempt, "state">[]
  first?: Pick<Attempt, "state" | "rest_id"> | null
  requests?: readonly OpenRequest[]
}

/** Not while a refund is promised: the money would be used twice. */
const USES_THE_MONEY: readonly AdminAction[] = [
  "accept",
  "ask_for_rest",
  "retry_order",
  "reinstate",
  "resolve",
]

/** What may be done now: the one rule of what the admin offers and the API refuses. */
export function allowedActions(
  attempt: Attempt,
  refunds: RecordedRefunds,
  parts: Parts = {}
) {
  return ADMIN_ACTIONS.filter((action) =>
    isAllowed(action, attempt, refunds, parts)
  )
}

function isAllowed(
  action: AdminAction,
  attempt: Attempt,
  refunds: RecordedRefunds,
  parts: Parts
): boolean {
  if (USES_THE_MONEY.includes(action) && promised(parts)) return false
  const sentBack = refunds.some(isOfPrice)
  switch (action) {
    case "check":
      return attempt.gateway_payment_id !== null
    case "accept":
      return (
        awaitsAcceptance(attempt) && !sentBack && !isRestPaid(attempt, parts)
      )
    case "ask_for_rest":
      return (
        mayBeCompleted(attempt, sentBack) &&
        restToAskFor(attempt) !== null &&
        !isRestPaid(attempt, parts)
      )
    case "retry_order":
      return attempt.state === "attention"
    case "reinstate":
      return isLateForItsOrder(attempt) && !sentBack
    case "resolve":
      return needsAttention(attempt) && !isBeingCompleted(attempt, parts)
    case "record_refund":
      return (
        mayRecordRefund(attempt, refunds) && !isBeingCompleted(attempt, parts)
      )
    case "request_refund":
      return (
        mayRequestRefund(attempt, [...refunds, ...(parts.requests ?? [])]) &&
        !isBeingCompleted(attempt, parts)
      )
  }
}

/** The first open request for money that was paid for. */
function promised({ requests = [] }: Parts): OpenRequest | undefined {
  return requests.find(isOfPrice)
}

function isUnderpaid({ state, attention_reason }: Attempt): boolean {
  return state === "attention" && attention_reason === "underpaid"
}

/** Its money is there, and nobody has decided otherwise. */
function isPaid({ state }: Pick<Attempt, "state">): boolean {
  return state === "paid" || state === "attention"
}

/** Both parts are there, and an order may come of them at any moment. */
function isBeingCompleted(
  attempt: Attempt,
  { rests = [], first }: Parts
): boolean {
  if (first && first.rest_id === attempt.id) {
    return first.state !== "settled" && first.state !== "resolved"
  }
  return (
    isUnderpaid(attempt) &&
    (attempt.rest_id !== null || rests.some(({ state }) => state === "paid"))
  )
}

/** Its order was placed before it, and canceled before it was confirmed. */
function isLateForItsOrder(attempt: Attempt): boolean {
  const { state, attention_reason, order_id, cart_id } = attempt
  return (
    state === "attention" &&
    attention_reason === "late_payment" &&
    order_id !== null &&
    cart_id !== null
  )
}

/** Also to finish the booking of a recorded one, which sends it once more. */
function mayRecordRefund(attempt: Attempt, refunds: RecordedRefunds): boolean {
  const { state } = attempt
  const refundable = refundablePrice(attempt)
  if (!refundable || (state !== "settled" && state !== "attention")) {
    return false
  }
  const unbooked = refunds
    .filter(isOfPrice)
    .some(({ refund_id }) => refund_id === null)
  return (
    MathBN.gt(leftToRefund(refundable, refunds), 0) ||
    surplusLeft(attempt, refunds) !== null ||
    (state === "settled" && unbooked)
  )
}

/** Where the coin is known, and some of the money is neither sent back nor requested. */
function mayRequestRefund(
  attempt: Attempt,
  given: readonly GivenBack[]
): boolean {
  const { state, crypto_currency } = attempt
  if (state !== "settled" && state !== "attention") return false
  return (
    crypto_currency !== null &&
    (MathBN.gt(priceLeft(attempt, given)?.amount ?? 0, 0) ||
      surplusLeft(attempt, given) !== null)
  )
}

/** @throws MedusaError NOT_ALLOWED, with the reason, for what may not be done now. */
export function checkAllowed(
  action: AdminAction,
  attempt: Attempt,
  refunds: RecordedRefunds,
  parts: Parts = {}
): void {
  if (isAllowed(action, attempt, refunds, parts)) return
  const request = promised(parts)
  const { requests: _, ...others } = parts
  if (request && isAllowed(action, attempt, refunds, others)) {
    throw refundPromised(request)
  }
  const isEnded =
    action === "resolve" ||
    action === "record_refund" ||
    action === "request_refund"
  if (isEnded && parts.first && isBeingCompleted(attempt, parts)) {
    throw notAllowed(
      "This payment completes an underpaid one. Decide about that payment first."
    )
  }
  if (isRestPaid(attempt, parts)) {
    throw notAllowed(
      "The rest of this payment was paid already. Check that payment, or decide about it first."
    )
  }
  throw refuseAction(action, attempt)
}

/** NOT_ALLOWED: a refund request would not be covered by what is left. */
export function refundPromised(request: OpenRequest) {
  return notAllowed(
    `A refund request of ${describePrice(request)} is open (${request.id}). Send it, or revoke it first.`
  )
}

function isRestPaid(attempt: Attempt, { rests = [] }: Parts): boolean {
  return (
    isUnderpaid(attempt) && (attempt.rest_id !== null || rests.some(isPaid))
  )
}

/** NOT_ALLOWED, in a sentence that names the state. */
export function refuseAction(action: AdminAction, attempt: Attempt) {
  const message = sentence(action, attempt)
  return notAllowed(message)
}

function sentence(action: AdminAction, attempt: Attempt): string {
  const { state } = attempt
  switch (action) {
    case "check":
      return "This payment was never opened at the gateway, so there is nothing to check."
    case "accept":
      return awaitsAcceptance(attempt)
        ? "A refund of this payment is recorded, so it cannot be accepted."
        : `${IN_WORDS[state]} Only an underpaid payment that needs attention can be accepted.`
    case "ask_for_rest":
      return isUnderpaid(attempt)
        ? "The rest of this payment cannot be asked for: a refund is recorded, it was accepted, or what is missing is not known."
        : `${IN_WORDS[state]} The rest can only be asked for of an underpaid payment that needs attention.`
    case "retry_order":
      return `${IN_WORDS[state]} An order can only be tried again for a payment that needs attention.`
    case "reinstate":
      return isLateForItsOrder(attempt)
        ? "A refund of this payment is recorded, so its order cannot be placed again."
        : `${IN_WORDS[state]} An order can only be placed again for a payment that was confirmed after its order was canceled.`
    case "resolve":
      return `${IN_WORDS[state]} Only a payment that needs attention can be marked as resolved.`
    case "record_refund":
      if (state !== "settled" && state !== "attention") {
        return `${IN_WORDS[state]} A refund can only be recorded for a payment that is settled or needs attention.`
      }
      if (MathBN.eq(refundablePrice(attempt)?.amount ?? 1, 0)) {
        return "What arrived is worth less than the smallest unit of the currency, so no refund can be recorded. Mark it as resolved instead."
      }
      return paidPrice(attempt)
        ? "The whole amount of this payment is recorded as refunded already."
        : "The price of this payment is unknown, so no refund can be recorded. Mark it as resolved instead."
    case "request_refund":
      if (state !== "settled" && state !== "attention") {
        return `${IN_WORDS[state]} A refund can only be requested for a payment that is settled or needs attention.`
      }
      if (attempt.crypto_currency === null) {
        return "This payment does not name its coin, so no refund can be requested. Check the payment first."
      }
      return paidPrice(attempt)
        ? "The whole amount of this payment is refunded or requested already."
        : "The price of this payment is unknown, so no refund can be requested. Mark it as resolved instead."
  }
}

const IN_WORDS: Readonly<Record<AttemptState, string>> = {
  creating: "This payment is not open yet.",
  open: "This payment is not paid yet.",
  paid: "This payment is paid, and its order is being placed.",
  settled: "This payment is settled.",
  attention: "This payment needs attention.",
  resolved: "This payment was resolved.",
  closed: "This payment ended unpaid.",
}
