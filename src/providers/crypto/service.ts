import type {
  CapturePaymentInput,
  InitiatePaymentInput,
  PaymentProviderInput,
  ProviderWebhookPayload,
  RefundPaymentInput,
  UpdatePaymentInput,
  WebhookActionResult,
} from "@medusajs/framework/types"
import {
  AbstractPaymentProvider,
  PaymentActions,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import { parseWebhook, paymentOutcome, verifyWebhook } from "../../gateway"
import { notAllowed } from "../../medusa-errors"
import {
  findPaymentsOfSession,
  readRefund,
  readSession,
  readSessionToAuthorize,
} from "../../medusa/collections"
import { readSessionDue } from "../../medusa/due"
import { observe } from "../../modules/crypto-payment/attempts/observation"
import {
  isPaidState,
  isSentBack,
} from "../../modules/crypto-payment/attempts/states"
import {
  merchantKeyOf,
  PROVIDER_IDENTIFIERS,
} from "../../modules/crypto-payment/merchants/merchants"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { expiresAt } from "../../modules/crypto-payment/opening/choose-attempt"
import { openAttempt } from "../../modules/crypto-payment/opening/open-attempt"
import { recordNamedIn } from "../../modules/crypto-payment/refunds/limits"
import { mayAuthorize } from "../../modules/crypto-payment/settling/decide"
import {
  attemptPrice,
  comparablePrice,
  gatewayPrice,
  isSamePrice,
  paidSession,
  toComparableAmount,
  toPrice,
} from "../../modules/crypto-payment/settling/money"
import {
  buildPaymentTerms,
  type Dependencies,
  sessionIdOf,
  sessionStatus,
  toSessionData,
  unknownSession,
} from "./payment-terms"

/**
 * The hosted page, `pp_crypto_<id>`. It holds no state and decides nothing about money by itself.
 */
export class CryptoPaymentProvider extends AbstractPaymentProvider {
  static override identifier: string = PROVIDER_IDENTIFIERS.widget

  protected readonly merchantKey: string

  constructor(
    protected readonly dependencies: Dependencies,
    options: Record<string, unknown>
  ) {
    super(dependencies, options)
    this.merchantKey = merchantKeyOf(options)
  }

  /**
   * @throws MedusaError INVALID_DATA, NOT_ALLOWED when it is paid already, UNEXPECTED_STATE without
   * an answer
   */
  override async initiatePayment(input: InitiatePaymentInput) {
    const { cryptoPayment, query } = this.dependencies
    const currency_code = input.currency_code.toLowerCase()
    const amount = toPrice(input.amount, currency_code)
    const price = { amount, currency_code }
    const terms = await buildPaymentTerms(this.dependencies, price, input.data)
    const attempt = await openAttempt(
      cryptoPayment,
      terms,
      async (id) => (await readSession(query, id)) !== undefined
    )
    return {
      id: attempt.id,
      status: sessionStatus(attempt),
      data: {
        ...this.sessionData(attempt, terms.session_id),
        ...this.inlineData(attempt),
      },
    }
  }

  /** `captured` once the money is confirmed and its price is right; else the attempt's status. */
  override async authorizePayment({ data, context }: PaymentProviderInput) {
    const sessionId = context?.idempotency_key ?? sessionIdOf(data)
    if (!sessionId) return { data, status: PaymentSessionStatus.ERROR }
    const { attempt, status } = await authorizeSession(
      this.dependencies,
      sessionId
    )
    const known = attempt && this.sessionData(attempt, sessionId)
    return { data: known ? { ...data, ...known } : data, status }
  }

  /** Only verifies: confirmed money is captured when the session is authorized. */
  override async capturePayment({ data }: CapturePaymentInput) {
    const attempt = await this.attemptOf(data)
    if (!attempt || !isPaidState(attempt.state)) {
      throw notAllowed(
        "The crypto payment is not confirmed by the gateway yet; there is nothing to capture."
      )
    }
    return { data }
  }

  /** Core never calls this; settling does, to end a session with its attempt. */
  override async updatePayment(input: UpdatePaymentInput) {
    const { data, currency_code } = input
    const attempt = await this.attemptOf(data)
    if (!attempt) throw unknownSession()
    const amount = toPrice(input.amount, currency_code)
    // An attempt that was created from an observation may have no price; it places no order.
    const fixed = attemptPrice(attempt)
    if (fixed && !isSamePrice(fixed, { amount, currency_code })) {
      throw notAllowed(
        "The price of a crypto payment cannot be changed; create a new payment session."
      )
    }
    return { data, status: sessionStatus(attempt) }
  }

  /**
   * Calls no gateway under core's lock of the cart. Throws for a session with confirmed money,
   * which makes core keep it.
   */
  override async deletePayment({ data }: PaymentProviderInput) {
    const sessionId = sessionIdOf(data)
    const attempt = await this.attemptOf(data)
    if (!attempt || !sessionId) return { data }
    if (paidSession(attempt) === sessionId) throw confirmed(attempt)
    if (await this.isLeavingCart(attempt, sessionId)) throw leavingCart()
    await this.dependencies.cryptoPayment.timeline.append(attempt.id, {
      type: "session_released",
      source: "session",
      fact: `released:${sessionId}`,
      data: { payment_session_id: sessionId },
    })
    return { data }
  }

  /** @throws MedusaError NOT_ALLOWED once money is confirmed: sent coins cannot be canceled. */
  override async cancelPayment({ data }: PaymentProviderInput) {
    const attempt = await this.attemptOf(data)
    if (attempt && isPaidState(attempt.state)) throw confirmed(attempt)
    return { data }
  }

  /**
   * @throws MedusaError NOT_ALLOWED for a refund that no admin recorded as sent: the gateway never
   * holds the money
   */
  override async refundPayment(input: RefundPaymentInput) {
    const attempt = await this.attemptOf(input.data)
    const recorded = attempt && (await this.bookRecordedRefund(attempt, input))
    if (!recorded) throw refundNotRecorded()
    return { data: input.data }
  }

  override async retrievePayment({ data }: PaymentProviderInput) {
    const sessionId = sessionIdOf(data)
    const attempt = await this.attemptOf(data)
    if (!attempt || !sessionId) throw unknownSession()
    return { data: this.sessionData(attempt, sessionId) }
  }

  override async getPaymentStatus({ data }: PaymentProviderInput) {
    const attempt = await this.attemptOf(data)
    const status = attempt ? sessionStatus(attempt) : PaymentSessionStatus.ERROR
    return { data, status }
  }

  override async getWebhookActionAndData(
    payload: ProviderWebhookPayload["payload"]
  ) {
    return await readWebhook(this.dependencies, this.merchantKey, payload)
  }

  /**
   * Resolved, but its captured payment is in this session's collection: with another session core
   * would place an order that counts it. The session goes with its collection (see `leaveCart`).
   */
  private async isLeavingCart(
    { state, authorized_session_id }: Attempt,
    payment_session_id: string
  ): Promise<boolean> {
    if (state !== "resolved") return false
    if (authorized_session_id !== payment_session_id) return false
    const { query } = this.dependencies
    const payments = await findPaymentsOfSession(query, payment_session_id)
    return payments.some(({ canceled_at }) => !canceled_at)
  }

  /** What is shown of an inline payment; each is null while it is not known. */
  private inlineData(attempt: Attempt) {
    const { flow, target_currency } = attempt
    if (flow !== "h2h") return {}
    const { currencies, merchants } = this.dependencies.cryptoPayment
    const coin =
      target_currency === null
        ? undefined
        : currencies.recall(this.merchantKey, target_currency)
    const expiry = expiresAt(attempt, merchants.options(this.merchantKey))
    return {
      target_currency,
      crypto_name: coin?.name ?? null,
      crypto_network: coin?.network ?? null,
      expires_at: expiry?.toISOString() ?? null,
    }
  }

  private sessionData(attempt: Attempt, sessionId: string) {
    const { merchants } = this.dependencies.cryptoPayment
    const provider = merchants.provider(attempt.provider_id)
    return toSessionData(
      attempt,
      sessionId,
      provider ? merchants.placeOrder(provider) : "after_payment"
    )
  }

  private async attemptOf(data: unknown): Promise<Attempt | undefined> {
    const sessionId = sessionIdOf(data)
    return sessionId
      ? await this.dependencies.cryptoPayment.sessions.findAttempt(sessionId)
      : undefined
  }

  // Core passes the id of its own refund as the idempotency key. Its note names the
  // admin's record, unless core started it (canceling an order, its refund button).
  private async bookRecordedRefund(
    attempt: Attempt,
    { amount, context }: RefundPaymentInput
  ) {
    const { cryptoPayment, query } = this.dependencies
    const refundId = context?.idempotency_key
    if (!refundId || !attempt.currency_code) return false
    const refund = await readRefund(query, refundId)
    const record = recordNamedIn(refund?.note)
    if (!record) return false
    return await cryptoPayment.refunds.book({
      id: record,
      crypto_payment_id: attempt.id,
      amount: toComparableAmount(amount, attempt.currency_code),
      refund_id: refundId,
    })
  }
}

/**
 * The inline provider `pp_crypto-inline_<id>`: `data` names a coin (`target_currency`) and receives
 * what the checkout shows.
 */
export class CryptoInlinePaymentProvider extends CryptoPaymentProvider {
  static override identifier = PROVIDER_IDENTIFIERS.h2h
}

/**
 * What the gateway answers is only recorded: settling must not start inside core's cart completion.
 */
async function authorizeSession(
  dependencies: Dependencies,
  sessionId: string
): Promise<{ attempt?: Attempt; status: PaymentSessionStatus }> {
  const known =
    await dependencies.cryptoPayment.refunds.findOfSession(sessionId)
  if (!known) return { status: PaymentSessionStatus.ERROR }
  const wasPaid = isPaidState(known.attempt.state)
  const attempt = wasPaid
    ? known.attempt
    : await readFromGateway(dependencies, known.attempt)
  const { CAPTURED, PENDING, PENDING_AUTHORIZATION } = PaymentSessionStatus
  if (!isPaidState(attempt.state)) {
    const placed = await mayPlaceOrder(dependencies, attempt, sessionId)
    return {
      attempt,
      status: placed ? PENDING_AUTHORIZATION : sessionStatus(attempt),
    }
  }
  const { allowed } = await compareWithDue(
    dependencies,
    attempt,
    sessionId,
    // The gateway's answer takes seconds, in which a refund may be recorded.
    wasPaid ? known.isGivenBack : null
  )
  const captured =
    allowed && (await authorizeOnce(dependencies, attempt, sessionId))
  return { attempt, status: captured ? CAPTURED : PENDING }
}

// The unpaid order was written down before core placed it (see `guardCompletion`), but where the
// session was opened meanwhile.
async function mayPlaceOrder(
  dependencies: Dependencies,
  attempt: Attempt,
  sessionId: string
): Promise<boolean> {
  const { merchants, unpaidOrders } = dependencies.cryptoPayment
  const provider = merchants.provider(attempt.provider_id)
  if (attempt.state !== "open" || !provider) return false
  if (merchants.placeOrder(provider) !== "before_payment") return false
  const { allowed, cart_id } = await compareWithDue(
    dependencies,
    attempt,
    sessionId,
    null
  )
  if (!allowed || cart_id === null) return false
  await unpaidOrders.expect(cart_id, attempt.provider_id)
  return true
}

/** @param isGivenBack null where it was not read with the attempt */
async function compareWithDue(
  { cryptoPayment: ledger, query }: Dependencies,
  attempt: Attempt,
  sessionId: string,
  isGivenBack: boolean | null
): Promise<{ allowed: boolean; cart_id: string | null }> {
  const session = await readSessionToAuthorize(query, sessionId)
  const provider = ledger.merchants.provider(attempt.provider_id)
  const collection = session?.payment_collection
  if (!collection || !provider) return { allowed: false, cart_id: null }
  const of = await readSessionDue(query, sessionId, collection, attempt)
  const { cart_id, due, order_canceled, paid_otherwise } = of
  if (!of.is_own) return { allowed: false, cart_id }
  const sentBack =
    of.refunded ||
    (isGivenBack === null
      ? await ledger.refunds.isSentBack(attempt)
      : isSentBack(attempt, isGivenBack))
  const allowed = mayAuthorize({
    state: attempt.state,
    price: attemptPrice(attempt),
    gateway_price: gatewayPrice(attempt),
    is_test: attempt.is_test,
    test_mode: ledger.merchants.options(provider.merchantKey).testMode,
    session_price: comparablePrice(session),
    due,
    paid_otherwise,
    order_canceled,
    sent_back: sentBack,
    shortfall: await ledger.readShortfall(attempt),
  })
  return { allowed, cart_id }
}

// Only one session may turn this money into a Medusa payment.
async function authorizeOnce(
  { cryptoPayment, query }: Dependencies,
  attempt: Attempt,
  sessionId: string
): Promise<boolean> {
  const holder = attempt.authorized_session_id
  const deletedHolder =
    holder && holder !== sessionId && !(await readSession(query, holder))
      ? holder
      : null
  const { sessions } = cryptoPayment
  return await sessions.authorize(attempt, sessionId, deletedHolder)
}

async function readFromGateway(
  { cryptoPayment: { merchants, observations } }: Dependencies,
  attempt: Attempt
): Promise<Attempt> {
  const payment = await merchants.tryReadPayment(attempt)
  if (!payment) return attempt
  const observation = observe(attempt, payment, "return")
  return await observations.record(attempt.id, observation)
}

const nothingToDo: WebhookActionResult = {
  action: PaymentActions.NOT_SUPPORTED,
}

/**
 * At core's own hook route, only confirmed money of an existing session is `captured`: else core
 * could complete another cart.
 */
async function readWebhook(
  { cryptoPayment, query, logger }: Dependencies,
  merchantKey: string,
  { rawData, headers }: ProviderWebhookPayload["payload"]
): Promise<WebhookActionResult> {
  const merchant = cryptoPayment.merchants.options(merchantKey)
  const rawBody = rawBytes(rawData)
  const verdict = verifyWebhook({
    rawBody,
    timestamp: header(headers["x-webhook-timestamp"]),
    signature: header(headers["x-webhook-signature"]),
    secrets: merchant.webhookSecret,
    now: new Date(),
  })
  if (!verdict.verified) {
    logger.warn(`crypto webhook on core's route refused: ${verdict.reason}`)
    return nothingToDo
  }
  const parsed = parseWebhook(rawBody)
  if (!parsed.ok || paymentOutcome(parsed.event.status) !== "paid") {
    return nothingToDo
  }
  const [attempt] = await cryptoPayment.listCryptoPayments({
    merchant_id: merchant.merchantId,
    gateway_payment_id: parsed.event.id,
  })
  const sessionId = attempt?.payment_session_id
  if (!sessionId || attempt.state === "settled") return nothingToDo
  const session = await readSession(query, sessionId)
  if (!session) return nothingToDo
  return {
    action: PaymentActions.SUCCESSFUL,
    data: { session_id: sessionId, amount: Number(session.amount) },
  }
}

/** Through Redis a Buffer arrives as `{ type: "Buffer", data: [...] }`. */
function rawBytes(rawData: unknown): Buffer {
  if (Buffer.isBuffer(rawData)) return rawData
  if (typeof rawData === "string") return Buffer.from(rawData)
  if (typeof rawData === "object" && rawData !== null && "data" in rawData) {
    const { data } = rawData
    if (Array.isArray(data)) return Buffer.from(data.map(Number))
  }
  return Buffer.alloc(0)
}

function header(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined
}

/** Core books every refund that a provider accepts, so a refund that was never sent is an error. */
const refundNotRecorded = () =>
  notAllowed(
    "Crypto payments cannot be refunded from here, since the money went straight to your own wallet: " +
      "request the refund at the crypto payment in the admin (or by POST /admin/crypto-payments/:id/refund-requests), " +
      "and send the coins to the address that the customer enters; the order shows the refund then."
  )

const leavingCart = () =>
  notAllowed(
    "The payment of this cart was decided about. Load the checkout again in a minute."
  )

/** Keeps core from deleting or canceling a paid session. */
function confirmed(attempt: Attempt) {
  const id = attempt.gateway_payment_id ?? attempt.external_id
  return notAllowed(
    `The crypto payment ${id} is confirmed: it cannot be canceled or replaced.`
  )
}
