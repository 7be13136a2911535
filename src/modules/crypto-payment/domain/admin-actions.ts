import { MathBN } from "@medusajs/framework/utils"
import { notAllowed } from "../../../medusa-errors"
import { leftToRefund, paidPrice } from "./refunds"
import { type AttemptState, needsAttention } from "./states"
import type { Attempt } from "../ledger/rows"
import type { Refund } from "../ledger/refunds"

/** What a person can do about a payment in the admin. */
export const ADMIN_ACTIONS = [
  "check",
  "accept",
  "retry_order",
  "reinstate",
  "resolve",
  "record_refund",
] as const

export type AdminAction = (typeof ADMIN_ACTIONS)[number]

type RecordedRefunds = readonly Pick<Refund, "amount" | "refund_id">[]

/** What may be done now: the one rule of what the admin offers and the API refuses. */
export function allowedActions(attempt: Attempt, refunds: RecordedRefunds) {
  return ADMIN_ACTIONS.filter((action) => isAllowed(action, attempt, refunds))
}

function isAllowed(
  action: AdminAction,
  attempt: Attempt,
  refunds: RecordedRefunds
): boolean {
  switch (action) {
    case "check":
      return attempt.gateway_payment_id !== null
    case "accept":
      return isUnderpaid(attempt) && refunds.length === 0
    case "retry_order":
      return attempt.state === "attention"
    case "reinstate":
      return isLateForItsOrder(attempt) && refunds.length === 0
    case "resolve":
      return needsAttention(attempt)
    case "record_refund":
      return mayRecordRefund(attempt, refunds)
  }
}

function isUnderpaid({ state, attention_reason }: Attempt): boolean {
  return state === "attention" && attention_reason === "underpaid"
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
  const paid = paidPrice(attempt)
  if (!paid || (state !== "settled" && state !== "attention")) return false
  const unbooked = refunds.some(({ refund_id }) => refund_id === null)
  return (
    MathBN.gt(leftToRefund(paid, refunds), 0) ||
    (state === "settled" && unbooked)
  )
}

/** @throws MedusaError NOT_ALLOWED, with the reason, for what may not be done now. */
export function checkAllowed(
  action: AdminAction,
  attempt: Attempt,
  refunds: RecordedRefunds
): void {
  if (!isAllowed(action, attempt, refunds)) throw refuseAction(action, attempt)
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
      return isUnderpaid(attempt)
        ? "A refund of this payment is recorded, so it cannot be accepted."
        : `${IN_WORDS[state]} Only an underpaid payment that needs attention can be accepted.`
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
      return paidPrice(attempt)
        ? "The whole amount of this payment is recorded as refunded already."
        : "The price of this payment is unknown, so no refund can be recorded. Mark it as resolved instead."
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
