import type { MedusaContainer } from "@medusajs/framework/types"

import { paymentOutcome } from "../../gateway"
import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  isStandingPayment,
  isSuperseded,
  mayEndAtGateway,
  observe,
  paymentMovementFields,
  type PaymentMovements,
  quietSeconds,
} from "../../modules/crypto-payment"
import {
  settleCryptoPaymentWorkflow,
  type Query,
  type SettleCryptoPaymentResult,
} from "../settle-crypto-payment"
import type { Run } from "./run"

const callTimeoutMs = 5_000

/**
 * The ids of those attempts that are superseded. Queries for all attempts at
 * once, so that the number of queries does not grow with theirs.
 */
export async function findSuperseded(run: Run, attempts: readonly Attempt[]) {
  const open = attempts.filter(
    ({ state, superseded_at }) => state === "open" && superseded_at === null
  )
  const unused = await run.ledger.batches.secondsUnused(
    open.map(({ id }) => id)
  )
  const candidates = open.filter(
    ({ id }) => (unused.get(id) ?? 0) >= quietSeconds
  )
  if (candidates.length === 0) return new Set()
  const query = run.container.resolve("query")
  const [sessions, carts, collections, canceled] = await Promise.all([
    findLiveSessions(query, candidates),
    findCompletedCarts(query, candidates),
    findPaidCollections(query, candidates),
    findCanceledSubjects(query, candidates),
  ])
  const superseded = candidates.filter((attempt) => {
    const { cart_id, payment_collection_id } = attempt
    const subjectId = cart_id ?? payment_collection_id
    return isSuperseded({
      state: attempt.state,
      live_sessions: attempt.session_ids.filter((id) => sessions.has(id))
        .length,
      cart_completed: cart_id !== null && carts.has(cart_id),
      paid_otherwise:
        payment_collection_id !== null &&
        collections.has(payment_collection_id),
      order_canceled: subjectId !== null && canceled.has(subjectId),
      quiet_for_seconds: unused.get(attempt.id) ?? 0,
    })
  })
  return new Set(superseded.map(({ id }) => id))
}

/**
 * Marks attempts that are known to be superseded (because their order was
 * canceled, for example) and still open, and tries at once to expire them at the
 * gateway, where no coin was chosen yet. A failure is logged; the reconcile job
 * tries again. Attempts in any other state stay as they are.
 *
 * @param source of the timeline entry.
 */
export async function supersedeAttempts(
  container: MedusaContainer,
  attemptIds: readonly string[],
  source = "event"
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  for (const id of attemptIds) {
    const found = await ledger.attempts.find(id)
    const attempt = found && (await ledger.attempts.supersede(found, source))
    if (!attempt) continue
    try {
      await expireAtGateway(container, attempt)
    } catch (error) {
      container
        .resolve("logger")
        .warn(
          `crypto payment ${id} is superseded, but could not be expired at the gateway: ${error instanceof Error ? error.message : String(error)}`
        )
    }
  }
}

/**
 * Expires the gateway payment of a superseded attempt, so that no shopper pays
 * an outdated page; one whose coin was chosen is left to its own countdown
 * (`mayEndAtGateway`). A coin may be chosen and paid at this very moment: so the
 * payment is read before and after, and the last status is the observation. The
 * timeline says why a payment was not expired.
 *
 * @param onCall called before each gateway call.
 * @returns the result of settling; undefined where the gateway cannot be called.
 * @throws GatewayError
 */
export async function expireAtGateway(
  container: MedusaContainer,
  attempt: Attempt,
  onCall: () => void = () => {}
): Promise<SettleCryptoPaymentResult | undefined> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const { gateway_payment_id: id } = attempt
  const provider = ledger.merchants.provider(attempt.provider_id)
  if (!provider || !id) return undefined
  const read = () => {
    onCall()
    return ledger.merchants.readPayment(provider.merchantKey, id, callTimeoutMs)
  }
  const noteNotExpired = (reason: string) =>
    ledger.timeline.append(attempt.id, {
      type: "not_expired",
      source: "gateway",
      fact: `not_expired:${reason}`,
      data: { reason },
    })
  let payment = await read()
  if (mayEndAtGateway({ ...payment, flow: attempt.flow })) {
    onCall()
    const result = await ledger.merchants
      .gateway(provider.merchantKey)
      .expirePayment({ id }, { timeoutMs: callTimeoutMs, maxAttempts: 1 })
    if (result.expired) payment = await read()
    else await noteNotExpired(result.reason)
  } else if (paymentOutcome(payment.status) === "open") {
    await noteNotExpired("coins_may_come")
  }
  const { result } = await settleCryptoPaymentWorkflow(container).run({
    input: { observation: observe(attempt, payment, "poll") },
  })
  return result
}

async function findLiveSessions(query: Query, attempts: readonly Attempt[]) {
  const ids = attempts.flatMap(({ session_ids }) => session_ids)
  const sessions = await list(query, "payment_session", ["id"], "id", ids)
  return new Set(sessions.map(({ id }) => id))
}

async function findCompletedCarts(query: Query, attempts: readonly Attempt[]) {
  const ids = idsOf(attempts, "cart_id")
  const fields = ["id", "completed_at"]
  const carts = await list(query, "cart", fields, "id", ids)
  const completed = carts.filter(({ completed_at }) => completed_at)
  return new Set(completed.map(({ id }) => id))
}

/** An open attempt has no payment of its own, so any with money is another's. */
async function findPaidCollections(query: Query, attempts: readonly Attempt[]) {
  const column = "payment_collection_id"
  const ids = idsOf(attempts, column)
  const fields = ["id", column, ...paymentMovementFields]
  const payments = await list<PaymentMovements & Columns>(
    query,
    "payment",
    fields,
    column,
    ids
  )
  const paid = payments.filter((payment) => isStandingPayment(payment))
  return new Set(paid.map((payment) => payment[column]))
}

/** Ids of carts, or of collections without one, whose order was canceled. */
async function findCanceledSubjects(
  query: Query,
  attempts: readonly Attempt[]
): Promise<Set<string>> {
  const cartless = attempts.filter(({ cart_id }) => cart_id === null)
  const links = [
    ...(await findOrderLinks(query, "cart_id", attempts)),
    ...(await findOrderLinks(query, "payment_collection_id", cartless)),
  ]
  const orderIds = links.map(({ order_id }) => order_id)
  const orders = await list(query, "order", ["id", "status"], "id", orderIds)
  const canceled = new Set(
    orders.filter(({ status }) => status === "canceled").map(({ id }) => id)
  )
  return new Set(
    links
      .filter(({ order_id }) => canceled.has(order_id))
      .map(({ subject_id }) => subject_id)
  )
}

type SubjectColumn = "cart_id" | "payment_collection_id"

async function findOrderLinks(
  query: Query,
  column: SubjectColumn,
  attempts: readonly Attempt[]
): Promise<{ subject_id: string; order_id: string }[]> {
  const entity =
    column === "cart_id" ? "order_cart" : "order_payment_collection"
  const ids = idsOf(attempts, column)
  const links = await list(query, entity, [column, "order_id"], column, ids)
  return links.map((link) => ({
    subject_id: link[column],
    order_id: link.order_id,
  }))
}

type Columns = Record<SubjectColumn | "id" | "order_id" | "status", string> & {
  completed_at: Date | null
}

/** The records whose `column` is one of `ids`; without ids there is no query. */
async function list<Record = Columns>(
  query: Query,
  entity: string,
  fields: string[],
  column: string,
  ids: readonly string[]
): Promise<Record[]> {
  if (ids.length === 0) return []
  const filters = { [column]: ids }
  const { data } = await query.graph({ entity, fields, filters })
  return data
}

function idsOf(attempts: readonly Attempt[], column: SubjectColumn): string[] {
  return attempts.flatMap((attempt) => attempt[column] ?? [])
}
