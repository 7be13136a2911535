import {
  isGatewayError,
  paymentOutcome,
  type GatewayError,
} from "../../gateway"
import { observe } from "../../modules/crypto-payment/attempts/observation"
import { isPaidState } from "../../modules/crypto-payment/attempts/states"
import { mayExpire } from "../../modules/crypto-payment/attempts/superseded"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import {
  closeAttempt,
  replayCreation,
} from "../../modules/crypto-payment/opening/open-attempt"
import { countOutcome } from "../../modules/crypto-payment/telemetry"
import { deliverEvents } from "../deliver-crypto-payment-events"
import {
  settleCryptoPaymentWorkflow,
  type SettleCryptoPaymentInput,
} from "../settle"
import { countStateChange, severityOf, type Run } from "./run"
import { expireAtGateway } from "./expire-superseded"
import { removeUnlinkedOrders } from "../settle/repair"

const READ_TIMEOUT_MS = 5_000
const RETRY_SECONDS = 60

/** Nobody waits for a quote that is read for the books. */
const QUOTE_RETRY_SECONDS = 60 * 60

/** How long the shopper's own request may still be creating the payment. */
const CREATION_MS = 2 * 60_000
const DAY_MS = 24 * 60 * 60_000

/**
 * Never throws: one failure does not stop the others, and the attempt becomes due again.
 * @param isNewlySuperseded see `findSuperseded`
 */
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
      return run.fail(`${subject} could not be reconciled`, error)
    }
    run.summary.failed++
    await postponeAfterGatewayError(run, attempt, error).catch(
      (later: unknown) =>
        run.logger.error(`${subject} could not be postponed: ${String(later)}`)
    )
  }
}

export async function settleAndCount(
  run: Run,
  before: Attempt | undefined,
  input: SettleCryptoPaymentInput
): Promise<void> {
  const { result } = await settleCryptoPaymentWorkflow(run.container).run({
    input,
  })
  countStateChange(run.summary, before?.state, result.state)
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
      if ((isNewlySuperseded || mayExpire(attempt)) && run.takeExpiry()) {
        return await expire(run, attempt)
      }
      return await readAndSettle(run, attempt)
    case "closed":
      return await readAndSettle(run, attempt)
    case "paid":
    case "attention":
      return await settleAndCount(run, attempt, {
        crypto_payment_id: attempt.id,
        again: "reconsider",
      })
    case "settled":
      await settleAndCount(run, attempt, {
        crypto_payment_id: attempt.id,
        again: "verify",
      })
      await removeUnlinkedOrders(run.container, attempt)
      // If it was verified earlier, only its quote is still to be read.
      await rescheduleCheck(run, attempt)
      return await readQuoteForBooks(run, attempt)
    case "resolved":
      return
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
  const payment = await merchants.readPayment(attempt, READ_TIMEOUT_MS)
  run.breakerOf(attempt.merchant_id).succeeded()
  if (!payment) return
  const observation = observe(attempt, payment, "poll")
  await settleAndCount(run, attempt, { observation })
}

/**
 * Without what a settled payment was quoted at, the books have no rate. What the gateway does not
 * answer is asked for again an hour later.
 */
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
  const result = await expireAtGateway(run.container, superseded, () => {
    run.summary.calls++
  })
  run.breakerOf(attempt.merchant_id).succeeded()
  if (result) countStateChange(run.summary, attempt.state, result.state)
  await rescheduleCheck(run, attempt)
}

/**
 * Brings an attempt that a crash or a lost response left `creating` to the gateway's state. Without
 * a response it is closed after the late window (at least a day).
 * @throws GatewayError
 */
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
    await ledger.attempts.transition(attempt.id, "open", {}, entry)
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

/** A check without any response is not counted, so that an outage does not make the intervals grow. */
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
