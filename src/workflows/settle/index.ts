import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createWorkflow,
  transform,
  when,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { needsSettling } from "../../modules/crypto-payment/settling/schedule"
import { deliverCryptoPaymentEventStep } from "../deliver-crypto-payment-events"
import {
  type KnownAttempt,
  settleAttemptStep,
  type SettledAttempt,
} from "./execute"
import { recordObservationStep, type SettleCryptoPaymentInput } from "./record"

export type { SettleCryptoPaymentInput } from "./record"

/** Core's workflow engine knows it by this name. */
export const settleCryptoPaymentWorkflowId = "settle-crypto-payment"

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
    const settled = when(
      "needs-settling",
      recorded,
      ({ needs_settling }) => needs_settling
    ).then(() =>
      settleAttemptStep(
        transform({ recorded, input }, ({ recorded, input }) => ({
          id: recorded.id,
          lease_wait_ms: input.lease_wait_ms ?? 0,
          again: input.again,
        }))
      )
    )
    when("has-event", { settled }, ({ settled }) =>
      Boolean(settled?.event)
    ).then(() => {
      deliverCryptoPaymentEventStep(
        transform({ settled }, ({ settled }) => settled?.event ?? null)
      )
    })
    return new WorkflowResponse(transform({ recorded, settled }, toResult))
  }
)

/**
 * Settles attempts that core captured by itself (the shopper's browser completed the cart).
 * @throws what failed first, after all were tried.
 */
export async function settleIdle(
  container: MedusaContainer,
  idle: readonly Attempt[]
): Promise<void> {
  const failures: Error[] = []
  for (const { id } of idle.filter((each) =>
    needsSettling(each, "reconsider")
  )) {
    await settleCryptoPaymentWorkflow(container)
      .run({ input: { crypto_payment_id: id, again: "reconsider" } })
      .catch((error: Error) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

function toResult(steps: {
  recorded: KnownAttempt
  settled?: SettledAttempt
}): SettleCryptoPaymentResult {
  const { recorded, settled } = steps
  const { id, state, order_id, attention_reason } = settled?.applied ?? recorded
  return { id, state, order_id, attention_reason, busy: settled?.busy ?? false }
}
