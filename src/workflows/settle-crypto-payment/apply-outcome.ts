import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import {
  adviceFor,
  type Attempt,
  type AttentionReason,
  countOutcome,
  CRYPTO_PAYMENT_MODULE,
  cryptoPaymentEvents,
  type CryptoPaymentModuleService,
  type OutboxEvent,
} from "../../modules/crypto-payment"
import { releaseLease, type LeaseResult } from "./locks"

/** Number of retryable failures before the attempt needs attention. */
const maxTries = 5

/**
 * The result of executing a decision, read back from Medusa. `failed`: core did
 * not do it; `retryable` when the cause is a lock or a connection, not the cart.
 */
export type Outcome =
  | { type: "recorded" }
  | { type: "closed" }
  /** A settled attempt still has its order and capture. */
  | { type: "verified" }
  | { type: "settled"; order_id: string | null; payment_id: string }
  | ({ type: "attention" } & Attention)
  | {
      type: "failed"
      detail: string
      retryable: boolean
      /** The order that waits for this payment, where there is one already. */
      order_id: string | null
    }

type Attention = {
  reason: AttentionReason
  detail: string
  /** The order that it concerns, where there is one. */
  order_id: string | null
}

type Input = { id: string; leased?: LeaseResult; outcome: Outcome }

/** Applies the outcome, with the next check, and releases the lease. */
export const applyOutcomeStep = createStep(
  "apply-crypto-payment-outcome",
  async ({ id, leased, outcome }: Input, { container }) => {
    const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
    const { attempt, event } = await applyOutcome(ledger, id, outcome)
    if (leased) await releaseLease(container, leased)
    logFailure(container, attempt, outcome)
    countEvent(attempt, event)
    return new StepResponse({
      id: attempt.id,
      state: attempt.state,
      order_id: attempt.order_id,
      attention_reason: attempt.attention_reason,
      event,
    })
  }
)

/** The attempt after an outcome was applied, and the event written with it. */
export type AppliedOutcome = { attempt: Attempt; event: OutboxEvent | null }

/**
 * Writes an outcome to the ledger, with its event in the same transaction, and
 * schedules the next check. The
 * transition table refuses an outcome that another run has overtaken; then the
 * attempt stays as it is, and there is no event.
 */
export async function applyOutcome(
  ledger: CryptoPaymentModuleService,
  id: string,
  outcome: Outcome
): Promise<AppliedOutcome> {
  switch (outcome.type) {
    case "recorded":
      return unchanged(ledger, id)
    case "verified":
      return { attempt: await ledger.attempts.markVerified(id), event: null }
    case "closed": {
      const closed = await ledger.attempts.transition(
        id,
        "closed",
        {},
        { type: "closed", source: "decision" }
      )
      return closed ?? (await unchanged(ledger, id))
    }
    case "settled": {
      const { order_id, payment_id } = outcome
      const settled = await ledger.attempts.transition(
        id,
        "settled",
        {
          order_id,
          payment_id,
          attention_reason: null,
          attention_detail: null,
        },
        { type: "settled", source: "decision", data: { order_id, payment_id } },
        {
          name: cryptoPaymentEvents.settled,
          data: { id, order_id, reason: null },
        }
      )
      return settled ?? (await unchanged(ledger, id))
    }
    case "attention":
      return await raiseAttention(ledger, id, outcome)
    case "failed": {
      const tries = await ledger.dueQueue.countFailure(id, outcome.detail)
      const mayPass = outcome.retryable && tries < maxTries
      return mayPass && (await isRetried(ledger, id))
        ? await unchanged(ledger, id)
        : await raiseAttention(ledger, id, {
            reason: "order_not_placed",
            detail: outcome.detail,
            order_id: outcome.order_id,
          })
    }
  }
}

/**
 * Whether the due queue retries the attempt as it is. It does not for another
 * attention reason than `order_not_placed`; that reason is outdated by now, since
 * core was asked for an order.
 */
async function isRetried(ledger: CryptoPaymentModuleService, id: string) {
  const { state, attention_reason } = await ledger.attempts.retrieve(id)
  return state !== "attention" || attention_reason === "order_not_placed"
}

/**
 * The same reason for the same order again writes no event and keeps its
 * growing check intervals; only its detail may change.
 */
async function raiseAttention(
  ledger: CryptoPaymentModuleService,
  id: string,
  { reason, detail, order_id }: Attention
): Promise<AppliedOutcome> {
  const current = await ledger.attempts.retrieve(id)
  const isRaised =
    current.state === "attention" &&
    current.attention_reason === reason &&
    current.order_id === order_id
  if (isRaised) {
    await ledger.attempts.restateAttention(id, detail)
    return await unchanged(ledger, id)
  }
  const raised = await ledger.attempts.transition(
    id,
    "attention",
    { attention_reason: reason, attention_detail: detail, order_id },
    { type: "attention", source: "decision", data: { reason, detail } },
    {
      name: cryptoPaymentEvents.attentionRequired,
      data: { id, order_id, reason, advice: adviceFor(reason) },
    }
  )
  return raised ?? (await unchanged(ledger, id))
}

/**
 * The attempt without a transition: its next check is scheduled here. A settled
 * one keeps the check that verifies it.
 */
async function unchanged(ledger: CryptoPaymentModuleService, id: string) {
  const attempt = await ledger.attempts.retrieve(id)
  if (attempt.state !== "settled") await ledger.dueQueue.reschedule(attempt)
  return { attempt, event: null }
}

function countEvent(attempt: Attempt, event: OutboxEvent | null): void {
  if (event?.name === cryptoPaymentEvents.settled) {
    countOutcome(attempt.provider_id, "settled")
  }
  if (event?.name === cryptoPaymentEvents.attentionRequired) {
    const attention = attempt.attention_reason ?? "unknown"
    countOutcome(attempt.provider_id, { attention })
  }
}

function logFailure(
  container: MedusaContainer,
  attempt: Attempt,
  outcome: Outcome
): void {
  if (outcome.type !== "failed") return
  container
    .resolve("logger")
    .warn(
      `crypto payment ${attempt.id} (${attempt.external_id}) is paid, but Medusa did not place its order; it is now in state ${attempt.state}: ${outcome.detail}`
    )
}
