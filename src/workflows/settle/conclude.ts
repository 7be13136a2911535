import {
  adviceFor,
  type Attempt,
  type AttentionReason,
  cryptoPaymentEvents,
  type CryptoPaymentModuleService,
  type OutboxEvent,
} from "../../modules/crypto-payment"
import type { Outcome } from "./outcome"

/** Number of retryable failures before the attempt needs attention. */
const maxTries = 5

/** The attempt as an outcome left it, and the event that was written with it. */
export type Concluded = { attempt: Attempt; event: OutboxEvent | null }

/**
 * Writes an outcome to the ledger, with its event in the same transaction. The
 * transition table refuses what another run has overtaken; then the row is left
 * as it is, and there is no event.
 */
export async function conclude(
  ledger: CryptoPaymentModuleService,
  id: string,
  outcome: Outcome
): Promise<Concluded> {
  switch (outcome.type) {
    case "recorded":
      return unchanged(ledger, id)
    case "verified":
      return { attempt: await ledger.markVerified(id), event: null }
    case "closed": {
      const closed = await ledger.transitionAttempt(
        id,
        "closed",
        {},
        { type: "closed", source: "decision" }
      )
      return closed
        ? { attempt: closed, event: null }
        : await unchanged(ledger, id)
    }
    case "settled": {
      const { order_id, payment_id } = outcome
      const settled = await ledger.transitionWithEvent(
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
      return await raise(ledger, id, outcome)
    case "failed": {
      const tries = await ledger.countFailure(id, outcome.detail)
      const mayPass = outcome.retryable && tries < maxTries
      return mayPass && (await isTriedAgain(ledger, id))
        ? await unchanged(ledger, id)
        : await raise(ledger, id, {
            reason: "order_not_placed",
            detail: outcome.detail,
            order_id: outcome.order_id,
          })
    }
  }
}

/**
 * Whether the schedule comes back to it as it is. It does not for another
 * reason for attention, which is out of date by now: core would not have been
 * asked for an order otherwise.
 */
async function isTriedAgain(
  ledger: CryptoPaymentModuleService,
  id: string
): Promise<boolean> {
  const { state, attention_reason } = await ledger.retrieveAttempt(id)
  return state !== "attention" || attention_reason === "order_not_placed"
}

type Raised = {
  reason: AttentionReason
  detail: string
  order_id: string | null
}

/**
 * The same reason for the same order again is no event and keeps its growing
 * waits; only its detail may change.
 */
async function raise(
  ledger: CryptoPaymentModuleService,
  id: string,
  { reason, detail, order_id }: Raised
): Promise<Concluded> {
  const current = await ledger.retrieveAttempt(id)
  const isRaised =
    current.state === "attention" &&
    current.attention_reason === reason &&
    current.order_id === order_id
  if (isRaised) {
    const attempt = await ledger.restateAttention(id, detail)
    return { attempt: attempt ?? current, event: null }
  }
  const raised = await ledger.transitionWithEvent(
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

async function unchanged(
  ledger: CryptoPaymentModuleService,
  id: string
): Promise<Concluded> {
  return { attempt: await ledger.retrieveAttempt(id), event: null }
}
