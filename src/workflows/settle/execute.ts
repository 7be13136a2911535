import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { readOrderFacts } from "../../medusa/orders"
import { describeReason } from "../../modules/crypto-payment/admin-actions/attention"
import type {
  Step,
  Transitioned,
} from "../../modules/crypto-payment/attempts/attempts"
import { observe } from "../../modules/crypto-payment/attempts/observation"
import type { AttentionReason } from "../../modules/crypto-payment/attempts/states"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import {
  cryptoPaymentEvents,
  type OutboxEvent,
} from "../../modules/crypto-payment/outbox/outbox"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
import {
  type AttentionFact,
  describeFact,
} from "../../modules/crypto-payment/settling/attention-fact"
import {
  decide,
  type Decision,
} from "../../modules/crypto-payment/settling/decide"
import { isUnpaid } from "../../modules/crypto-payment/settling/due"
import type {
  Facts,
  OrderFacts,
} from "../../modules/crypto-payment/settling/facts"
import {
  isSamePrice,
  type Price,
} from "../../modules/crypto-payment/settling/money"
import { mayStillPass } from "../../modules/crypto-payment/settling/schedule"
import { needsQuote } from "../../modules/crypto-payment/shortfalls/shortfall"
import { countOutcome } from "../../modules/crypto-payment/telemetry"
import {
  describeFailures,
  explainFailures,
  type StepFailure,
} from "../medusa/blocker"
import { gatherFacts, gatherFreshFacts } from "./gather-facts"
import {
  ifDecisionStands,
  keepLease,
  leaseForSettling,
  releaseLease,
  type SettlingInput,
} from "./locks"
import { noteCanceledOrder, repair, takeBackOrder } from "./repair"
import { reserveStock } from "./reserve-stock"
import {
  endSession,
  handToCore,
  processSession,
  reattachSession,
} from "./session-steps"
import { removeRepeatedTransactions } from "./transactions"

/** How long a quote that is missing is waited for. */
const READ_TIMEOUT_MS = 5_000

/** What is known of an attempt after a run. */
export type KnownAttempt = Pick<
  Attempt,
  "id" | "state" | "order_id" | "attention_reason"
>

/** `busy`: another run has the lease, or core failed for the moment. `applied` is null without the lease. */
export type SettledAttempt = {
  busy: boolean
  applied: KnownAttempt | null
  event: OutboxEvent | null
}

/**
 * Takes the lease, decides, executes, reads back, applies the outcome, and gives the lease back.
 * Nothing of it is undone when a later step fails: what core did with the money stands.
 */
export const settleAttemptStep = createStep(
  "settle-crypto-payment-attempt",
  async (input: SettlingInput, { container }) =>
    new StepResponse(await settleAttempt(container, input))
)

async function settleAttempt(
  container: MedusaContainer,
  input: SettlingInput
): Promise<SettledAttempt> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const { attempt, ...lease } = await leaseForSettling(ledger, input)
  if (!attempt) return { busy: lease.busy, applied: null, event: null }
  const logger = container.resolve("logger")
  let isLeased = true
  try {
    // Another run settled it a moment ago: that is verified later, not now.
    if (attempt.state === "settled" && input.again !== "verify") {
      return { busy: false, applied: known(attempt), event: null }
    }
    const owner = lease.owner ?? undefined
    const { outcome, applied } = await keepLease(container, lease, async () => {
      try {
        const outcome = await executeDecision(container, attempt)
        const applied = await applyOutcome(ledger, attempt.id, outcome, {
          owner,
        })
        return { outcome, applied }
      } catch (error) {
        return await failPaid(container, attempt, error, owner)
      }
    })
    const { id, state, lease_owner } = applied.attempt
    isLeased = lease_owner === owner
    if (outcome.type === "failed") {
      logger.warn(
        `crypto payment ${id} (${attempt.external_id}) is paid, but Medusa did not place its order; it is now in state ${state}: ${describeFact(outcome.fact)}`
      )
    }
    return {
      busy: state === "paid",
      applied: known(applied.attempt),
      event: applied.event,
    }
  } finally {
    // Mostly it has ended with the outcome.
    if (isLeased) await releaseLease(container, lease)
  }
}

/**
 * What is thrown counts as a failure that may pass: a lock or a database that is never free must
 * not leave a payment `paid` for good. Who has one that needs attention already knows of it.
 */
async function failPaid(
  container: MedusaContainer,
  attempt: Attempt,
  error: unknown,
  owner?: string
) {
  const { id } = attempt
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  if ((await ledger.attempts.retrieve(id)).state !== "paid") throw error
  const explained = await explainFailures(container, attempt, null, [{ error }])
  const { fact } = explained
  const outcome = { ...MAY_PASS, fact } as const
  container
    .resolve("logger")
    .error(`crypto payment ${id} could not be settled: ${String(error)}`)
  const applied = await applyOutcome(ledger, id, outcome, { owner })
  return { outcome, applied }
}

/**
 * A run that has not ended, or ended in an `error` without an outcome, counts as a failure of a
 * paid attempt. The lease that it may have stays with it.
 */
export async function countUnendedRun(
  container: MedusaContainer,
  id: string,
  error?: unknown
): Promise<Transitioned | undefined> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempt = await ledger.attempts.retrieve(id)
  if (attempt.state !== "paid") return undefined
  const fact =
    error === undefined
      ? NOT_ANSWERING
      : (await explainFailures(container, attempt, null, [{ error }])).fact
  // Another run may have found by now what a person has to decide.
  return await applyOutcome(ledger, id, { ...MAY_PASS, fact }, { from: "paid" })
}

/** These columns alone, as a workflow returns them. */
export function known({
  id,
  state,
  order_id,
  attention_reason,
}: KnownAttempt): KnownAttempt {
  return { id, state, order_id, attention_reason }
}

/**
 * Decides, executes, and decides again: the outcome is only what Medusa shows afterwards.
 * `process`, `book`, `reserve` and `reattach` are executed once in a run (`process` again where the
 * provider refused it at first), `take_back` until it fails. An attempt that was just confirmed is
 * first handed to core.
 */
async function executeDecision(
  container: MedusaContainer,
  leased: Attempt
): Promise<Outcome> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const executed = new Map<Decision["type"], StepFailure[]>()
  const { id } = leased
  let attempt = leased
  let isPlaced = false
  const fresh = await gatherFreshFacts(container, attempt)
  if (fresh && decide(fresh.facts).type === "process") {
    const { session } = fresh
    const failures = await catchFailure(() => handToCore(container, session))
    attempt = await ledger.attempts.retrieve(id)
    // Where the provider refused, it is as if nothing was tried.
    const isTried = attempt.authorized_session_id !== null
    const mayPass = failures.length > 0 && describeFailures(failures).retryable
    if (isTried || mayPass) executed.set("process", failures)
    isPlaced = isTried && failures.length === 0
  }
  if (!executed.has("process")) {
    await repair(container, attempt)
    attempt = await readMissingQuote(container, attempt)
  }
  for (; ; attempt = await ledger.attempts.retrieve(id)) {
    const facts = await gatherFacts(container, attempt, { isPlaced })
    isPlaced = false
    const decision = decide(facts)
    if (executed.has(decision.type)) {
      const { order } = facts
      const failures = [...executed.values()].flat()
      const why = await explainFailures(container, attempt, order, failures)
      if (facts.attempt.state === "settled") {
        // The next verification tries it again, for an hour.
        if (await mayPassUnseen(container, id, why)) return { type: "recorded" }
        await reopen(ledger, facts, attempt, why.fact)
        why.retryable = false
      }
      return {
        type: "failed",
        ...why,
        order_id: order?.unfinished === "undo" ? null : (order?.id ?? null),
      }
    }
    const ifStands = ifDecisionStands(container, attempt, decision)
    switch (decision.type) {
      case "record":
        return { type: "recorded" }
      case "close":
        if (decision.session_id) {
          await endSession(
            container,
            decision.session_id,
            decision.session_status
          )
        }
        return {
          type: "closed",
          order_id:
            facts.order && isUnpaid(facts.order) ? facts.order.id : null,
          paid_otherwise: isPaidOtherwise(facts),
        }
      case "settle":
        await noteOrder(container, attempt.id, facts)
        return {
          type: "settled",
          order_id: decision.order_id,
          payment_id: decision.payment_id,
          price: facts.attempt.price ? null : (facts.payment?.price ?? null),
        }
      case "verify":
        await noteOrder(container, attempt.id, facts)
        return { type: "verified", verified: attempt }
      case "reopen":
        await reopen(ledger, facts, attempt, decision.fact)
        break
      case "attention": {
        // The facts may show a completion that is still running, or a change of stock.
        const isPassing = !facts.order || facts.order.unfinished
        if (isPassing && !(await ifStands(async () => {}))) break
        await noteOrder(container, attempt.id, facts)
        return { ...decision, order_id: facts.order?.id ?? null }
      }
      case "process":
      case "book":
        executed.set(
          decision.type,
          await catchFailure(() =>
            processSession(container, decision.session_id, facts, ifStands)
          )
        )
        break
      case "await_core":
        return { type: "awaiting" }
      case "remove_repeated": {
        const failures = await catchFailure(() =>
          removeRepeatedTransactions(container, id, decision)
        )
        if (failures.length > 0) executed.set(decision.type, failures)
        break
      }
      case "take_back": {
        const { order_id } = decision
        const failures = await catchFailure(async () => {
          await ifStands(() => takeBackOrder(container, attempt, order_id))
        })
        // Where it is taken back, the next try may leave another one.
        if (failures.length > 0) executed.set(decision.type, failures)
        break
      }
      case "reserve": {
        const { order_id } = decision
        executed.set(
          decision.type,
          await catchFailure(async () => {
            await ifStands(() => reserveStock(container, order_id))
          })
        )
        break
      }
      case "reattach":
        executed.set(
          decision.type,
          await catchFailure(() =>
            reattachSession(container, attempt, ifStands)
          )
        )
        break
    }
  }
}

/** From settled: its order or capture is gone, or does not fit. */
async function reopen(
  ledger: CryptoPaymentModuleService,
  { payment }: Facts,
  { id, order_id }: Attempt,
  fact: AttentionFact
): Promise<void> {
  await ledger.attempts.transition({
    id,
    to: "paid",
    // What is not gone stays: where the cart is deleted, nothing else names its order.
    patch: {
      order_id: fact.type === "order_gone" ? null : order_id,
      payment_id: payment?.captured ? payment.id : null,
    },
    entry: { type: "reopened", source: "decision", data: { fact, order_id } },
  })
}

/** Whether what a settled order lacks may still be done by itself, before a person is told. */
async function mayPassUnseen(
  container: MedusaContainer,
  id: string,
  { fact, retryable }: { fact: AttentionFact; retryable: boolean }
): Promise<boolean> {
  const { dueQueue } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const failingForMs = await dueQueue.countFailure(id, fact)
  container
    .resolve("logger")
    .warn(
      `crypto payment ${id} is settled, and its order could not be repaired: ${describeFact(fact)}`
    )
  return retryable && mayStillPass(failingForMs)
}

function isPaidOtherwise({ order, paid_otherwise }: Facts): boolean {
  if (paid_otherwise || !order || order.canceled) return paid_otherwise
  return order.pending !== null && !isUnpaid(order)
}

/** An order may be canceled before its payment is settled, and core's summary of it may be wrong. */
async function noteOrder(
  container: MedusaContainer,
  id: string,
  { order, payment }: Facts
): Promise<void> {
  if (order) await noteMisstatedOrder(container, id, order)
  if (!order?.canceled || !payment) return
  await noteCanceledOrder(container, {
    id,
    order_id: order.id,
    payment_id: payment.id,
  })
}

/** Of two bookings at once, core's summary loses one: the timeline says what is due. */
async function noteMisstatedOrder(
  container: MedusaContainer,
  id: string,
  { id: order_id, pending, misstated }: OrderFacts
): Promise<void> {
  if (!pending || !misstated) return
  // The summary was read before the transactions: one that was just booked is in it by now.
  const query = container.resolve("query")
  const again = (await readOrderFacts(query, order_id))?.misstated
  if (!again || !isSamePrice(again, misstated)) return
  await container.resolve(CRYPTO_PAYMENT_MODULE).timeline.append(id, {
    type: "order_misstated",
    source: "decision",
    fact: `order_misstated:${order_id}:${pending.amount}`,
    data: { order_id, ...pending, stated: misstated.amount },
  })
}

async function catchFailure(
  act: () => Promise<StepFailure[] | void>
): Promise<StepFailure[]> {
  try {
    return (await act()) ?? []
  } catch (error) {
    return [{ error }]
  }
}

/** Reads the quote for the rule on short payments: where a shopper pays at once, no webhook names it. */
async function readMissingQuote(
  container: MedusaContainer,
  attempt: Attempt
): Promise<Attempt> {
  const { merchants, observations } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const hasRule = merchants.maxShortfallPercent(attempt.provider_id) !== null
  if (!hasRule || !needsQuote(attempt)) return attempt
  const payment = await merchants.tryReadPayment(attempt, READ_TIMEOUT_MS)
  if (!payment) return attempt
  const observation = observe(attempt, payment, "poll")
  return await observations.record(attempt.id, observation)
}

const MAY_PASS = { type: "failed", retryable: true, order_id: null } as const

const NOT_ANSWERING = {
  type: "blocked",
  blocker: "not_answering",
  name: null,
  message: null,
} as const satisfies AttentionFact

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

/** The same reason for the same order changes its fact only: no event, and checks get rarer still. */
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
