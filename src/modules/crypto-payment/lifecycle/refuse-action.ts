import { MedusaError } from "@medusajs/framework/utils"

import {
  allowedActions,
  type ActionFacts,
  type AdminAction,
} from "./allowed-actions"
import type { AttemptState } from "./states"

/** @throws MedusaError NOT_ALLOWED, with the reason, for what may not be done now. */
export function checkAllowed(action: AdminAction, facts: ActionFacts): void {
  if (!allowedActions(facts).includes(action)) throw refuseAction(action, facts)
}

/** NOT_ALLOWED, in a sentence that names the state. */
export function refuseAction(
  action: AdminAction,
  facts: ActionFacts
): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, sentence(action, facts))
}

function sentence(action: AdminAction, { state, paid }: ActionFacts): string {
  switch (action) {
    case "check":
      return "This payment was never opened at the gateway, so there is nothing to check."
    case "retry_order":
      return `${inWords[state]} An order can only be tried again for a payment that needs attention.`
    case "resolve":
      return `${inWords[state]} Only a payment that needs attention can be marked as resolved.`
    case "record_refund":
      return refundSentence(state, paid !== null)
  }
}

function refundSentence(state: AttemptState, isPriced: boolean): string {
  if (state !== "settled" && state !== "attention") {
    return `${inWords[state]} A refund can only be recorded for a payment that is settled or needs attention.`
  }
  return isPriced
    ? "The whole amount of this payment is recorded as refunded already."
    : "Nobody said what this payment was priced at, so no refund can be recorded; mark it as resolved instead."
}

const inWords: Readonly<Record<AttemptState, string>> = {
  creating: "This payment is not open yet.",
  open: "This payment is not paid yet.",
  paid: "This payment is paid, and its order is being placed.",
  settled: "This payment is settled.",
  attention: "This payment needs attention.",
  resolved: "This payment was resolved.",
  closed: "This payment ended unpaid.",
}
