import {
  type GatewayError,
  isGatewayError,
  type Payment,
  paymentOutcome,
} from "../../../gateway"
import { observe } from "../attempts/observation"
import type { MerchantOptions } from "../merchants/options"
import type { Attempt } from "../models/crypto-payment"
import type { PaymentTerms } from "./choose-attempt"
import { COIN_FAULTS, openingFailed, type Unfit, unfitPayment } from "./errors"
import type CryptoPaymentModuleService from "../service"

/** A shopper waits for this call, so it gets less time than the options allow. */
const CREATE_TIMEOUT_MS = 8_000

type Opening = Partial<PaymentTerms> &
  Pick<PaymentTerms, "provider" | "target_currency" | "is_test">

/**
 * The attempt as the gateway opened it; undefined when its external_id is
 * taken, or its payment is final, and the next revision is to be tried.
 */
export async function openAtGateway(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  terms: Opening
): Promise<Attempt | undefined> {
  const { merchantKey } = terms.provider
  let payment: Payment
  try {
    payment = await createAtGateway(ledger, attempt, merchantKey)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return await handleCreationError(ledger, attempt, terms, error)
  }
  const opened = await recordOpened(ledger, attempt, payment, merchantKey)
  if (opened.unfit) throw unfitPayment(opened.unfit, terms)
  return await applyPayment(ledger, opened.attempt, payment)
}

/**
 * Creates the payment at the gateway (contract §4). Safe to repeat: for the
 * same external_id the gateway returns the same payment.
 * @throws GatewayError; Error for an attempt without a price.
 */
async function createAtGateway(
  { merchants }: CryptoPaymentModuleService,
  attempt: Attempt,
  merchantKey: string
): Promise<Payment> {
  const { amount, currency_code, success_url, fail_url } = attempt
  if (amount === null || currency_code === null) {
    throw new Error(`crypto payment ${attempt.id} has no price`)
  }
  const gateway = merchants.gateway(merchantKey)
  const merchant = merchants.options(merchantKey)
  const common = {
    amount,
    currency: currency_code.toUpperCase(),
    external_id: attempt.external_id,
    callback_url: callbackUrl(merchant, attempt.provider_id),
    ...(merchant.feePayer ? { fee_payer: merchant.feePayer } : {}),
    ...(attempt.is_test ? { is_test: true } : {}),
  }
  const call = {
    timeoutMs: Math.min(merchant.timeoutMs, CREATE_TIMEOUT_MS),
    maxAttempts: 2,
  }
  if (attempt.target_currency !== null) {
    const { target_currency } = attempt
    const trace = merchant.autoTrace ? { auto_trace: true } : {}
    const input = { ...common, target_currency, ...trace }
    return await gateway.createH2hPayment(input, call)
  }
  return await gateway.createWidgetPayment(
    {
      ...common,
      ...(success_url ? { success_url } : {}),
      ...(fail_url ? { fail_url } : {}),
    },
    call
  )
}

/** The address that the gateway posts to: `POST /hooks/crypto/:provider_id`. */
export function callbackUrl(
  merchant: Pick<MerchantOptions, "callbackBaseUrl">,
  providerId: string
): string {
  const base = merchant.callbackBaseUrl.replace(/\/+$/, "")
  return `${base}/hooks/crypto/${providerId}`
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
  terms: Opening,
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
  if (terms.target_currency !== null && COIN_FAULTS.has(error.code ?? "")) {
    // The gateway made nothing: the next coin is a revision of its own.
    await closeAttempt(ledger, attempt, "coin_refused")
    const { merchantKey } = terms.provider
    ledger.currencies.exclude(merchantKey, terms.target_currency)
  }
  throw openingFailed(error)
}

/**
 * Records that the gateway opened the payment. The attempt is as it is now: a
 * concurrent request may have opened it, or it was paid. `unfit`: why the
 * payment cannot be shown to a shopper; the attempt was closed.
 */
async function recordOpened(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  payment: Payment,
  merchantKey: string
): Promise<{ attempt: Attempt; unfit: Unfit | null }> {
  const { id } = attempt
  const { currency } = payment
  const is_test = payment.is_test ?? attempt.is_test
  const patch = {
    gateway_payment_id: payment.id,
    gateway_status: payment.status,
    checkout_url: payment.url ?? null,
    wallet_address: payment.wallet_address ?? null,
    crypto_amount: payment.amount ?? null,
    quoted_crypto_amount: payment.amount ?? null,
    crypto_currency: currency ?? null,
    crypto_network: currency
      ? ledger.currencies.recallNetwork(merchantKey, currency, is_test)
      : null,
    fee_payer: ledger.merchants.options(merchantKey).feePayer ?? null,
    is_test,
  }
  const entry = {
    type: "opened",
    source: "gateway",
    data: { gateway_payment_id: payment.id, status: payment.status },
  } as const
  const opened = await ledger.attempts.transition(id, "open", patch, entry)
  const current = opened?.attempt ?? (await ledger.attempts.find(id)) ?? attempt
  const unfit = findUnfit(attempt, current, payment)
  if (unfit) await closeAttempt(ledger, current, unfit)
  return { attempt: current, unfit }
}

/** Whether a shopper can be shown how to pay; the client leaves out unsafe values. */
export function isPayable(attempt: Attempt): boolean {
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
 * Repeats the creation of an attempt that a crash or a lost answer left `creating`; a
 * permanent error closes it. Undefined when the gateway has no payment.
 * @throws GatewayError when it is not known whether it has.
 */
export async function replayCreation(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  merchantKey: string
): Promise<Payment | undefined> {
  let payment: Payment
  try {
    payment = await createAtGateway(ledger, attempt, merchantKey)
  } catch (error) {
    if (!isGatewayError(error) || !isRefused(error)) throw error
    const { kind, code } = error
    await closeAttempt(ledger, attempt, code ?? kind, "reconcile")
    return undefined
  }
  const { unfit } = await recordOpened(ledger, attempt, payment, merchantKey)
  return unfit ? undefined : payment
}

/** Whether the gateway made nothing, and would not if it was asked again. */
function isRefused({ kind, status }: GatewayError): boolean {
  if (kind !== "validation" && kind !== "not_found") return false
  // Without a status nothing was sent: our own validation failed, and would again.
  return status === undefined || status === 400 || status === 404
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
