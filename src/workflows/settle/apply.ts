import { describeReason } from "../../modules/crypto-payment/admin-actions/attention"
import type { AttentionReason } from "../../modules/crypto-payment/attempts/states"
import type { Transitioned } from "../../modules/crypto-payment/attempts/transition"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { cryptoPaymentEvents } from "../../modules/crypto-payment/outbox/events"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
import type { AttentionFact } from "../../modules/crypto-payment/settling/attention-fact"
import type { Price } from "../../modules/crypto-payment/settling/money"
import { countOutcome } from "../../modules/crypto-payment/telemetry"

const MAX_TRIES = 5

/** Until an attempt is decided again whose outcome came after its lease had ended. */
const OVERTAKEN_SECONDS = 60

/**
 * The result of a decision, read back from Medusa. `failed`: core did not do
 * it; `retryable` when the cause is a lock or a connection, not the cart.
 */
export type Outcome =
  | { type: "recorded" }
  /** `order_id`: the order that waits for a payment, where there is one. */
  | { type: "closed"; order_id: string | null; paid_otherwise: boolean }
  /** A settled attempt still has its order and capture. */
  | { type: "verified"; verified: Attempt }
  /** `price`: what Medusa captured, where the attempt had none. */
  | {
      type: "settled"
      order_id: string | null
      payment_id: string
      price?: Price | null
    }
  | ({ type: "attention" } & Attention)
  | {
      type: "failed"
      fact: AttentionFact
      retryable: boolean
      /** The order that waits for this payment, where there is one already. */
      order_id: string | null
    }

type Attention = {
  reason: AttentionReason
  fact: AttentionFact
  order_id: string | null
}

/**
 * Writes an outcome with its event in one transaction, and schedules the next
 * check. One that another run has overtaken changes nothing.
 * @param owner of the attempt's lease: it ends with the transition that is written
 */
export async function applyOutcome(
  ledger: CryptoPaymentModuleService,
  id: string,
  outcome: Outcome,
  owner?: string
): Promise<Transitioned> {
  if (outcome.type === "verified") {
    const attempt = await ledger.attempts.markVerified(outcome.verified)
    return { attempt, event: null }
  }
  const transitioned = await transition(ledger, id, outcome, owner)
  if (transitioned) {
    countEvent(transitioned)
    return transitioned
  }
  const attempt = await ledger.attempts.retrieve(id)
  const isOvertaken = owner !== undefined && attempt.lease_owner !== owner
  if (isOvertaken && attempt.state === "attention") {
    // What the other run found may be older than this outcome.
    await ledger.dueQueue.postpone([attempt], OVERTAKEN_SECONDS)
  } else if (attempt.state !== "settled") {
    // A settled attempt keeps the check that verifies it.
    await ledger.dueQueue.reschedule(attempt)
  }
  return { attempt, event: null }
}

/** Undefined where the outcome changes no state, or is refused. */
async function transition(
  ledger: CryptoPaymentModuleService,
  id: string,
  outcome: Exclude<Outcome, { type: "verified" }>,
  owner?: string
): Promise<Transitioned | undefined> {
  switch (outcome.type) {
    case "recorded":
      return undefined
    case "closed": {
      const { order_id, paid_otherwise } = outcome
      if (paid_otherwise) return await ledger.attempts.expire(id, null, owner)
      const pay_url = await findPayPage(ledger, id, order_id)
      return await ledger.attempts.expire(id, { order_id, pay_url }, owner)
    }
    case "settled": {
      const { order_id, payment_id, price } = outcome
      return await ledger.attempts.transition(
        id,
        "settled",
        {
          order_id,
          payment_id,
          attention_reason: null,
          attention_fact: null,
          ...price,
        },
        { type: "settled", source: "decision", data: { order_id, payment_id } },
        {
          name: cryptoPaymentEvents.settled,
          data: { id, order_id, reason: null },
        },
        owner
      )
    }
    case "attention":
      return await raiseAttention(ledger, id, outcome, owner)
    case "failed": {
      const { fact, order_id } = outcome
      const tries = await ledger.dueQueue.countFailure(id, fact)
      const mayPass = outcome.retryable && tries < MAX_TRIES
      if (mayPass && (await isRetried(ledger, id))) return undefined
      const raised = { reason: "order_not_placed", fact, order_id } as const
      return await raiseAttention(ledger, id, raised, owner)
    }
  }
}

/** Where what an expired attempt was for can still be paid; null where the checkout asks for it. */
async function findPayPage(
  { attempts, merchants }: CryptoPaymentModuleService,
  id: string,
  orderId: string | null
): Promise<string | null> {
  return orderId === null
    ? null
    : merchants.payPageOf(await attempts.retrieve(id))
}

/**
 * Whether the due queue retries the attempt as it is: not with another reason
 * than `order_not_placed`, which is outdated since core was asked for an order.
 */
async function isRetried(ledger: CryptoPaymentModuleService, id: string) {
  const { state, attention_reason } = await ledger.attempts.retrieve(id)
  return state !== "attention" || attention_reason === "order_not_placed"
}

/**
 * The same reason for the same order again may change its fact only: it
 * writes no event and keeps its growing check intervals.
 */
async function raiseAttention(
  ledger: CryptoPaymentModuleService,
  id: string,
  { reason, fact, order_id }: Attention,
  owner?: string
): Promise<Transitioned | undefined> {
  const current = await ledger.attempts.retrieve(id)
  const isRaised =
    current.state === "attention" &&
    current.attention_reason === reason &&
    current.order_id === order_id
  if (isRaised) {
    await ledger.attempts.restateAttention(id, fact, owner)
    return undefined
  }
  return await ledger.attempts.transition(
    id,
    "attention",
    { attention_reason: reason, attention_fact: fact, order_id },
    { type: "attention", source: "decision", data: { reason, fact } },
    {
      name: cryptoPaymentEvents.attentionRequired,
      data: { id, order_id, ...describeReason(reason) },
    },
    owner
  )
}

function countEvent({ attempt, event }: Transitioned): void {
  if (event?.name === cryptoPaymentEvents.settled) {
    countOutcome(attempt.provider_id, "settled")
  }
  if (event?.name === cryptoPaymentEvents.attentionRequired) {
    const attention = attempt.attention_reason ?? "unknown"
    countOutcome(attempt.provider_id, { attention })
  }
}
