import type { MedusaContainer } from "@medusajs/framework/types"
import { paymentOutcome } from "../../gateway"
import { type Query, withCalculatedSummary } from "../../medusa-query"
import { observe } from "../../modules/crypto-payment/attempts/observation"
import {
  isSuperseded,
  mayEndAtGateway,
  QUIET_SECONDS,
} from "../../modules/crypto-payment/attempts/superseded"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
import {
  isStandingPayment,
  PAYMENT_MOVEMENT_FIELDS,
  type PaymentMovements,
} from "../../modules/crypto-payment/settling/due"
import {
  ORDER_FACT_FIELDS,
  toOrderFacts,
} from "../../modules/crypto-payment/settling/facts"
import {
  attemptPrice,
  isSamePrice,
  type Price,
} from "../../modules/crypto-payment/settling/money"
import type { Run } from "./run"
import {
  type SettleCryptoPaymentResult,
  settleCryptoPaymentWorkflow,
} from "../settle"

const CALL = { timeoutMs: 5_000, maxAttempts: 1 }

/**
 * The ids of the open attempts that are to be marked as superseded, with as many queries for all as
 * for one.
 */
export async function findSuperseded(run: Run, attempts: readonly Attempt[]) {
  const open = attempts.filter(
    ({ state, superseded_at }) => state === "open" && superseded_at === null
  )
  const unused = await run.ledger.dueQueue.secondsUnused(
    open.map(({ id }) => id)
  )
  const candidates = open.filter(
    ({ id }) => (unused.get(id) ?? 0) >= QUIET_SECONDS
  )
  if (candidates.length === 0) return new Set<string>()
  const query = run.container.resolve("query")
  const ofCart = candidates.flatMap(({ cart_id }) => cart_id ?? [])
  const cartless = candidates.filter(({ cart_id }) => cart_id === null)
  const column = "payment_collection_id"
  const ofCollection = candidates.flatMap((attempt) => attempt[column] ?? [])
  const ofCartless = cartless.flatMap((attempt) => attempt[column] ?? [])
  const links = await run.ledger.sessions.linksTo(
    candidates.map(({ id }) => id)
  )
  const [sessions, carts, paid, canceled, canceledCartless, unpaid] =
    await Promise.all([
      findIds(query, "payment_session", "id", [...links.keys()], existing),
      findIds(query, "cart", "id", ofCart, completedCart),
      findIds(query, "payment", column, ofCollection, standingPayment),
      findIds(query, "order_cart", "cart_id", ofCart, canceledOrder),
      findIds(
        query,
        "order_payment_collection",
        column,
        ofCartless,
        canceledOrder
      ),
      findUnpaidPrices(run, ofCart),
    ])
  const superseded = candidates.filter((attempt) => {
    const { cart_id, payment_collection_id } = attempt
    return isSuperseded({
      state: attempt.state,
      live_sessions: [...links].filter(
        ([session, id]) => id === attempt.id && sessions.has(session)
      ).length,
      not_due: carts.has(cart_id) && !isDue(attempt, unpaid),
      paid_otherwise: paid.has(payment_collection_id),
      order_canceled:
        cart_id === null
          ? canceledCartless.has(payment_collection_id)
          : canceled.has(cart_id),
      quiet_for_seconds: unused.get(attempt.id) ?? 0,
    })
  })
  return new Set(superseded.map(({ id }) => id))
}

/** What is due now for the orders of carts that were placed before their payment. */
async function findUnpaidPrices(run: Run, cartIds: readonly string[]) {
  const prices = new Map<string, Price | null>()
  if (cartIds.length === 0) return prices
  const rows = await run.ledger.listCryptoUnpaidOrders({ id: [...cartIds] })
  if (rows.length === 0) return prices
  const query = run.container.resolve("query")
  const { data } = await query.graph({
    entity: "order_cart",
    fields: ["cart_id", ...ORDER_FACT_FIELDS.map((field) => `order.${field}`)],
    filters: { cart_id: rows.map(({ id }) => id) },
  })
  for (const { cart_id, order } of data) {
    if (!order) continue
    prices.set(
      cart_id,
      toOrderFacts(await withCalculatedSummary(query, order)).pending
    )
  }
  return prices
}

function isDue(attempt: Attempt, unpaid: Map<string, Price | null>): boolean {
  const due = unpaid.get(attempt.cart_id ?? "")
  const price = attemptPrice(attempt)
  return Boolean(due && price && isSamePrice(due, price))
}

/**
 * Marks open attempts whose order changed, and tries at once to expire them at the gateway. A
 * failure is logged; the reconcile job tries again.
 */
export async function supersedeAttempts(
  container: MedusaContainer,
  attemptIds: readonly string[]
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const logger = container.resolve("logger")
  for (const id of attemptIds) {
    const found = await ledger.attempts.find(id)
    const attempt = found && (await ledger.attempts.supersede(found, "order"))
    if (!attempt) continue
    await expireAtGateway(container, attempt).catch((error: unknown) =>
      logger.warn(
        `crypto payment ${id} is superseded, but could not be expired at the gateway: ${error instanceof Error ? error.message : String(error)}`
      )
    )
  }
}

/**
 * Expires a superseded payment at the gateway, so that no shopper pays an outdated page, unless its
 * coin was chosen (`mayEndAtGateway`). A coin may be chosen and paid at this very moment: so it is
 * read before and after, and the last status is the observation. Undefined where the gateway cannot
 * be called.
 * @param onCall called before each gateway call.
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
  const gateway = ledger.merchants.gateway(provider.merchantKey)
  const read = () => {
    onCall()
    return gateway.getPayment({ id }, CALL)
  }
  let payment = await read()
  if (mayEndAtGateway({ ...payment, flow: attempt.flow })) {
    onCall()
    const result = await gateway.expirePayment({ id }, CALL)
    if (result.expired) payment = await read()
    else await noteNotExpired(ledger, attempt, result.reason)
  } else if (paymentOutcome(payment.status) === "open") {
    await noteNotExpired(ledger, attempt, "coins_may_come")
  }
  const { result } = await settleCryptoPaymentWorkflow(container).run({
    input: { observation: observe(attempt, payment, "poll") },
  })
  return result
}

/** Names in the timeline, once, why a superseded payment is still open at the gateway. */
async function noteNotExpired(
  ledger: CryptoPaymentModuleService,
  { id }: Attempt,
  reason: string
): Promise<void> {
  await ledger.timeline.append(id, {
    type: "not_expired",
    source: "gateway",
    fact: `not_expired:${reason}`,
    data: { reason },
  })
}

/** Which records count, and the fields that say so. */
type Condition<Fields> = {
  fields: string[]
  isMet: (record: Fields) => boolean
}

const existing: Condition<unknown> = { fields: [], isMet: () => true }

const completedCart: Condition<{ completed_at: Date | null }> = {
  fields: ["completed_at"],
  isMet: ({ completed_at }) => Boolean(completed_at),
}

/** An open attempt has no payment of its own, so any with money is another's. */
const standingPayment: Condition<PaymentMovements> = {
  fields: ["id", ...PAYMENT_MOVEMENT_FIELDS],
  isMet: isStandingPayment,
}

const canceledOrder: Condition<{ order?: { status: string } | null }> = {
  fields: ["order.status"],
  isMet: ({ order }) => order?.status === "canceled",
}

/** Those of the ids in `column` whose record counts; without ids there is no query. */
async function findIds<Fields>(
  query: Query,
  entity: string,
  column: string,
  ids: readonly string[],
  { fields, isMet }: Condition<Fields>
): Promise<Set<string | null>> {
  if (ids.length === 0) return new Set()
  const { data } = await query.graph({
    entity,
    fields: [column, ...fields],
    filters: { [column]: ids },
  })
  return new Set(data.filter(isMet).map((record) => record[column]))
}
