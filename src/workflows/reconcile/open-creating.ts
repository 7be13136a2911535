import { isGatewayError, paymentOutcome } from "../../gateway"
import {
  type Attempt,
  closeAttempt,
  observe,
  replayCreation,
} from "../../modules/crypto-payment"
import type { Run } from "./run"
import { lookAgainLater, settleTold } from "./settle-told"

/** So long the shopper's own request may still be at it. */
const ownTimeMs = 2 * 60_000
const dayMs = 24 * 60 * 60_000

/**
 * Brings an attempt that a crash or a lost answer left `creating` to where the
 * gateway has it: open, paid or refused. Without an answer it is tried again
 * in growing steps, and given up after the late window (at least a day).
 *
 * @throws GatewayError
 */
export async function openCreating(run: Run, attempt: Attempt): Promise<void> {
  const merchantKey = run.merchantKeyOf(attempt)
  const ageMs = run.now.getTime() - attempt.created_at.getTime()
  if (merchantKey === undefined || ageMs < ownTimeMs) {
    return await lookAgainLater(run, attempt)
  }
  if (attempt.gateway_payment_id) return await openAdopted(run, attempt)
  if (await isPaidOtherwise(run, attempt)) {
    return await closeAttempt(
      run.ledger,
      attempt,
      "paid_otherwise",
      "reconcile"
    )
  }
  const { lateWindowDays } = run.ledger.merchants.options(merchantKey)
  const isTooOld = ageMs > Math.max(1, lateWindowDays) * dayMs
  if (attempt.amount === null || attempt.currency_code === null) {
    return isTooOld ? await giveUp(run, attempt) : lookAgainLater(run, attempt)
  }
  try {
    run.summary.calls++
    const payment = await replayCreation(run.ledger, attempt, merchantKey)
    run.breakerOf(attempt.merchant_id).succeeded()
    if (payment && paymentOutcome(payment.status) !== "open") {
      await settleTold(run, attempt, {
        observation: observe(attempt, payment, "poll"),
      })
    }
  } catch (error) {
    if (!isGatewayError(error) || !isTooOld) throw error
    await giveUp(run, attempt)
  }
}

/** A crash between the two writes of an adoption. */
async function openAdopted(run: Run, attempt: Attempt): Promise<void> {
  const open = await run.ledger.transitionAttempt(
    attempt.id,
    "open",
    {},
    { type: "adopted", source: "reconcile", fact: "adopted" }
  )
  if (open) await run.ledger.scheduleNextCheck(open)
}

/**
 * Another attempt has paid for the same cart or collection. Creating this one
 * again would open a payment at the gateway that nobody needs.
 */
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

async function giveUp({ ledger }: Run, attempt: Attempt): Promise<void> {
  await closeAttempt(ledger, attempt, "never_opened", "reconcile")
}
