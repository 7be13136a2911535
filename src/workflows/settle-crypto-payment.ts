import { emitEventStep } from "@medusajs/medusa/core-flows"
import {
  createWorkflow,
  transform,
  when,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import { adviceFor } from "../modules/crypto-payment/attention/advice"
import type {
  AttemptState,
  AttentionReason,
} from "../modules/crypto-payment/lifecycle/states"
import type { Observation } from "../modules/crypto-payment/observation"
import {
  cryptoPaymentEvents,
  type CryptoPaymentAttentionRequiredEvent,
  type CryptoPaymentSettledEvent,
} from "./crypto-payment-events"
import { carryOutDecisionStep } from "./steps/carry-out-decision"
import { concludeCryptoPaymentStep } from "./steps/conclude-crypto-payment"
import {
  leaseCryptoPaymentStep,
  type Lease,
} from "./steps/lease-crypto-payment"
import { recordObservationStep } from "./steps/record-observation"

export const settleCryptoPaymentWorkflowId = "settle-crypto-payment"

/**
 * Give an `observation`, or the id of an attempt to settle from what is known.
 * `reconsider` looks again at a payment that is in front of a person;
 * `lease_wait_ms` is how long to wait for another run on the same attempt.
 */
export type SettleCryptoPaymentInput = {
  observation?: Observation
  crypto_payment_id?: string
  reconsider?: boolean
  lease_wait_ms?: number
}

/** `busy`: another run is at it, or core failed for the moment; ask again. */
export type SettleCryptoPaymentResult = {
  id: string
  state: AttemptState
  order_id: string | null
  attention_reason: AttentionReason | null
  busy: boolean
}

/**
 * The one door for money: records an observation, takes the attempt's lease,
 * decides, acts through core's workflows, checks what really came out, writes
 * it down and tells. Safe to run any number of times, from any instance, in
 * any order. Never started from inside core's cart completion.
 */
export const settleCryptoPaymentWorkflow = createWorkflow(
  settleCryptoPaymentWorkflowId,
  (input: SettleCryptoPaymentInput) => {
    const recorded = recordObservationStep(input)
    const lease = when(
      "needs-settling",
      recorded,
      ({ needs_settling }) => needs_settling
    ).then(() =>
      leaseCryptoPaymentStep(
        transform({ recorded, input }, ({ recorded, input }) => ({
          id: recorded.id,
          lease_wait_ms: input.lease_wait_ms ?? 0,
          reconsider: input.reconsider ?? false,
        }))
      )
    )
    const concluded = when("leased", { lease }, ({ lease }) =>
      Boolean(lease?.owner)
    ).then(() => {
      const held = transform({ lease }, ({ lease }) => lease as Lease)
      const outcome = carryOutDecisionStep(held)
      return concludeCryptoPaymentStep({ lease: held, outcome })
    })
    when(
      "tell-settled",
      { concluded },
      ({ concluded }) => concluded?.news === "settled"
    ).then(() => {
      emitEventStep({
        eventName: cryptoPaymentEvents.settled,
        data: transform({ concluded }, toSettledEvent),
      }).config({ name: "emit-crypto-payment-settled" })
    })
    when(
      "tell-attention",
      { concluded },
      ({ concluded }) => concluded?.news === "attention_required"
    ).then(() => {
      emitEventStep({
        eventName: cryptoPaymentEvents.attentionRequired,
        data: transform({ concluded }, toAttentionEvent),
      }).config({ name: "emit-crypto-payment-attention-required" })
    })
    return new WorkflowResponse(
      transform({ recorded, lease, concluded }, toResult)
    )
  }
)

type Known = Omit<SettleCryptoPaymentResult, "busy">

function toSettledEvent({
  concluded,
}: {
  concluded?: Known
}): CryptoPaymentSettledEvent | undefined {
  return (
    concluded && {
      id: concluded.id,
      order_id: concluded.order_id,
      reason: null,
    }
  )
}

function toAttentionEvent({
  concluded,
}: {
  concluded?: Known
}): CryptoPaymentAttentionRequiredEvent | undefined {
  if (!concluded?.attention_reason) return undefined
  const { id, order_id, attention_reason: reason } = concluded
  return { id, order_id, reason, advice: adviceFor(reason) }
}

function toResult(found: {
  recorded: Known
  lease?: Lease
  concluded?: Known
}): SettleCryptoPaymentResult {
  const { recorded, lease, concluded } = found
  const { id, state, order_id, attention_reason } = concluded ?? recorded
  return {
    id,
    state,
    order_id,
    attention_reason,
    busy: concluded ? state === "paid" : (lease?.busy ?? false),
  }
}
