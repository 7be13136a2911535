import type { MedusaError } from "@medusajs/framework/utils"
import {
  type GatewayError,
  isGatewayError,
  type Payment,
  paymentOutcome,
} from "../../../gateway"
import {
  notAllowed,
  openingRejected,
  unexpectedState,
} from "../../../medusa-errors"
import { formatExternalId, observe } from "../attempts/observation"
import { isPaidState } from "../attempts/states"
import { explainRejection, rejectsKey } from "../merchants/connection"
import type { MerchantOptions } from "../merchants/options"
import type { Attempt } from "../models/crypto-payment"
import {
  chooseAttempt,
  isPaidAlready,
  notPayable,
  type PaymentTerms,
  returnUrls,
  subjectOf,
} from "./choose-attempt"
import type CryptoPaymentModuleService from "../service"
import { attemptPrice, isSamePrice, paidSession } from "../settling/money"

const MAX_ROUNDS = 8

/** At the gateway, of one cart, or of one payment collection without a cart. */
const MAX_OPEN_ATTEMPTS = 20

/** Number of concurrent requests for the same cart that may be faster. */
const MAX_OVERTAKEN = 50

/** An attempt opened within this time is reused without asking the gateway. */
const FRESH_MS = 30_000

/** A shopper waits for the answer, and the attempt serves without it too. */
const OPENING_READ_TIMEOUT_MS = 3_000

/**
 * Finds or creates the attempt that serves the terms, and attaches their session. It is written
 * before the gateway is called, so no payment exists there that the ledger does not know; without
 * an answer it stays `creating`, and the same terms use the same external_id again.
 */
export async function openAttempt(
  ledger: CryptoPaymentModuleService,
  terms: PaymentTerms,
  sessionExists: (sessionId: string) => Promise<boolean>
): Promise<Attempt> {
  const { session_id, payment_collection_id } = terms
  let rounds = 0
  let overtaken = 0
  while (rounds < MAX_ROUNDS) {
    const attempt = await chooseOrCreate(ledger, terms, sessionExists)
    // A concurrent request was faster, which is no round of this one.
    if (!attempt && overtaken < MAX_OVERTAKEN) {
      overtaken++
      continue
    }
    rounds++
    const ready =
      attempt && (await makeReady(ledger, attempt, terms, sessionExists))
    if (!ready) continue
    // Undefined when the job superseded it meanwhile.
    const attached = await ledger.sessions.attach(
      ready.id,
      session_id,
      payment_collection_id
    )
    if (attached) return attached
  }
  // Each revision that was tried exists at the gateway, and cannot serve this session.
  throw unexpectedState(
    notOpened(
      `the gateway already knows other payments for ${subjectOf(terms)}`
    )
  )
}

/** Open at the gateway, or paid; undefined where it can be neither. */
async function makeReady(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  terms: PaymentTerms,
  sessionExists: (sessionId: string) => Promise<boolean>
): Promise<Attempt | undefined> {
  if (isPaidState(attempt.state)) {
    const holder = paidSession(attempt)
    if (holder && (await sessionExists(holder))) throw alreadyPaid(attempt)
    return attempt
  }
  return attempt.state === "open"
    ? await confirmOpen(ledger, attempt)
    : await openAtGateway(ledger, attempt, terms)
}

/** Undefined where it expired, or does not say how to pay it; without an answer it is reused. */
async function confirmOpen(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt
): Promise<Attempt | undefined> {
  if (!isPayable(attempt)) {
    await closeAttempt(ledger, attempt, "no_address")
    return undefined
  }
  const age = Date.now() - (attempt.opened_at?.getTime() ?? 0)
  if (age < FRESH_MS) return attempt
  try {
    const { merchants } = ledger
    const payment = await merchants.readPayment(
      attempt,
      OPENING_READ_TIMEOUT_MS
    )
    return payment ? await applyPayment(ledger, attempt, payment) : attempt
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return attempt
  }
}

async function chooseOrCreate(
  ledger: CryptoPaymentModuleService,
  terms: PaymentTerms,
  sessionExists: (sessionId: string) => Promise<boolean>
): Promise<Attempt | undefined> {
  const merchant = ledger.merchants.options(terms.provider.merchantKey)
  const { merchantId } = merchant
  const urls = returnUrls(terms, merchant)
  const { cart_id, payment_collection_id } = terms
  const read = await ledger.attempts.findRevisions(
    merchantId,
    cart_id ? { cart_id } : { payment_collection_id }
  )
  const { usable, highest } = read
  const choice = chooseAttempt(usable, terms, highest)
  if ("already_paid" in choice) throw alreadyPaid(choice.already_paid)
  const isPaid = "use" in choice && isPaidState(choice.use.state)
  if (!isPaid) {
    if (terms.not_payable) throw notPayable(terms.not_payable)
    for (const attempt of usable) {
      // Core cannot replace a session that holds money, so nothing else may begin.
      const holder = paidSession(attempt)
      if (holder && (await sessionExists(holder))) throw alreadyPaid(attempt)
    }
    if (await refuseSecondPayment(ledger, terms, read.of_cart)) return undefined
  }
  if ("use" in choice) {
    return choice.use.state === "creating"
      ? await ledger.sessions.renewReturnUrls(choice.use.id, urls)
      : choice.use
  }
  if (read.open >= MAX_OPEN_ATTEMPTS) {
    throw notAllowed(
      "Too many crypto payments are open for this cart. Pay one of them, or wait until they expire and try again."
    )
  }
  return await ledger.attempts.create(
    {
      provider_id: terms.provider.provider_id,
      merchant_id: merchantId,
      flow: terms.provider.flow,
      external_id: formatExternalId(subjectOf(terms), choice.revision),
      revision: choice.revision,
      cart_id,
      payment_collection_id,
      amount: terms.price.amount,
      currency_code: terms.price.currency_code,
      target_currency: terms.target_currency,
      is_test: terms.is_test,
      ...urls,
    },
    "session"
  )
}

/**
 * To whatever merchant: the shopper may have paid before the cart changed, and core deleted the
 * session with the change.
 * @returns whether an open one was paid or ended meanwhile.
 */
async function refuseSecondPayment(
  ledger: CryptoPaymentModuleService,
  { cart_id, price, is_test }: PaymentTerms,
  ofCart: readonly Attempt[]
): Promise<boolean> {
  if (cart_id === null) return false
  const paid = ofCart.find((attempt) => isPaidAlready(attempt, is_test))
  if (paid) throw alreadyPaid(paid)
  const older = ofCart.find((attempt) => {
    const own = attemptPrice(attempt)
    return attempt.state === "open" && own !== null && !isSamePrice(own, price)
  })
  if (!older) return false
  const read = await confirmOpen(ledger, older)
  return read === undefined || isPaidState(read.state)
}

/** A shopper waits for this call. */
const CREATE_TIMEOUT_MS = 8_000

type Opening = Partial<PaymentTerms> &
  Pick<PaymentTerms, "provider" | "target_currency" | "is_test">

/** Undefined when its external_id is taken, or its payment is final: the next revision is tried. */
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

/** Safe to repeat (contract §4): for the same external_id the gateway returns the same payment. */
async function createAtGateway(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  merchantKey: string
): Promise<Payment> {
  try {
    return await create(ledger, attempt, merchantKey)
  } catch (error) {
    if (isGatewayError(error) && rejectsKey(error)) {
      const { provider_id } = attempt
      await ledger.alarms.refuse("key", { provider_id, merchantKey })
    }
    throw error
  }
}

async function create(
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
async function applyPayment(
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
  const { merchantKey } = terms.provider
  if (terms.target_currency !== null && COIN_FAULTS.has(error.code ?? "")) {
    // The gateway made nothing: the next coin is a revision of its own.
    await closeAttempt(ledger, attempt, "coin_refused")
    ledger.currencies.exclude(merchantKey, terms.target_currency)
  }
  const options = ledger.merchants.options(merchantKey)
  throw openingFailed(error, explainRejection(error, merchantKey, options))
}

/** `unfit`: why it was closed. A concurrent request may have opened or paid the attempt. */
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
  const opened = await ledger.attempts.transition({
    id,
    to: "open",
    patch,
    entry,
    key: merchantKey,
  })
  if (opened?.key_refused_at) {
    const { key_refused_at: refused_at } = opened
    await ledger.alarms.takeBack(
      { refused: "key", merchant: merchantKey, refused_at },
      attempt.provider_id
    )
  }
  const current = opened?.attempt ?? (await ledger.attempts.find(id)) ?? attempt
  const unfit = findUnfit(attempt, current, payment)
  if (unfit) await closeAttempt(ledger, current, unfit)
  return { attempt: current, unfit }
}

/** Whether a shopper can be shown how to pay; the client leaves out unsafe values. */
function isPayable(attempt: Attempt): boolean {
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
 * Of one that a crash left `creating`.
 * @throws GatewayError when it is not known whether there is a payment.
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

/** Nothing was made, nor would be if it was asked again. */
function isRefused({ kind, status }: GatewayError): boolean {
  if (kind !== "validation" && kind !== "not_found") return false
  // Without a status nothing was sent: our own validation failed, and would again.
  return status === undefined || status === 400 || status === 404
}

/** Late money is still checked for. */
export async function closeAttempt(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  why: string,
  source = "session"
): Promise<void> {
  await ledger.attempts.transition({
    id: attempt.id,
    to: "closed",
    entry: { type: "closed", source, data: { why } },
  })
}

/** The error for the storefront. What the gateway answered stands in the timeline. */
export function openingFailed(
  { code, kind }: GatewayError,
  rejection: ReturnType<typeof explainRejection>
): MedusaError {
  const coinFault = COIN_FAULTS.get(code ?? "")
  if (coinFault) {
    return openingRejected(notOpened(`${coinFault}. Choose another coin`))
  }
  switch (kind) {
    case "validation":
    case "not_found":
      return openingRejected(notOpened("the gateway rejected it"))
    case "authentication":
      return unexpectedState(notOpened(rejection.text), rejection.problem)
    case "unexpected_answer":
      return unexpectedState(
        notOpened("the gateway is not configured correctly")
      )
    case "rate_limited":
    case "server":
    case "outcome_unknown":
      return unexpectedState(
        notOpened("the gateway did not answer. Try again in a moment")
      )
  }
}

function notOpened(why: string): string {
  return `The crypto payment could not be opened: ${why}.`
}

/** What is wrong with a coin, by the gateway's code: nothing was created. */
const COIN_FAULTS: ReadonlyMap<string, string> = new Map([
  ["WALLET_NOT_FOUND", "this store has no wallet for the chosen coin"],
  ["CURRENCY_NOT_FOUND", "the gateway does not know the chosen coin"],
])

function alreadyPaid(attempt: Attempt) {
  return notAllowed(
    attempt.state === "settled"
      ? "This is already paid in crypto. Nothing is left to pay."
      : "A crypto payment for this was already received. Please do not pay again: reload the checkout to see how it stands."
  )
}

type Unfit = "wrong_test_mode" | "no_address"

function unfitPayment(
  unfit: Unfit,
  { is_test, provider }: Pick<PaymentTerms, "is_test" | "provider">
) {
  const faults: Record<Unfit, string> = {
    wrong_test_mode: is_test
      ? "created a live payment for a test payment"
      : "created a test payment for a live payment",
    no_address:
      provider.flow === "h2h"
        ? "returned no address or amount. Choose another coin"
        : "returned no hosted page. Try again in a moment",
  }
  return unexpectedState(notOpened(`the gateway ${faults[unfit]}`))
}
