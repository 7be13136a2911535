import { describeReason } from "../../modules/crypto-payment/admin-actions/attention"
import type {
  Step,
  Transitioned,
} from "../../modules/crypto-payment/attempts/attempts"
import type {
  AttentionFact,
  AttentionReason,
  Price,
} from "../../modules/crypto-payment/column-values"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { cryptoPaymentEvents } from "../../modules/crypto-payment/outbox/outbox"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
import { mayStillPass } from "../../modules/crypto-payment/settling/schedule"
import { countOutcome } from "../../modules/crypto-payment/telemetry"

/** Until an attempt is decided again whose outcome came after its lease had ended. */
const OVERTAKEN_SECONDS = 60

/** Longer than core takes from a capture to its transaction. */
const AWAITING_SECONDS = 60

/** The result of a decision, read back from Medusa. `failed`: core did not do it. */
export type Outcome =
  | { type: "recorded" }
  /** Core is at it: the attempt stays as it is for a minute. */
  | { type: "awaiting" }
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

/** Its lease ends with the transition: an overtaken run writes nothing. */
type Condition = Pick<Step, "from" | "owner">

/** Writes an outcome with its event in one transaction, and schedules the next check. */
export async function applyOutcome(
  ledger: CryptoPaymentModuleService,
  id: string,
  outcome: Outcome,
  condition: Condition = {}
): Promise<Transitioned> {
  if (outcome.type === "verified") {
    const attempt = await ledger.attempts.markVerified(outcome.verified)
    return { attempt, event: null }
  }
  const transitioned = await writeOutcome(ledger, id, outcome, condition)
  if (transitioned) {
    const { provider_id, attention_reason } = transitioned.attempt
    const name = transitioned.event?.name
    if (name === cryptoPaymentEvents.settled) {
      countOutcome(provider_id, "settled")
    } else if (name === cryptoPaymentEvents.attentionRequired) {
      countOutcome(provider_id, { attention: attention_reason ?? "unknown" })
    }
    return transitioned
  }
  const attempt = await ledger.attempts.retrieve(id)
  const { owner } = condition
  const isOvertaken = owner !== undefined && attempt.lease_owner !== owner
  if (outcome.type === "awaiting") {
    await ledger.dueQueue.postpone([attempt], AWAITING_SECONDS)
  } else if (isOvertaken && attempt.state === "attention") {
    // What the other run found may be older than this outcome.
    await ledger.dueQueue.postpone([attempt], OVERTAKEN_SECONDS)
  } else if (attempt.state !== "settled") {
    // A settled attempt keeps the check that verifies it.
    await ledger.dueQueue.reschedule(attempt)
  }
  return { attempt, event: null }
}

/** Undefined where the outcome changes no state, or is refused. */
async function writeOutcome(
  ledger: CryptoPaymentModuleService,
  id: string,
  outcome: Exclude<Outcome, { type: "verified" }>,
  condition: Condition
): Promise<Transitioned | undefined> {
  switch (outcome.type) {
    case "recorded":
    case "awaiting":
      return undefined
    case "closed": {
      const { order_id, paid_otherwise } = outcome
      const { owner } = condition
      if (paid_otherwise) return await ledger.attempts.expire(id, null, owner)
      // Where it can still be paid; null where the checkout asks for it.
      const pay_url =
        order_id === null
          ? null
          : ledger.merchants.payPageOf(await ledger.attempts.retrieve(id))
      return await ledger.attempts.expire(id, { order_id, pay_url }, owner)
    }
    case "settled": {
      const { order_id, payment_id, price } = outcome
      return await ledger.attempts.transition({
        id,
        to: "settled",
        patch: {
          order_id,
          payment_id,
          attention_reason: null,
          attention_fact: null,
          ...price,
        },
        entry: {
          type: "settled",
          source: "decision",
          data: { order_id, payment_id },
        },
        event: {
          name: cryptoPaymentEvents.settled,
          data: { id, order_id, reason: null },
        },
        ...condition,
      })
    }
    case "attention":
      return await raiseAttention(ledger, id, outcome, condition)
    case "failed": {
      const { fact, order_id } = outcome
      const failingForMs = await ledger.dueQueue.countFailure(id, fact)
      const mayPass = outcome.retryable && mayStillPass(failingForMs)
      if (mayPass && (await isRetried(ledger, id))) return undefined
      const raised = { reason: "order_not_placed", fact, order_id } as const
      return await raiseAttention(ledger, id, raised, condition)
    }
  }
}

/** Another reason than `order_not_placed` is outdated, since core was asked for an order. */
async function isRetried(ledger: CryptoPaymentModuleService, id: string) {
  const { state, attention_reason } = await ledger.attempts.retrieve(id)
  return state !== "attention" || attention_reason === "order_not_placed"
}

/**
 * The same reason for the same order changes its fact only: no event, and checks get rarer still.
 */
async function raiseAttention(
  ledger: CryptoPaymentModuleService,
  id: string,
  { reason, fact, order_id }: Attention,
  condition: Condition
): Promise<Transitioned | undefined> {
  const { from, owner } = condition
  const current = await ledger.attempts.retrieve(id)
  if (from && current.state !== from) return undefined
  const isRaised =
    current.state === "attention" &&
    current.attention_reason === reason &&
    current.order_id === order_id
  if (isRaised) {
    await ledger.attempts.restateAttention(id, fact, owner)
    return undefined
  }
  return await ledger.attempts.transition({
    id,
    to: "attention",
    patch: { attention_reason: reason, attention_fact: fact, order_id },
    entry: { type: "attention", source: "decision", data: { reason, fact } },
    event: {
      name: cryptoPaymentEvents.attentionRequired,
      data: { id, order_id, ...describeReason(reason, fact) },
    },
    ...condition,
  })
}
