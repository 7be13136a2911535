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
import type { PaymentRequest } from "../domain/payment-request"

/** An attempt opened within this time is reused without asking the gateway. */
const freshMs = 30_000

/** A shopper waits for the answer, and the attempt serves without it too. */
const readTimeoutMs = 3_000

/**
 * The open attempt that a session is about to reuse, unless the gateway reports
 * that it expired or was paid. When the gateway does not answer, the attempt is
 * reused. One without checkout page or address cannot be.
 */
export async function confirmOpen(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  request: PaymentRequest
): Promise<Attempt | undefined> {
  if (!isPayable(attempt)) {
    await closeAttempt(ledger, attempt, "no_address")
    return undefined
  }
  const age = Date.now() - (attempt.opened_at?.getTime() ?? 0)
  if (age < freshMs || !attempt.gateway_payment_id) return attempt
  try {
    const payment = await ledger.merchants.readPayment(
      request.provider.merchantKey,
      attempt.gateway_payment_id,
      readTimeoutMs
    )
    return await applyPayment(ledger, attempt, payment)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return attempt
  }
}

/**
 * The attempt as the gateway opened it, or undefined when its external_id cannot
 * be used (taken with another price, or its payment is final) and the next
 * revision is to be tried.
 */
export async function openAtGateway(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  request: PaymentRequest
): Promise<Attempt | undefined> {
  const { merchantKey } = request.provider
  let payment: Payment
  try {
    payment = await createAtGateway(
      ledger.merchants.gateway(merchantKey),
      ledger.merchants.options(merchantKey),
      attempt
    )
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return await handleCreationError(ledger, attempt, request, error)
  }
  const opened = await recordOpened(ledger, attempt, payment)
  if (opened.unfit) throw unfitPayment(opened.unfit, request)
  return await applyPayment(ledger, opened.attempt, payment)
}

/** The attempt, if the gateway payment is open or paid; else the attempt is closed. */
export async function applyPayment(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  payment: Payment
): Promise<Attempt | undefined> {
  const outcome = paymentOutcome(payment.status)
  if (outcome === "open") {
    return attempt.state === "closed" ? undefined : attempt
  }
  const observation = observe(attempt, payment, "poll")
  const recorded = await ledger.observations.record(attempt.id, observation)
  if (outcome === "paid") return recorded
  await closeAttempt(ledger, recorded, payment.status)
  return undefined
}

async function handleCreationError(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  request: PaymentRequest,
  error: GatewayError
): Promise<undefined> {
  if (error.code === "PAYMENT_ALREADY_EXISTS") {
    await closeAttempt(ledger, attempt, "external_id_taken")
    return undefined
  }
  await ledger.timeline.append(attempt.id, {
    type: "gateway_error",
    source: "gateway",
    fact: `gateway_error:${error.code ?? error.kind}`,
    data: { kind: error.kind, code: error.code, message: error.message },
  })
  if (request.target_currency !== null && isCoinUnavailable(error)) {
    // The gateway made nothing: the next coin is a revision of its own.
    await closeAttempt(ledger, attempt, "coin_refused")
    const { merchantKey } = request.provider
    ledger.currencies.exclude(merchantKey, request.target_currency)
  }
  throw openingFailed(error)
}

function isCoinUnavailable({ code }: GatewayError): boolean {
  return code === "WALLET_NOT_FOUND" || code === "CURRENCY_NOT_FOUND"
}

/** The gateway has another test flag, or returned no way to pay. */
export type Unfit = "wrong_test_mode" | "no_address"

/**
 * Records that the gateway opened the payment of an attempt.
 *
 * @returns the attempt as it is now: a concurrent request may have opened it, or
 * it was paid meanwhile. `unfit`: why the payment cannot be shown to a shopper;
 * the attempt was closed.
 */
export async function recordOpened(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  payment: Payment
): Promise<{ attempt: Attempt; unfit: Unfit | null }> {
  const isTest = payment.is_test ?? attempt.is_test
  const opened = await ledger.attempts.transition(
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
  const current =
    opened?.attempt ?? (await ledger.attempts.find(attempt.id)) ?? attempt
  const unfit = findUnfit(attempt, current, payment)
  if (unfit) await closeAttempt(ledger, current, unfit)
  return { attempt: current, unfit }
}

/**
 * Whether a shopper can be shown how to pay: the checkout page, or the address
 * and the amount. The gateway's client leaves out unsafe values.
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
  requested: Attempt,
  current: Attempt,
  payment: Payment
): Unfit | null {
  if ((payment.is_test ?? requested.is_test) !== requested.is_test) {
    return "wrong_test_mode"
  }
  const isOpen = paymentOutcome(payment.status) === "open"
  return isOpen && current.state === "open" && !isPayable(current)
    ? "no_address"
    : null
}

/**
 * Repeats the creation of an attempt that a crash or a lost answer left
 * `creating`. Its external_id is the idempotency key (contract §4), so the
 * gateway returns the payment that it made before. A permanent error closes the
 * attempt, with the gateway's code as the reason.
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
    if (kind !== "validation" && kind !== "not_found") throw error
    // Without a status nothing was sent: our own validation failed, and would again.
    const isPermanent = status === undefined || status === 400 || status === 404
    if (!isPermanent) throw error
    await closeAttempt(ledger, attempt, code ?? kind, "reconcile")
    return undefined
  }
  const { unfit } = await recordOpened(ledger, attempt, payment)
  return unfit ? undefined : payment
}

/** Closes an attempt that cannot serve; late money is still checked for. */
export async function closeAttempt(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  why: string,
  source = "session"
): Promise<void> {
  await ledger.attempts.transition(
    attempt.id,
    "closed",
    {},
    { type: "closed", source, data: { why } }
  )
}
