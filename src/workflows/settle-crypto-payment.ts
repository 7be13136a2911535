import {
  createWorkflow,
  transform,
  when,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type {
  Again,
  AttemptState,
  AttentionReason,
  Observation,
} from "../modules/crypto-payment"
import { deliverCryptoPaymentEventStep } from "./deliver-crypto-payment-events"
import { carryOutDecisionStep } from "./steps/carry-out-decision"
import { concludeCryptoPaymentStep } from "./steps/conclude-crypto-payment"
import {
  type Lease,
  leaseCryptoPaymentStep,
} from "./steps/lease-crypto-payment"
import { recordObservationStep } from "./steps/record-observation"

export const settleCryptoPaymentWorkflowId = "settle-crypto-payment"

/**
 * Give an `observation`, or the id of an attempt to settle from what is known.
 * `again` decides once more about what needs attention, or verifies what was
 * settled; `lease_wait_ms` is how long to wait for another run on the same
 * attempt.
 */
export type SettleCryptoPaymentInput = {
  observation?: Observation
  crypto_payment_id?: string
  again?: Again
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
 * it down with its event. Safe to run any number of times, from any instance, in
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
          again: input.again,
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
    when("has-event", { concluded }, ({ concluded }) =>
      Boolean(concluded?.event)
    ).then(() => {
      deliverCryptoPaymentEventStep(
        transform({ concluded }, ({ concluded }) => concluded?.event ?? null)
      )
    })
    return new WorkflowResponse(
      transform({ recorded, lease, concluded }, toResult)
    )
  }
)

type Known = Omit<SettleCryptoPaymentResult, "busy">

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
