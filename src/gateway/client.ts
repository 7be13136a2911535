import { z } from "zod"
import type { QueryParameter } from "./authentication"
import { Caller, type CallOptions, readAnswer } from "./caller"
import type { GatewayClientOptions } from "./client-options"
import { GatewayUnexpectedAnswerError, isGatewayError } from "./errors"
import { iteratePayments, type ListedPayment } from "./iterate-payments"
import { waitForPayment, type WaitOptions } from "./payment-status"
import { oneLine } from "./plain-text"
import {
  type CreateH2hPaymentInput,
  type CreateWidgetPaymentInput,
  h2hPaymentBody,
  pageQuery,
  paymentPath,
  widgetPaymentBody,
} from "./requests"
import { sleep } from "./retry"
import { Currency, Merchant, Payment, PaymentList } from "./schemas"

/**
 * The Merchant API (contract §4). Every method retries within the
 * limits of the options, and throws a GatewayError, or the reason of the
 * caller's abort signal.
 */
export class GatewayClient {
  private readonly caller: Caller

  /** @throws TypeError when an option is missing or invalid; never quotes a secret */
  constructor(options: GatewayClientOptions) {
    this.caller = new Caller(options)
  }

  /**
   * `POST /v1/payments/widget`. Idempotent on `external_id`: may return a
   * payment created earlier, of any status and of either flow.
   */
  async createWidgetPayment(
    input: CreateWidgetPaymentInput,
    options?: CallOptions
  ): Promise<Payment> {
    return this.create("widget", input, widgetPaymentBody(input), options)
  }

  /** `POST /v1/payments/h2h`; idempotent as `createWidgetPayment`, with which it shares the external ids. */
  async createH2hPayment(
    input: CreateH2hPaymentInput,
    options?: CallOptions
  ): Promise<Payment> {
    return this.create("h2h", input, h2hPaymentBody(input), options)
  }

  /** `GET /v1/payments/{id}`. */
  async getPayment(
    { id }: { id: string },
    options?: CallOptions
  ): Promise<Payment> {
    const action = `read the payment ${oneLine(id)}`
    const where = paymentPath(id, action)
    const call = { action, method: "GET", ...where } as const
    const payment = await this.caller.call(call, Payment, options)
    if (payment.id !== id) {
      throw this.mixedUp(action, "id", payment.id)
    }
    return payment
  }

  /** `GET /v1/payments`: one page. To see all of them use `iteratePayments`. */
  async listPayments(
    page: { limit?: number; offset?: number } = {},
    options?: CallOptions
  ): Promise<PaymentList> {
    const action = "list payments"
    const query = pageQuery(page, action)
    const call = { action, method: "GET", path: "/v1/payments", query } as const
    return this.caller.call(call, PaymentList, options)
  }

  /**
   * All payments, newest first, each exactly once although the list moves
   * meanwhile; see `iterate-payments.ts`. Reads pages of 100, or of the
   * gateway's default size where that is rejected, unless `pageSize` is set.
   */
  iteratePayments(
    { pageSize }: { pageSize?: number } = {},
    options?: CallOptions
  ): AsyncGenerator<ListedPayment, void, undefined> {
    return iteratePayments((page) => this.listPayments(page, options), pageSize)
  }

  /**
   * `DELETE /v1/payments/{id}`: observed, not in the contract. A gateway that
   * cannot expire payments is a result, not an error.
   */
  async expirePayment(
    { id }: { id: string },
    options?: CallOptions
  ): Promise<ExpireResult> {
    return expirePayment(this.caller, id, options)
  }

  /** `GET /v1/currencies`: the currencies that the merchant has a wallet for. */
  async listCurrencies(
    { is_test }: { is_test?: boolean } = {},
    options?: CallOptions
  ): Promise<Currency[]> {
    const query: QueryParameter[] =
      is_test === undefined ? [] : [["is_test", String(is_test)]]
    return this.caller.call(
      {
        action: "list currencies",
        method: "GET",
        path: "/v1/currencies",
        query,
      },
      Currencies,
      options
    )
  }

  /** `GET /v1/merchants`: the call that proves the credentials. */
  async getMerchant(options?: CallOptions): Promise<Merchant> {
    const call = {
      action: "read the merchant",
      method: "GET",
      path: "/v1/merchants",
    } as const
    return this.caller.call(call, Merchant, options)
  }

  /** Polls a payment until its status is final (contract §8). */
  async waitForPayment(
    { id, ...wait }: { id: string } & WaitOptions,
    options: CallOptions = {}
  ): Promise<Payment> {
    return waitForPayment(id, wait, {
      // waitForPayment retries failed reads at its own interval.
      read: () => this.getPayment({ id }, { ...options, maxAttempts: 1 }),
      sleep: (delayMs) => sleep(delayMs, options.signal),
      elapsedClockMs: () => performance.now(),
    })
  }

  /** Lets the calls under way finish and closes the connections; later calls fail. */
  close(): Promise<void> {
    return this.caller.close()
  }

  private async create(
    flow: "widget" | "h2h",
    { external_id }: { external_id: string },
    body: Buffer,
    options?: CallOptions
  ): Promise<Payment> {
    const action = `create the ${flow} payment for ${oneLine(external_id)}`
    const path = `/v1/payments/${flow}`
    const call = { action, method: "POST", path, body } as const
    const payment = await this.caller.call(call, Payment, options)
    if (payment.external_id !== external_id) {
      throw this.mixedUp(action, "external_id", payment.external_id)
    }
    return payment
  }

  /** The response belongs to another request, for example from a broken cache: it must not decide about money. */
  private mixedUp(action: string, field: string, value: string) {
    const text = oneLine(this.caller.redact(value))
    return new GatewayUnexpectedAnswerError(
      `Could not ${action}: the gateway responded with ${field} ${JSON.stringify(text)}`
    )
  }
}

/** Whether the gateway confirms that the payment is expired; if not, the reason and the status it sent. */
export type ExpireResult =
  | { expired: true; status: "expired" }
  | {
      expired: false
      /**
       * `not_found`: no such payment, or no such endpoint (404 means either).
       * `not_supported`: this gateway does not expire payments.
       * `not_confirmed`: accepted, but the response does not show the payment as expired.
       */
      reason: "not_found" | "not_supported" | "not_confirmed"
      status?: string
      message: string
    }

async function expirePayment(
  caller: Caller,
  id: string,
  options?: CallOptions
): Promise<ExpireResult> {
  const action = `expire the payment ${oneLine(id)}`
  const where = paymentPath(id, action)
  try {
    const answer = await caller.answer(
      { action, method: "DELETE", ...where },
      options
    )
    const { status } = readAnswer(answer, ExpireAnswer, action)
    return status === "expired"
      ? { expired: true, status }
      : notConfirmed(status, `the payment is "${status ?? "unknown"}"`)
  } catch (error) {
    return expireFailure(error)
  }
}

const Currencies = z.array(Currency)

const ExpireAnswer = z.object({
  status: z.string().optional().catch(undefined),
})

/** Turns the errors that mean "cannot expire" into a result; rethrows the others. */
function expireFailure(error: unknown): ExpireResult {
  if (isGatewayError(error)) {
    const { message } = error
    if (error.kind === "not_found") {
      return { expired: false, reason: "not_found", message }
    }
    if (error.status === 405 || error.status === 501) {
      return { expired: false, reason: "not_supported", message }
    }
    if (error.kind === "unexpected_answer") {
      return notConfirmed(undefined, message)
    }
  }
  throw error
}

function notConfirmed(
  status: string | undefined,
  message: string
): ExpireResult {
  return { expired: false, reason: "not_confirmed", status, message }
}
