import {
  type GatewayError,
  isGatewayError,
  type Payment,
  paymentOutcome,
} from "../../../gateway"
import type { Attempt } from "../ledger/rows"
import { observe } from "../domain/observation"
import type CryptoPaymentModuleService from "../service"
import { createAtGateway } from "./create-payment"
import { openingFailed, unfitPayment } from "./errors"
import type { Wish } from "../domain/payment-request"

/** An attempt opened within this time is reused without asking the gateway. */
const freshMs = 30_000

/** A shopper waits for the answer, and the attempt serves without it too. */
const lookTimeoutMs = 3_000

/**
 * An open attempt that is about to be reused may have run out or been paid
 * without a word reaching us: a dead checkout page would be of no use. When
 * the gateway does not answer, the attempt serves as it is. One that was never
 * told how to pay cannot serve.
 */
export async function stillOpen(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  wish: Wish
): Promise<Attempt | undefined> {
  if (!isPayable(attempt)) {
    await closeAttempt(ledger, attempt, "no_address")
    return undefined
  }
  const age = Date.now() - (attempt.opened_at?.getTime() ?? 0)
  if (age < freshMs || !attempt.gateway_payment_id) return attempt
  try {
    const payment = await ledger.merchants.lookUp(
      wish.provider.merchantKey,
      attempt.gateway_payment_id,
      lookTimeoutMs
    )
    return await judge(ledger, attempt, payment)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return attempt
  }
}

/**
 * The attempt as the gateway opened it, or undefined when its external_id can
 * not serve (taken with another price, or its payment is over) and the next
 * revision is due.
 */
export async function openAtGateway(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  wish: Wish
): Promise<Attempt | undefined> {
  const { merchantKey } = wish.provider
  let payment: Payment
  try {
    payment = await createAtGateway(
      ledger.merchants.gateway(merchantKey),
      ledger.merchants.options(merchantKey),
      attempt
    )
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return await gatewayRefused(ledger, attempt, wish, error)
  }
  const opened = await noteOpened(ledger, attempt, payment)
  if (opened.unfit) throw unfitPayment(opened.unfit, wish)
  return await judge(ledger, opened.attempt, payment)
}

/** The attempt, if the gateway's payment can still serve it, or has paid it. */
export async function judge(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  payment: Payment
): Promise<Attempt | undefined> {
  const outcome = paymentOutcome(payment.status)
  if (outcome === "open") {
    return attempt.state === "closed" ? undefined : attempt
  }
  const observation = observe(attempt, payment, "poll")
  const recorded = await ledger.recordObservation(attempt.id, observation)
  if (outcome === "paid") return recorded
  await closeAttempt(ledger, recorded, payment.status)
  return undefined
}

async function gatewayRefused(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  wish: Wish,
  error: GatewayError
): Promise<undefined> {
  if (error.code === "PAYMENT_ALREADY_EXISTS") {
    await closeAttempt(ledger, attempt, "external_id_taken")
    return undefined
  }
  await ledger.appendEvent(attempt.id, {
    type: "gateway_error",
    source: "gateway",
    fact: `gateway_error:${error.code ?? error.kind}`,
    data: { kind: error.kind, code: error.code, message: error.message },
  })
  if (wish.target_currency !== null && isCoinRefusal(error)) {
    // The gateway made nothing: the next coin is a revision of its own.
    await closeAttempt(ledger, attempt, "coin_refused")
    const { merchantKey } = wish.provider
    ledger.currencies.refuse(merchantKey, wish.target_currency)
  }
  throw openingFailed(error)
}

function isCoinRefusal({ code }: GatewayError): boolean {
  return code === "WALLET_NOT_FOUND" || code === "CURRENCY_NOT_FOUND"
}

/** The gateway understood another test flag, or tells no way to pay. */
export type Unfit = "wrong_test_mode" | "no_address"

/**
 * Writes down that the gateway opened the payment of an attempt.
 *
 * @returns the row as it is now: someone else may have opened it in the same
 * moment, or it was paid meanwhile. `unfit`: why the payment cannot be shown to
 * a buyer; the attempt was closed.
 */
export async function noteOpened(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  payment: Payment
): Promise<{ attempt: Attempt; unfit: Unfit | null }> {
  const isTest = payment.is_test ?? attempt.is_test
  const open = await ledger.transitionAttempt(
    attempt.id,
    "open",
    {
      gateway_payment_id: payment.id,
      gateway_status: payment.status,
      checkout_url: payment.url ?? null,
      wallet_address: payment.wallet_address ?? null,
      crypto_amount: payment.amount ?? null,
      crypto_currency: payment.currency ?? null,
      is_test: isTest,
    },
    {
      type: "opened",
      source: "gateway",
      data: { gateway_payment_id: payment.id, status: payment.status },
    }
  )
  const row = open ?? (await ledger.findAttempt(attempt.id)) ?? attempt
  const unfit = findUnfit(attempt, row, payment)
  if (unfit) await closeAttempt(ledger, row, unfit)
  else if (open) await ledger.scheduleNextCheck(open)
  return { attempt: row, unfit }
}

/**
 * Whether a buyer can be told how to pay: where to go, or what to send and
 * where to. The gateway's client keeps out what nobody may be sent to.
 */
export function isPayable(
  attempt: Pick<
    Attempt,
    "flow" | "checkout_url" | "wallet_address" | "crypto_amount"
  >
): boolean {
  return attempt.flow === "h2h"
    ? attempt.wallet_address !== null && attempt.crypto_amount !== null
    : attempt.checkout_url !== null
}

function findUnfit(
  asked: Attempt,
  row: Attempt,
  payment: Payment
): Unfit | null {
  if ((payment.is_test ?? asked.is_test) !== asked.is_test) {
    return "wrong_test_mode"
  }
  const isOpen = paymentOutcome(payment.status) === "open"
  return isOpen && row.state === "open" && !isPayable(row) ? "no_address" : null
}

/**
 * Asks the gateway once more for the payment of an attempt that a crash or a
 * lost answer left `creating`. Its external_id is the idempotency key
 * (contract §4), so what the gateway made before comes back. A refusal
 * for good closes the attempt, with the gateway's code as the reason.
 *
 * @returns the payment, when the gateway has one now.
 * @throws GatewayError when it is not known whether it has.
 */
export async function replayCreation(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  merchantKey: string
): Promise<Payment | undefined> {
  let payment: Payment
  try {
    payment = await createAtGateway(
      ledger.merchants.gateway(merchantKey),
      ledger.merchants.options(merchantKey),
      attempt
    )
  } catch (error) {
    if (!isGatewayError(error)) throw error
    const { kind, code, status } = error
    // Without a status nothing was sent: what we refuse stays refused as well.
    if (kind !== "validation" && kind !== "not_found") throw error
    const refused = status === undefined || status === 400 || status === 404
    if (!refused) throw error
    await closeAttempt(ledger, attempt, code ?? kind, "reconcile")
    return undefined
  }
  const { unfit } = await noteOpened(ledger, attempt, payment)
  return unfit ? undefined : payment
}

/** Gives up an attempt that cannot serve; it is watched for late money. */
export async function closeAttempt(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  why: string,
  source = "session"
): Promise<void> {
  const closed = await ledger.transitionAttempt(
    attempt.id,
    "closed",
    {},
    { type: "closed", source, data: { why } }
  )
  if (closed) await ledger.scheduleNextCheck(closed)
}
