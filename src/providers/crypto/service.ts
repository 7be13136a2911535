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
  recordNamedIn,
  toComparableAmount,
  toPrice,
} from "../../modules/crypto-payment"
import { authorizeSession } from "./authorize-session"
import * as errors from "./errors"
import { buildPaymentRequest } from "./payment-request"
import { findSession } from "./payment-subject"
import { sessionIdOf, sessionStatus, toSessionData } from "./session-data"
import { readWebhook } from "./webhook"

/** Resolved lazily: the ledger and `query` may load after the provider. */
export type Dependencies = {
  cryptoPayment: CryptoPaymentModuleService
  query: RemoteQueryFunction
  logger: Logger
}

/**
 * The hosted-page provider `pp_crypto_<id>`: translates core's calls for the
 * ledger. It holds no state and decides nothing about money by itself.
 */
export class CryptoPaymentProvider extends AbstractPaymentProvider {
  static override identifier: string = providerIdentifiers.widget

  protected readonly dependencies: Dependencies
  protected readonly merchantKey: string

  constructor(dependencies: Dependencies, options: Record<string, unknown>) {
    super(dependencies, options)
    this.dependencies = dependencies
    this.merchantKey = merchantKeyOf(options)
  }

  /**
   * Opens the gateway payment of a session, or reuses the one that serves it.
   *
   * @throws MedusaError INVALID_DATA for an invalid amount, currency or return
   * URL; NOT_ALLOWED when the cart or order is paid already; UNEXPECTED_STATE
   * when the gateway does not answer.
   */
  override async initiatePayment(
    input: InitiatePaymentInput
  ): Promise<InitiatePaymentOutput> {
    const { cryptoPayment, query } = this.dependencies
    const currency_code = input.currency_code.toLowerCase()
    const request = await buildPaymentRequest(
      cryptoPayment,
      query,
      { amount: toPrice(input.amount, currency_code), currency_code },
      input.data
    )
    const attempt = await openAttempt(cryptoPayment, request, async (id) => {
      return (await findSession(query, id)) !== undefined
    })
    return {
      id: attempt.external_id,
      status: sessionStatus(attempt),
      data: toSessionData(attempt, request.session_id),
    }
  }

  /** `captured` once the money is confirmed and its price is right; else the attempt's status. */
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
    const data = attempt
      ? { ...input.data, ...toSessionData(attempt, sessionId) }
      : input.data
    return { data, status }
  }

  /** Only verifies: confirmed money is captured when the session is authorized. */
  override async capturePayment(
    input: CapturePaymentInput
  ): Promise<CapturePaymentOutput> {
    const attempt = await this.attemptOf(input.data)
    if (!attempt || !isPaidState(attempt.state)) throw errors.notPaid()
    return { data: input.data }
  }

  /** Core never calls this; settling does, to end a session with its attempt. */
  override async updatePayment(
    input: UpdatePaymentInput
  ): Promise<UpdatePaymentOutput> {
    const attempt = await this.attemptOf(input.data)
    if (!attempt) throw errors.unknownSession()
    const price = {
      amount: toPrice(input.amount, input.currency_code),
      currency_code: input.currency_code,
    }
    // An attempt that was created from an observation may have no price; it places no order.
    const fixed = attemptPrice(attempt)
    if (fixed && !isSamePrice(fixed, price)) throw errors.priceIsFixed()
    return { data: input.data, status: sessionStatus(attempt) }
  }

  /**
   * Does not call the gateway: core holds the cart's lock here. Throws where the
   * session holds confirmed money, which makes core keep the session.
   */
  override async deletePayment(
    input: DeletePaymentInput
  ): Promise<DeletePaymentOutput> {
    const sessionId = sessionIdOf(input.data)
    const attempt = await this.attemptOf(input.data)
    if (!attempt || !sessionId) return { data: input.data }
    if (paidSession(attempt) === sessionId) throw errors.confirmed(attempt)
    await this.dependencies.cryptoPayment.timeline.append(attempt.id, {
      type: "session_released",
      source: "session",
      fact: `released:${sessionId}`,
      data: { payment_session_id: sessionId },
    })
    return { data: input.data }
  }

  /** @throws MedusaError NOT_ALLOWED once money is confirmed: sent coins cannot be canceled. */
  override async cancelPayment(
    input: CancelPaymentInput
  ): Promise<CancelPaymentOutput> {
    const attempt = await this.attemptOf(input.data)
    if (attempt && isPaidState(attempt.state)) throw errors.confirmed(attempt)
    return { data: input.data }
  }

  /**
   * Accepts a refund that an admin recorded as sent, once, and no other.
   *
   * @throws MedusaError NOT_ALLOWED for every other refund: the gateway never
   * holds the money, so it cannot send it back.
   */
  override async refundPayment(
    input: RefundPaymentInput
  ): Promise<RefundPaymentOutput> {
    const attempt = await this.attemptOf(input.data)
    const recorded = attempt && (await this.claimRecordedRefund(attempt, input))
    if (!recorded) throw errors.refundNotRecorded()
    return { data: input.data }
  }

  override async retrievePayment(
    input: RetrievePaymentInput
  ): Promise<RetrievePaymentOutput> {
    const attempt = await this.attemptOf(input.data)
    const sessionId = sessionIdOf(input.data)
    if (!attempt || !sessionId) throw errors.unknownSession()
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

  override async getWebhookActionAndData(
    payload: ProviderWebhookPayload["payload"]
  ): Promise<WebhookActionResult> {
    return await readWebhook(this.dependencies, this.merchantKey, payload)
  }

  private async attemptOf(
    data: Record<string, unknown> | undefined
  ): Promise<Attempt | undefined> {
    const sessionId = sessionIdOf(data)
    return sessionId
      ? await this.dependencies.cryptoPayment.sessions.findAttempt(sessionId)
      : undefined
  }

  /**
   * Core has written its own refund by now and passes that id as the idempotency
   * key; the refund's note names the admin's record. A refund that core starts by
   * itself (canceling an order, its refund button) names none.
   */
  private async claimRecordedRefund(
    attempt: Attempt,
    { amount, context }: RefundPaymentInput
  ): Promise<boolean> {
    const { cryptoPayment, query } = this.dependencies
    const refundId = context?.idempotency_key
    if (!refundId || !attempt.currency_code) return false
    const { data } = await query.graph({
      entity: "refund",
      fields: ["id", "note"],
      filters: { id: refundId },
    })
    const record = recordNamedIn(data[0]?.note)
    if (!record) return false
    return await cryptoPayment.refunds.book({
      id: record,
      crypto_payment_id: attempt.id,
      amount: toComparableAmount(amount, attempt.currency_code),
      refund_id: refundId,
    })
  }
}
