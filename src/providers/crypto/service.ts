import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  Logger,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RemoteQueryFunction,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from "@medusajs/framework/types"
import {
  AbstractPaymentProvider,
  PaymentActions,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import {
  type Attempt,
  attemptPrice,
  type CryptoPaymentModuleService,
  isPaidState,
  isSamePrice,
  merchantKeyOf,
  paidSession,
  openAttempt,
  providerIdentifiers,
  toPrice,
} from "../../modules/crypto-payment"
import { authorizeSession } from "./authorize-session"
import { makeWish } from "./make-wish"
import { isRecordedRefund } from "./recorded-refund"
import * as refusals from "./refusals"
import { sessionIdOf, toSessionData } from "./session-data"
import { sessionStatus } from "./session-status"
import { findSession } from "./session-subject"
import { readWebhook } from "./webhook-action"

type Dependencies = {
  cryptoPayment: CryptoPaymentModuleService
  query: RemoteQueryFunction
  logger: Logger
}

/**
 * The hosted-page provider `pp_crypto_<id>`. Each method is session data in,
 * ledger and gateway act, session data out; it holds no state and decides
 * nothing about money by itself.
 */
export class CryptoPaymentProvider extends AbstractPaymentProvider {
  static override identifier: string = providerIdentifiers.widget

  /** Resolved lazily: the ledger and `query` may load after this provider. */
  protected readonly dependencies: Dependencies
  protected readonly merchantKey: string

  constructor(dependencies: Dependencies, options: Record<string, unknown>) {
    super(dependencies, options)
    this.dependencies = dependencies
    this.merchantKey = merchantKeyOf(options)
  }

  /**
   * Opens (or finds again) the gateway payment of a session.
   *
   * @throws MedusaError INVALID_DATA for an amount, currency or return URL that
   * cannot be used; NOT_ALLOWED when this was paid already; UNEXPECTED_STATE
   * when the gateway did not answer.
   */
  override async initiatePayment(
    input: InitiatePaymentInput
  ): Promise<InitiatePaymentOutput> {
    const { cryptoPayment, query } = this.dependencies
    const currency_code = input.currency_code.toLowerCase()
    const amount = toPrice(input.amount, currency_code)
    const wish = await makeWish(
      cryptoPayment,
      query,
      { amount, currency_code },
      input.data
    )
    const attempt = await openAttempt(cryptoPayment, wish, async (id) => {
      return (await findSession(query, id)) !== undefined
    })
    return {
      id: attempt.external_id,
      status: sessionStatus(attempt),
      data: toSessionData(attempt, wish.session_id),
    }
  }

  /** Captured once the money is confirmed and fits; else what the ledger says. */
  override async authorizePayment(
    input: AuthorizePaymentInput
  ): Promise<AuthorizePaymentOutput> {
    const sessionId = input.context?.idempotency_key ?? sessionIdOf(input.data)
    if (!sessionId) {
      return { data: input.data, status: PaymentSessionStatus.ERROR }
    }
    const { attempt, status } = await authorizeSession(
      this.dependencies,
      sessionId
    )
    return { data: this.renew(attempt, sessionId, input.data), status }
  }

  /** Nothing is left to capture: confirmed money is captured as it is authorized. */
  override async capturePayment(
    input: CapturePaymentInput
  ): Promise<CapturePaymentOutput> {
    const attempt = await this.attemptOf(input.data)
    if (!attempt || !isPaidState(attempt.state)) throw refusals.notPaid()
    return { data: input.data }
  }

  /** Core never calls it; settling does, to end a session with its attempt. */
  override async updatePayment(
    input: UpdatePaymentInput
  ): Promise<UpdatePaymentOutput> {
    const attempt = await this.attemptOf(input.data)
    if (!attempt) throw refusals.unknownSession()
    const price = {
      amount: toPrice(input.amount, input.currency_code),
      currency_code: input.currency_code,
    }
    // A row that was made from an observation may have none; it makes no order.
    const fixed = attemptPrice(attempt)
    if (fixed && !isSamePrice(fixed, price)) throw refusals.priceIsFixed()
    return { data: input.data, status: sessionStatus(attempt) }
  }

  /**
   * Lets a session go, without a word to the gateway: it runs inside the cart's
   * lock. Where money was seen it throws, which keeps the paid session.
   */
  override async deletePayment(
    input: DeletePaymentInput
  ): Promise<DeletePaymentOutput> {
    const sessionId = sessionIdOf(input.data)
    const attempt = await this.attemptOf(input.data)
    if (!attempt || !sessionId) return { data: input.data }
    if (paidSession(attempt) === sessionId) throw refusals.moneySeen(attempt)
    await this.dependencies.cryptoPayment.timeline.append(attempt.id, {
      type: "session_released",
      source: "session",
      fact: `released:${sessionId}`,
      data: { payment_session_id: sessionId },
    })
    return { data: input.data }
  }

  /** @throws MedusaError NOT_ALLOWED where money was seen: coins cannot be taken back. */
  override async cancelPayment(
    input: CancelPaymentInput
  ): Promise<CancelPaymentOutput> {
    const attempt = await this.attemptOf(input.data)
    if (attempt && isPaidState(attempt.state)) throw refusals.moneySeen(attempt)
    return { data: input.data }
  }

  /**
   * Accepts the refund that was recorded as sent by hand, once, and no other.
   *
   * @throws MedusaError NOT_ALLOWED for every other refund: the gateway never
   * holds the money, so it cannot send it back.
   */
  override async refundPayment(
    input: RefundPaymentInput
  ): Promise<RefundPaymentOutput> {
    const attempt = await this.attemptOf(input.data)
    const recorded =
      attempt && (await isRecordedRefund(this.dependencies, attempt, input))
    if (!recorded) throw refusals.refundByHand()
    return { data: input.data }
  }

  override async retrievePayment(
    input: RetrievePaymentInput
  ): Promise<RetrievePaymentOutput> {
    const attempt = await this.attemptOf(input.data)
    const sessionId = sessionIdOf(input.data)
    if (!attempt || !sessionId) throw refusals.unknownSession()
    return { data: toSessionData(attempt, sessionId) }
  }

  override async getPaymentStatus(
    input: GetPaymentStatusInput
  ): Promise<GetPaymentStatusOutput> {
    const attempt = await this.attemptOf(input.data)
    return {
      data: input.data,
      status: attempt ? sessionStatus(attempt) : PaymentSessionStatus.ERROR,
    }
  }

  /**
   * For core's own hook route: verifies, and never acts. Only confirmed money
   * of a session that exists and belongs to the attempt is `captured`, with the
   * session's amount; core acts on an arbitrary cart for anything less certain.
   */
  override async getWebhookActionAndData(
    payload: ProviderWebhookPayload["payload"]
  ): Promise<WebhookActionResult> {
    const action = await readWebhook(
      this.dependencies,
      this.merchantKey,
      payload
    )
    return action
      ? { action: PaymentActions.SUCCESSFUL, data: action }
      : { action: PaymentActions.NOT_SUPPORTED }
  }

  private async attemptOf(
    data: Record<string, unknown> | undefined
  ): Promise<Attempt | undefined> {
    const sessionId = sessionIdOf(data)
    return sessionId
      ? await this.dependencies.cryptoPayment.sessions.findAttempt(sessionId)
      : undefined
  }

  private renew(
    attempt: Attempt | undefined,
    sessionId: string,
    data: Record<string, unknown> | undefined
  ): Record<string, unknown> | undefined {
    return attempt ? { ...data, ...toSessionData(attempt, sessionId) } : data
  }
}
