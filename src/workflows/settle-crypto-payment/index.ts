import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createWorkflow,
  transform,
  when,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  needsSettling,
} from "../../modules/crypto-payment/internal"
import { deliverCryptoPaymentEventStep } from "../deliver-crypto-payment-events"
import { applyOutcomeStep } from "./apply-outcome"
import { executeDecisionStep } from "./execute-decision"
import {
  leaseForSettlingStep,
  type LeaseResult,
  type SettlingInput,
} from "./locks"
import {
  recordObservationStep,
  type SettleCryptoPaymentInput,
} from "./record-observation"

export type { SettleCryptoPaymentInput } from "./record-observation"

/** Core's workflow engine knows it by this name. */
export const settleCryptoPaymentWorkflowId = "settle-crypto-payment"

type KnownAttempt = Pick<
  Attempt,
  "id" | "state" | "order_id" | "attention_reason"
>

/** `busy`: another run has the lease, or core failed for the moment; try again. */
export type SettleCryptoPaymentResult = KnownAttempt & { busy: boolean }

/**
 * The only workflow for money: records an observation, takes the lease, decides, executes the
 * decision through core's workflows, reads back what core booked, and applies the outcome with its
 * event. Safe to run any number of times, from any instance, in any order. Never start it inside
 * core's cart completion: both take the cart's lock.
 */
export const settleCryptoPaymentWorkflow = createWorkflow(
  settleCryptoPaymentWorkflowId,
  (input: SettleCryptoPaymentInput) => {
    const recorded = recordObservationStep(input)
    const toSettle = transform(
      { recorded, input },
      ({ recorded, input }): SettlingInput => ({
        id: recorded.id,
        lease_wait_ms: input.lease_wait_ms ?? 0,
        again: input.again,
      })
    )
    const leased = when(
      "needs-settling",
      recorded,
      ({ needs_settling }) => needs_settling
    ).then(() => leaseForSettlingStep(toSettle))
    const applied = when("leased", { leased }, ({ leased }) =>
      Boolean(leased?.owner)
    ).then(() => {
      const { id } = recorded
      const outcome = executeDecisionStep({ id })
      return applyOutcomeStep({ id, leased, outcome })
    })
    when("has-event", { applied }, ({ applied }) =>
      Boolean(applied?.event)
    ).then(() => {
      deliverCryptoPaymentEventStep(
        transform({ applied }, ({ applied }) => applied?.event ?? null)
      )
    })
    return new WorkflowResponse(
      transform({ recorded, leased, applied }, toResult)
    )
  }
)

/**
 * Settles the attempts of sessions that core captured by itself (the shopper's
 * browser completed the cart), unless another run is settling them.
 */
export async function settlePaymentSessions(
  container: MedusaContainer,
  sessionIds: readonly string[]
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  for (const attempt of await ledger.sessions.findIdle(sessionIds)) {
    if (!needsSettling(attempt, "reconsider")) continue
    await settleCryptoPaymentWorkflow(container).run({
      input: { crypto_payment_id: attempt.id, again: "reconsider" },
    })
  }
}

function toResult(steps: {
  recorded: KnownAttempt
  leased?: LeaseResult
  applied?: KnownAttempt
}): SettleCryptoPaymentResult {
  const { recorded, leased, applied } = steps
  const { id, state, order_id, attention_reason } = applied ?? recorded
  return {
    id,
    state,
    order_id,
    attention_reason,
    busy: applied ? state === "paid" : (leased?.busy ?? false),
  }
}
