import { MathBN } from "@medusajs/framework/utils"

import type { DecimalString } from "../money/price"
import { leftToRefund } from "../refunds/refund-amount"
import type { Price } from "./facts"
import {
  needsAttention,
  type AttemptState,
  type AttentionReason,
} from "./states"

/** What a person can do about a payment in the admin. */
export const adminActions = [
  "check",
  "retry_order",
  "resolve",
  "record_refund",
] as const

export type AdminAction = (typeof adminActions)[number]

/** What the rule rests on. */
export type ActionFacts = {
  state: AttemptState
  attention_reason: AttentionReason | null
  gateway_payment_id: string | null
  /** What the customer paid; null where nobody ever said. */
  paid: Price | null
  /** What was given back already; `refund_id` once Medusa booked it. */
  refunds: readonly { amount: DecimalString; refund_id: string | null }[]
}

/**
 * What may be done about a payment now: the one rule for what the admin offers
 * and what the API refuses.
 */
export function allowedActions(facts: ActionFacts): AdminAction[] {
  return adminActions.filter((action) => isAllowed(action, facts))
}

function isAllowed(action: AdminAction, facts: ActionFacts): boolean {
  switch (action) {
    case "check":
      return facts.gateway_payment_id !== null
    case "retry_order":
      return facts.state === "attention"
    case "resolve":
      return needsAttention(facts)
    case "record_refund":
      return mayRecordRefund(facts)
  }
}

/** Also to finish the booking of a recorded one, which sends it once more. */
function mayRecordRefund({ state, paid, refunds }: ActionFacts): boolean {
  if (!paid || (state !== "settled" && state !== "attention")) return false
  const unbooked = refunds.some(({ refund_id }) => refund_id === null)
  return (
    MathBN.gt(leftToRefund(paid, refunds), 0) ||
    (state === "settled" && unbooked)
  )
}
