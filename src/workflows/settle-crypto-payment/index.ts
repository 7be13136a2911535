import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createWorkflow,
  transform,
  when,
  type WorkflowData,
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

type SettleAttemptInput = SettlingInput & {
  /** False: nothing is done. */
  needs_settling: boolean
  first_is_tried?: boolean
}

/** What the steps for one attempt did; nothing where there was nothing to do. */
type SettledAttempt = { leased?: LeaseResult; applied?: KnownAttempt }

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
    const own = settleAttempt(
      "",
      transform({ recorded, input }, ({ recorded, input }) => ({
        id: recorded.id,
        needs_settling: recorded.needs_settling,
        lease_wait_ms: input.lease_wait_ms ?? 0,
        again: input.again,
      }))
    )
    // What a remainder completes is settled before it, with both parts.
    const first = settleAttempt(
      "-of-first",
      transform({ own, input }, ({ own, input }) => ({
        id: own.applied?.first_id ?? "",
        needs_settling: Boolean(own.applied?.first_id),
        lease_wait_ms: input.lease_wait_ms ?? 0,
        again: "reconsider" as const,
      }))
    )
    const followed = settleAttempt(
      "-after-first",
      transform(
        { recorded, own, first, input },
        ({ recorded, own, first, input }) => ({
          id: recorded.id,
          needs_settling: Boolean(own.applied?.first_id) && !first.leased?.busy,
          lease_wait_ms: input.lease_wait_ms ?? 0,
          again: input.again,
          first_is_tried: true,
        })
      )
    )
    return new WorkflowResponse(
      transform({ recorded, own, followed }, toResult)
    )
  }
)

/** Lease, decision, outcome and event of one attempt, where it needs them. */
function settleAttempt(
  suffix: string,
  input: WorkflowData<SettleAttemptInput>
) {
  const leased = when(
    `needs-settling${suffix}`,
    input,
    ({ needs_settling }) => needs_settling
  ).then(() =>
    leaseForSettlingStep(input).config({
      name: `lease-crypto-payment${suffix}`,
    })
  )
  const applied = when(`leased${suffix}`, { leased }, ({ leased }) =>
    Boolean(leased?.owner)
  ).then(() => {
    const outcome = executeDecisionStep(input).config({
      name: `execute-crypto-payment-decision${suffix}`,
    })
    return applyOutcomeStep({ id: input.id, leased, outcome }).config({
      name: `apply-crypto-payment-outcome${suffix}`,
    })
  })
  when(`has-event${suffix}`, { applied }, ({ applied }) =>
    Boolean(applied?.event)
  ).then(() => {
    deliverCryptoPaymentEventStep(
      transform({ applied }, ({ applied }) => applied?.event ?? null)
    ).config({ name: `deliver-crypto-payment-event${suffix}` })
  })
  return { leased, applied }
}

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
  own: SettledAttempt
  followed: SettledAttempt
}): SettleCryptoPaymentResult {
  const { recorded, own, followed } = steps
  const applied = followed.applied ?? own.applied
  const { id, state, order_id, attention_reason } = applied ?? recorded
  return {
    id,
    state,
    order_id,
    attention_reason,
    busy: applied ? state === "paid" : (own.leased?.busy ?? false),
  }
}
