import type { MedusaContainer } from "@medusajs/framework/types"
import {
  type GatewayError,
  isGatewayError,
  paymentOutcome,
} from "../../gateway"
import { findCompletedCartIds } from "../../medusa/carts"
import { findExistingSessionIds, findMovements } from "../../medusa/collections"
import {
  findCartsOfCanceled,
  findCollectionsOfCanceled,
} from "../../medusa/links"
import { readFactsOfCarts } from "../../medusa/orders"
import { observe } from "../../modules/crypto-payment/attempts/observation"
import { isPaidState } from "../../modules/crypto-payment/attempts/states"
import type { Price } from "../../modules/crypto-payment/column-values"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import {
  closeAttempt,
  replayCreation,
} from "../../modules/crypto-payment/opening/open-attempt"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
import { isStandingPayment } from "../../modules/crypto-payment/settling/due"
import {
  attemptPrice,
  isSamePrice,
} from "../../modules/crypto-payment/settling/money"
import {
  DAY_MS,
  isSuperseded,
  mayEndAtGateway,
  mayExpire,
  QUIET_SECONDS,
} from "../../modules/crypto-payment/settling/schedule"
import { countOutcome } from "../../modules/crypto-payment/telemetry"
import { deliverEvents } from "../deliver-crypto-payment-events"
import { countStateChange, type Run, severityOf } from "./run"
import {
  type SettleCryptoPaymentInput,
  type SettleCryptoPaymentResult,
  settleCryptoPaymentWorkflow,
} from "../settle"
import { finishResolution } from "../settle/session-steps"
import { countUnendedRun } from "../settle/settle-attempt"

const RETRY_SECONDS = 60

/** Nobody waits for a quote that is read for the books. */
const QUOTE_RETRY_SECONDS = 60 * 60

/** How long the shopper's own request may still be creating the payment. */
const CREATION_MS = 2 * 60_000

/** Never throws: one failure does not stop the others, and the attempt becomes due again. */
export async function checkAttempt(
  run: Run,
  attempt: Attempt,
  isNewlySuperseded: boolean
): Promise<void> {
  try {
    await check(run, attempt, isNewlySuperseded)
  } catch (error) {
    const subject = `crypto payment ${attempt.id}`
    if (!isGatewayError(error)) {
      run.fail(`${subject} could not be reconciled`, error)
      return await noteUnended(run, attempt, error)
    }
    run.summary.failed++
    await postponeAfterGatewayError(run, attempt, error).catch(
      (later: unknown) =>
        run.logger.error(`${subject} could not be postponed: ${String(later)}`)
    )
  }
}

/** Never throws. A person is told of a paid attempt that was not settled for an hour. */
export async function noteUnended(
  run: Run,
  { id, state: before }: Attempt,
  error?: unknown
): Promise<void> {
  try {
    const counted = await countUnendedRun(run.container, id, error)
    if (!counted?.event) return
    countStateChange(run.summary, before, counted.attempt.state)
    await deliverEvents(run.container, [counted.event])
  } catch (later) {
    run.logger.error(
      `crypto payment ${id}: the failure could not be counted: ${String(later)}`
    )
  }
}

export async function settleAndCount(
  run: Run,
  before: Attempt | undefined,
  input: SettleCryptoPaymentInput
): Promise<SettleCryptoPaymentResult> {
  const { result } = await settleCryptoPaymentWorkflow(run.container).run({
    input,
  })
  countStateChange(run.summary, before?.state, result.state)
  return result
}

/**
 * Longer than a completion takes that was just begun: a run that keeps its lease waits for
 * something.
 */
const HELD_MS = 5 * 60_000

/** Not where this run itself failed: that is counted, and its lease given back. */
async function noteHeldLease(run: Run, { id }: Attempt): Promise<void> {
  const attempt = await run.ledger.attempts.find(id)
  if (attempt?.state !== "paid" || attempt.lease_owner === null) return
  const paidAt = attempt.paid_at ?? attempt.created_at
  if (run.now.getTime() - paidAt.getTime() < HELD_MS) return
  await noteUnended(run, attempt)
}

/** Schedules the next check, unless a transition did; raises attention where none follows. */
async function rescheduleCheck(run: Run, before: Attempt) {
  const attempt = await run.ledger.attempts.find(before.id)
  if (attempt?.state !== before.state) return
  const event = await run.ledger.dueQueue.reschedule(attempt)
  if (!event) return
  run.summary.attention++
  countOutcome(attempt.provider_id, { attention: "unknown_status" })
  await deliverEvents(run.container, [event])
}

async function check(run: Run, attempt: Attempt, isNewlySuperseded: boolean) {
  if (isPaidState(attempt.state)) await nameNetwork(run, attempt)
  switch (attempt.state) {
    case "creating":
      return await finishCreating(run, attempt)
    case "open":
      return isNewlySuperseded || mayExpire(attempt)
        ? await expire(run, attempt)
        : await readAndSettle(run, attempt)
    case "closed":
      return await readAndSettle(run, attempt)
    case "paid":
    case "attention": {
      const { busy } = await settleAndCount(run, attempt, {
        crypto_payment_id: attempt.id,
        again: "reconsider",
      })
      return busy ? await noteHeldLease(run, attempt) : undefined
    }
    case "settled":
      await settleAndCount(run, attempt, {
        crypto_payment_id: attempt.id,
        again: "verify",
      })
      // If it was verified earlier, only its quote is still to be read.
      await rescheduleCheck(run, attempt)
      return await readQuoteForBooks(run, attempt)
    case "resolved":
      return await finishResolution(run.container, attempt)
  }
}

/** For the books: the gateway's list may not have been read when the coin was recorded. */
async function nameNetwork(run: Run, attempt: Attempt): Promise<void> {
  const { crypto_currency: coin, crypto_network, is_test } = attempt
  const key = run.merchantKeyOf(attempt)
  if (coin === null || crypto_network !== null || key === undefined) return
  if (run.breakerOf(attempt.merchant_id).openForSeconds !== undefined) return
  const { attempts, currencies } = run.ledger
  const listed = await currencies.describe(key, coin, is_test)
  if (listed) await attempts.nameNetwork(attempt, listed.network)
}

async function readAndSettle(run: Run, attempt: Attempt): Promise<void> {
  if (attempt.gateway_payment_id && run.merchantKeyOf(attempt) !== undefined) {
    await settleAsRead(run, attempt)
  }
  await rescheduleCheck(run, attempt)
}

/** @throws GatewayError */
async function settleAsRead(run: Run, attempt: Attempt): Promise<void> {
  const { merchants } = run.ledger
  run.summary.calls++
  const payment = await merchants.readPayment(attempt)
  run.breakerOf(attempt.merchant_id).succeeded()
  if (!payment) return
  await run.acceptKey(attempt)
  const observation = observe(attempt, payment, "poll")
  await settleAndCount(run, attempt, { observation })
}

/** Without what a settled payment was quoted at, the books have no rate. */
async function readQuoteForBooks(run: Run, attempt: Attempt): Promise<void> {
  const { gateway_payment_id, quoted_crypto_amount, merchant_id } = attempt
  if (quoted_crypto_amount !== null || gateway_payment_id === null) return
  if (run.merchantKeyOf(attempt) === undefined) return
  const postpone = () =>
    run.ledger.dueQueue.postpone([attempt], QUOTE_RETRY_SECONDS)
  if (run.breakerOf(merchant_id).openForSeconds !== undefined) {
    return await postpone()
  }
  try {
    await settleAsRead(run, attempt)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    run.logger.warn(
      `crypto payment ${attempt.id}: its quoted amount could not be read from the gateway (${error.kind}): ${error.message}`
    )
    await run.recordGatewayError(merchant_id, error)
    if (severityOf(error) !== "answered") await postpone()
  }
}

/** A session attached at the same moment wins: then the attempt is only read. */
async function expire(run: Run, attempt: Attempt): Promise<void> {
  const superseded = attempt.superseded_at
    ? attempt
    : await run.ledger.attempts.supersede(attempt, "reconcile")
  if (!superseded) return await readAndSettle(run, attempt)
  const result = await expireAtGateway(run.container, superseded, run.summary)
  run.breakerOf(attempt.merchant_id).succeeded()
  if (result) countStateChange(run.summary, attempt.state, result.state)
  await rescheduleCheck(run, attempt)
}

/** Without any response, an attempt that was left `creating` is closed after the late window. */
async function finishCreating(run: Run, attempt: Attempt): Promise<void> {
  const { ledger } = run
  const merchantKey = run.merchantKeyOf(attempt)
  const ageMs = run.now.getTime() - attempt.created_at.getTime()
  if (merchantKey === undefined || ageMs < CREATION_MS) {
    return await rescheduleCheck(run, attempt)
  }
  if (attempt.gateway_payment_id) {
    // After a crash between the two writes of an adoption.
    const entry = {
      type: "adopted",
      source: "reconcile",
      fact: "adopted",
    } as const
    await ledger.attempts.transition({
      id: attempt.id,
      to: "open",
      entry,
    })
    return
  }
  if (await isPaidOtherwise(run, attempt)) {
    return await closeAttempt(ledger, attempt, "paid_otherwise", "reconcile")
  }
  const close = () => closeAttempt(ledger, attempt, "never_opened", "reconcile")
  const { lateWindowDays } = ledger.merchants.options(merchantKey)
  const isTooOld = ageMs > Math.max(1, lateWindowDays) * DAY_MS
  if (attempt.amount === null || attempt.currency_code === null) {
    return isTooOld ? await close() : await rescheduleCheck(run, attempt)
  }
  try {
    run.summary.calls++
    const payment = await replayCreation(ledger, attempt, merchantKey)
    run.breakerOf(attempt.merchant_id).succeeded()
    if (payment && paymentOutcome(payment.status) !== "open") {
      await settleAndCount(run, attempt, {
        observation: observe(attempt, payment, "poll"),
      })
    }
  } catch (error) {
    if (!isGatewayError(error) || !isTooOld) throw error
    await close()
  }
}

/** Another attempt has paid for the same cart or collection, so this one is not needed. */
async function isPaidOtherwise(
  { ledger }: Run,
  { id, cart_id, payment_collection_id }: Attempt
): Promise<boolean> {
  if (!cart_id && !payment_collection_id) return false
  const paid = await ledger.listCryptoPayments(
    {
      id: { $ne: id },
      state: ["paid", "settled"],
      ...(cart_id ? { cart_id } : { payment_collection_id }),
    },
    { select: ["id"], take: 1 }
  )
  return paid.length > 0
}

/**
 * A check without any response is not counted, so that an outage does not make the intervals grow.
 */
async function postponeAfterGatewayError(
  run: Run,
  attempt: Attempt,
  error: GatewayError
): Promise<void> {
  run.logger.warn(
    `crypto payment ${attempt.id}: the gateway could not be read (${error.kind}): ${error.message}`
  )
  await run.recordGatewayError(attempt.merchant_id, error)
  const { openForSeconds } = run.breakerOf(attempt.merchant_id)
  if (openForSeconds !== undefined) {
    await run.ledger.dueQueue.postpone([attempt], openForSeconds)
  } else if (severityOf(error) === "down" && attempt.state !== "creating") {
    await run.ledger.dueQueue.postpone([attempt], RETRY_SECONDS)
  } else {
    await rescheduleCheck(run, attempt)
  }
}

const CALL = { timeoutMs: 5_000, maxAttempts: 1 }

/** The ids of the open attempts that are to be marked as superseded. */
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
  const column = "payment_collection_id"
  const ofCollection = candidates.flatMap((attempt) => attempt[column] ?? [])
  const links = await run.ledger.sessions.linksTo(
    candidates.map(({ id }) => id)
  )
  const [sessions, completed, payments, canceled, ofCanceled, unpaid] =
    await Promise.all([
      findExistingSessionIds(query, [...links.keys()]),
      findCompletedCartIds(query, ofCart),
      findMovements(query, ofCollection),
      findCartsOfCanceled(query, ofCart),
      findCollectionsOfCanceled(query, ofCollection),
      findUnpaidPrices(run, ofCart),
    ])
  // An open attempt has no payment of its own, so any with money is another's.
  const paid = payments.filter(isStandingPayment).map((each) => each[column])
  const isIn = (ids: readonly string[], id: string | null) =>
    id !== null && ids.includes(id)
  const superseded = candidates.filter((attempt) => {
    const { cart_id, payment_collection_id } = attempt
    return isSuperseded({
      state: attempt.state,
      live_sessions: [...links].filter(
        ([session, id]) => id === attempt.id && sessions.includes(session)
      ).length,
      not_due: isIn(completed, cart_id) && !isDue(attempt, unpaid),
      paid_otherwise: isIn(paid, payment_collection_id),
      order_canceled:
        cart_id === null
          ? isIn(ofCanceled, payment_collection_id)
          : isIn(canceled, cart_id),
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
  const orders = await readFactsOfCarts(
    query,
    rows.map(({ id }) => id)
  )
  return new Map(orders.map(({ cart_id, facts }) => [cart_id, facts.pending]))
}

function isDue(attempt: Attempt, unpaid: Map<string, Price | null>): boolean {
  const due = unpaid.get(attempt.cart_id ?? "")
  const price = attemptPrice(attempt)
  return Boolean(due && price && isSamePrice(due, price))
}

/**
 * Expires a superseded payment at the gateway, so that no shopper pays an outdated page, unless its
 * coin was chosen (`mayEndAtGateway`). A coin may be chosen and paid at this very moment: so it is
 * read before and after, and the last status is the observation.
 * @throws GatewayError
 */
export async function expireAtGateway(
  container: MedusaContainer,
  attempt: Attempt,
  counted = { calls: 0 }
): Promise<SettleCryptoPaymentResult | undefined> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const { gateway_payment_id: id } = attempt
  const provider = ledger.merchants.provider(attempt.provider_id)
  if (!provider || !id) return undefined
  const gateway = ledger.merchants.gateway(provider.merchantKey)
  const read = () => {
    counted.calls++
    return gateway.getPayment({ id }, CALL)
  }
  let payment = await read()
  if (mayEndAtGateway({ ...payment, flow: attempt.flow })) {
    counted.calls++
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
