import type { MedusaContainer } from "@medusajs/framework/types"
import type { StepFailure } from "../../medusa/errors"
import { observe } from "../../modules/crypto-payment/attempts/observation"
import type { AttentionFact } from "../../modules/crypto-payment/column-values"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
import { describeFact } from "../../modules/crypto-payment/settling/attention-fact"
import {
  decide,
  type Decision,
} from "../../modules/crypto-payment/settling/decide"
import { isUnpaid } from "../../modules/crypto-payment/settling/due"
import type { Facts } from "../../modules/crypto-payment/settling/facts"
import { mayStillPass } from "../../modules/crypto-payment/settling/schedule"
import { needsQuote } from "../../modules/crypto-payment/shortfalls/shortfall"
import { describeFailures, explainFailures } from "../medusa/blocker"
import type { Outcome } from "./apply"
import { gatherFacts, gatherFreshFacts } from "./gather-facts"
import { ifDecisionStands } from "./locks"
import { noteMisstatedOrder } from "./order-notes"
import { takeBackOrder } from "./orphaned-orders"
import { repair } from "./repair"
import { reserveStock } from "./reservations"
import {
  endSession,
  handToCore,
  processSession,
  reattachSession,
} from "./session-steps"
import { noteCanceledOrder, removeRepeatedTransactions } from "./transactions"

/** One run of an attempt: what it knows at this moment, and what it has tried. */
type SettlingRun = {
  container: MedusaContainer
  attempt: Attempt
  facts: Facts
  /** With what failed of it. */
  executed: Map<Decision["type"], StepFailure[]>
}

/**
 * Decides, executes, and decides again: the outcome is only what Medusa shows afterwards.
 * `process`, `book`, `reserve` and `reattach` are executed once in a run (`process` again where the
 * provider refused it at first), `take_back` and `remove_repeated` until they fail. An attempt that
 * was just confirmed is first handed to core.
 */
export async function executeDecision(
  container: MedusaContainer,
  leased: Attempt
): Promise<Outcome> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const executed: SettlingRun["executed"] = new Map()
  const handed = await handFreshToCore(container, leased)
  let { attempt } = handed
  if (handed.failures) executed.set("process", handed.failures)
  else {
    await repair(container, attempt)
    attempt = await readMissingQuote(container, attempt)
  }
  let facts = await gatherFacts(container, attempt, handed)
  for (;;) {
    const run = { container, attempt, facts, executed }
    const decision = decide(facts)
    const outcome = executed.has(decision.type)
      ? await giveUp(run)
      : await execute(run, decision)
    if (outcome) return outcome
    attempt = await ledger.attempts.retrieve(leased.id)
    facts = await gatherFacts(container, attempt)
  }
}

/**
 * Hands an attempt that was just confirmed to core, before all facts are read.
 * @returns `failures` where core tried it, or may try it later: else the provider did not authorize
 * the session, nothing came of it, and all facts have to tell why; `isPlaced` where it went well
 */
async function handFreshToCore(
  container: MedusaContainer,
  attempt: Attempt
): Promise<{
  attempt: Attempt
  failures: StepFailure[] | null
  isPlaced: boolean
}> {
  const fresh = await gatherFreshFacts(container, attempt)
  if (!fresh || decide(fresh.facts).type !== "process") {
    return { attempt, failures: null, isPlaced: false }
  }
  const { session } = fresh
  const failures = await catchFailure(() => handToCore(container, session))
  const { attempts } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const handed = await attempts.retrieve(attempt.id)
  const isAuthorized = handed.authorized_session_id !== null
  const mayPass = failures.length > 0 && describeFailures(failures).retryable
  return {
    attempt: handed,
    failures: isAuthorized || mayPass ? failures : null,
    isPlaced: isAuthorized && failures.length === 0,
  }
}

/** What was decided again after it was executed did not help. */
async function giveUp({
  container,
  attempt,
  facts,
  executed,
}: SettlingRun): Promise<Outcome> {
  const { order } = facts
  const failures = [...executed.values()].flat()
  const why = await explainFailures(container, attempt, order, failures)
  if (facts.attempt.state === "settled") {
    // The next verification tries it again, for an hour.
    if (await mayPassUnseen(container, attempt.id, why)) {
      return { type: "recorded" }
    }
    const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
    await reopen(ledger, facts, attempt, why.fact)
    why.retryable = false
  }
  return {
    type: "failed",
    ...why,
    order_id: order?.half_done === "undo" ? null : (order?.id ?? null),
  }
}

/** Undefined where it is to be decided again. */
async function execute(
  run: SettlingRun,
  decision: Decision
): Promise<Outcome | undefined> {
  const { container, attempt, facts } = run
  switch (decision.type) {
    case "record":
      return { type: "recorded" }
    case "await_core":
      return { type: "awaiting" }
    case "close": {
      const { session_id, session_status } = decision
      if (session_id) await endSession(container, session_id, session_status)
      const { order } = facts
      return {
        type: "closed",
        order_id: order && isUnpaid(order) ? order.id : null,
        paid_otherwise: isPaidOtherwise(facts),
      }
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
    case "attention": {
      // The facts may show a completion that is still running, or a change of stock.
      const isPassing = !facts.order || facts.order.half_done
      const ifStands = ifDecisionStands(container, attempt, decision)
      if (isPassing && !(await ifStands(async () => {}))) return undefined
      await noteOrder(container, attempt.id, facts)
      return { ...decision, order_id: facts.order?.id ?? null }
    }
    default:
      await act(run, decision)
      return undefined
  }
}

type Acting = Extract<
  Decision,
  {
    type:
      | "reopen"
      | "process"
      | "book"
      | "remove_repeated"
      | "take_back"
      | "reserve"
      | "reattach"
  }
>

/** Changes Medusa, or the attempt. */
async function act(run: SettlingRun, decision: Acting): Promise<void> {
  const { container, attempt, facts, executed } = run
  const ifStands = ifDecisionStands(container, attempt, decision)
  const once = async (attempted: () => Promise<StepFailure[] | void>) =>
    void executed.set(decision.type, await catchFailure(attempted))
  const untilItFails = async (attempted: () => Promise<void>) => {
    const failures = await catchFailure(attempted)
    if (failures.length > 0) executed.set(decision.type, failures)
  }
  switch (decision.type) {
    case "reopen": {
      const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
      return await reopen(ledger, facts, attempt, decision.fact)
    }
    case "process":
    case "book": {
      const { session_id } = decision
      return await once(() =>
        processSession(container, session_id, facts, ifStands)
      )
    }
    case "remove_repeated":
      return await untilItFails(() =>
        removeRepeatedTransactions(container, attempt.id, decision)
      )
    case "take_back": {
      const { order_id } = decision
      // Where it is taken back, the next try may leave another one.
      return await untilItFails(async () => {
        await ifStands(() => takeBackOrder(container, attempt, order_id))
      })
    }
    case "reserve": {
      const { order_id } = decision
      return await once(async () => {
        await ifStands(() => reserveStock(container, order_id))
      })
    }
    case "reattach":
      return await once(() => reattachSession(container, attempt, ifStands))
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

/** Whether what a settled order lacks may still be done by itself, before it needs a person. */
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

async function catchFailure(
  act: () => Promise<StepFailure[] | void>
): Promise<StepFailure[]> {
  try {
    return (await act()) ?? []
  } catch (error) {
    return [{ error }]
  }
}

/**
 * Reads the quote for the rule on short payments:
 * where a shopper pays at once, no webhook names it.
 */
async function readMissingQuote(
  container: MedusaContainer,
  attempt: Attempt
): Promise<Attempt> {
  const { merchants, observations } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const hasRule = merchants.maxShortfallPercent(attempt.provider_id) !== null
  if (!hasRule || !needsQuote(attempt)) return attempt
  const payment = await merchants.tryReadPayment(attempt)
  if (!payment) return attempt
  const observation = observe(attempt, payment, "poll")
  return await observations.record(attempt.id, observation)
}

/**
 * An order may be canceled before its payment is settled, and core's summary of it may be wrong.
 */
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
