import { setTimeout } from "node:timers/promises"
import type { z } from "zod"
import {
  backoffMs,
  type CallOptions,
  type GatewayClientOptions,
  positive,
  type QueryParameter,
  resolveClientOptions,
  type ResolvedClientOptions,
} from "./client-options"
import {
  asGatewayError,
  GatewayError,
  isGatewayError,
  oneLine,
  readAnswer,
} from "./errors"
import {
  type Call,
  type CreateH2hPaymentInput,
  type CreateWidgetPaymentInput,
  h2hPaymentBody,
  pageQuery,
  paymentPath,
  widgetPaymentBody,
  wireRequest,
} from "./requests"
import {
  Currencies,
  type Currency,
  ExpireAnswer,
  Merchant,
  Payment,
  PaymentList,
  type PaymentListItem,
  paymentOutcome,
} from "./schemas"
import { Transport } from "./transport"

/** The Merchant API (contract §4). Each method retries within the options' limits, and throws a GatewayError or the signal's reason. */
export class GatewayClient {
  private readonly options: ResolvedClientOptions
  private readonly transport: Transport

  /** @throws TypeError when an option is missing or invalid; never quotes a secret */
  constructor(options: GatewayClientOptions) {
    this.options = resolveClientOptions(options)
    const { base, maxConnections, timeoutMs } = this.options
    this.transport = new Transport(base.origin, {
      maxConnections,
      connectTimeoutMs: timeoutMs,
    })
  }

  /** `POST /v1/payments/widget`. Idempotent on `external_id`: may return an earlier payment, of any status and flow. */
  async createWidgetPayment(
    input: CreateWidgetPaymentInput,
    options?: CallOptions
  ): Promise<Payment> {
    return this.create("widget", input, widgetPaymentBody(input), options)
  }

  /** `POST /v1/payments/h2h`; idempotent as `createWidgetPayment`, with which it shares the external ids. */
  async createH2hPayment(input: CreateH2hPaymentInput, options?: CallOptions) {
    return this.create("h2h", input, h2hPaymentBody(input), options)
  }

  /** `GET /v1/payments/{id}`. */
  async getPayment({ id }: { id: string }, options?: CallOptions) {
    const action = `read the payment ${oneLine(id)}`
    const call = { action, ...paymentPath(id, action) }
    const payment = await this.call(call, Payment, options)
    if (payment.id !== id) throw this.mixedUp(action, "id", payment.id)
    return payment
  }

  /** `GET /v1/payments`: one page. To see all of them use `iteratePayments`. */
  async listPayments(
    page: { limit?: number; offset?: number } = {},
    options?: CallOptions
  ): Promise<PaymentList> {
    const action = "list payments"
    const query = pageQuery(page, action)
    const call = { action, path: "/v1/payments", query }
    return this.call(call, PaymentList, options)
  }

  /** All payments, newest first, each exactly once although the list moves meanwhile; see `iteratePayments`. */
  iteratePayments(
    { pageSize }: { pageSize?: number } = {},
    options?: CallOptions
  ): AsyncGenerator<ListedPayment, void, undefined> {
    return iteratePayments((page) => this.listPayments(page, options), pageSize)
  }

  /** `DELETE /v1/payments/{id}`, observed: a gateway that cannot expire payments is a result, not an error. */
  async expirePayment(
    { id }: { id: string },
    options?: CallOptions
  ): Promise<ExpireResult> {
    const action = `expire the payment ${oneLine(id)}`
    const where = paymentPath(id, action)
    const call = { action, method: "DELETE" as const, ...where }
    try {
      const { status } = await this.call(call, ExpireAnswer, options)
      if (status === "expired") return { expired: true, status }
      const message = `the payment is "${status ?? "unknown"}"`
      return { expired: false, reason: "not_confirmed", status, message }
    } catch (error) {
      if (!isGatewayError(error)) throw error
      const { kind, status, message } = error
      const refused = { expired: false, status: undefined, message } as const
      if (status === 404) return { ...refused, reason: "not_found" }
      if (status === 405 || status === 501) {
        return { ...refused, reason: "not_supported" }
      }
      if (kind !== "unexpected_answer") throw error
      return { ...refused, reason: "not_confirmed" }
    }
  }

  /** `GET /v1/currencies`: the currencies that the merchant has a wallet for. */
  async listCurrencies(
    { is_test }: { is_test?: boolean } = {},
    options?: CallOptions
  ): Promise<Currency[]> {
    const query: QueryParameter[] =
      is_test === undefined ? [] : [["is_test", String(is_test)]]
    const call = { action: "list currencies", path: "/v1/currencies", query }
    return this.call(call, Currencies, options)
  }

  /** `GET /v1/merchants`: the call that proves the credentials. */
  async getMerchant(options?: CallOptions): Promise<Merchant> {
    const call = { action: "read the merchant", path: "/v1/merchants" }
    return this.call(call, Merchant, options)
  }

  /**
   * Polls a payment until a final status (contract §3, §8). An unknown status and a retryable error count
   * as an open one; a longer `Retry-After` replaces the interval.
   * @throws GatewayError `outcome_unknown` when time is up; any error that is not retryable
   */
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
    return this.transport.close()
  }

  private async create(
    flow: "widget" | "h2h",
    { external_id }: { external_id: string },
    body: Buffer,
    options?: CallOptions
  ): Promise<Payment> {
    const action = `create the ${flow} payment for ${oneLine(external_id)}`
    const payment = await this.call(
      { action, method: "POST", path: `/v1/payments/${flow}`, body },
      Payment,
      options
    )
    if (payment.external_id !== external_id) {
      throw this.mixedUp(action, "external_id", payment.external_id)
    }
    return payment
  }

  /** A `Retry-After` longer than the time left ends it at once. @throws the last GatewayError, or the signal's reason */
  private async call<T>(
    call: Call,
    schema: z.ZodType<T>,
    options: CallOptions = {}
  ): Promise<T> {
    const { retryPolicy, instrument, redact } = this.options
    const { maxAttempts = retryPolicy.maxAttempts } = options
    const { timeoutMs = this.options.timeoutMs, signal } = options
    positive("maxAttempts", maxAttempts)
    positive("timeoutMs", timeoutMs)
    const { action, path, route = path } = call
    const request = wireRequest(call, this.options)
    const operation = { method: request.method, route }
    const startedMs = performance.now()
    let limits = { timeoutMs, signal }
    for (let made = 1; ; made += 1) {
      try {
        const send = () => this.transport.send(request, limits)
        const answer = await instrument(operation, send)
        return readAnswer(answer, schema, action, redact)
      } catch (thrown) {
        const error = asGatewayError(thrown, action)
        const mayRepeat = isGatewayError(error) && error.retryable
        if (!mayRepeat || made >= maxAttempts) throw error
        const delayMs =
          error.retryAfterSeconds === undefined
            ? backoffMs(made, retryPolicy, Math.random())
            : error.retryAfterSeconds * 1000
        const elapsedMs = performance.now() - startedMs
        const afterDelayMs = retryPolicy.maxElapsedMs - elapsedMs - delayMs
        if (afterDelayMs <= 0) throw error
        await sleep(delayMs, signal)
        limits = { timeoutMs: Math.min(timeoutMs, afterDelayMs), signal }
      }
    }
  }

  /** The response belongs to another request, for example from a broken cache: it must not decide about money. */
  private mixedUp(action: string, field: string, value: string) {
    const text = oneLine(this.options.redact(value))
    return new GatewayError(
      "unexpected_answer",
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

/** Waits; when `signal` aborts, rejects at once with the signal's reason. */
async function sleep(delayMs: number, signal?: AbortSignal) {
  try {
    await setTimeout(delayMs, undefined, { signal })
  } catch {
    // Node wraps the reason in an error of its own.
    throw signal?.reason
  }
}

/** Interval and time limit of polling; the defaults are those of contract §8. */
export type WaitOptions = {
  /** The wait after the first read; doubles after each further one. @default 5_000 */
  firstDelayMs?: number
  /** @default 30_000 */
  maxDelayMs?: number
  /** @default 1_800_000 */
  giveUpAfterMs?: number
}

/** @param environment the clock never runs backwards. */
export async function waitForPayment(
  id: string,
  {
    firstDelayMs = 5_000,
    maxDelayMs = 30_000,
    giveUpAfterMs = 1_800_000,
  }: WaitOptions,
  environment: {
    read: () => Promise<Payment>
    sleep: (delayMs: number) => Promise<void>
    elapsedClockMs: () => number
  }
): Promise<Payment> {
  const { read, sleep, elapsedClockMs } = environment
  positive("maxDelayMs", maxDelayMs)
  let delayMs = positive("firstDelayMs", firstDelayMs)
  const deadlineMs = elapsedClockMs() + positive("giveUpAfterMs", giveUpAfterMs)
  for (;;) {
    let state: string
    let retryAfterMs = 0
    let cause: unknown
    try {
      const payment = await read()
      if (paymentOutcome(payment.status) !== "open") return payment
      state = `its status is still "${payment.status}"`
    } catch (error) {
      if (!isGatewayError(error) || !error.retryable) throw error
      state = error.message
      retryAfterMs = (error.retryAfterSeconds ?? 0) * 1000
      cause = error
    }
    const timeLeftMs = deadlineMs - elapsedClockMs()
    if (timeLeftMs <= 0 || retryAfterMs > timeLeftMs) {
      throw new GatewayError(
        "outcome_unknown",
        `Timed out after ${giveUpAfterMs} ms waiting for the payment ${id}: ${state}`,
        { cause }
      )
    }
    await sleep(Math.max(retryAfterMs, Math.min(delayMs, timeLeftMs)))
    delayMs = Math.min(maxDelayMs, delayMs * 2)
  }
}

/** An item of the list that has an id. */
export type ListedPayment = PaymentListItem & { id: string }

/**
 * Each payment that is listed throughout is given once, newest first; a new one at most once. New payments
 * push known ones into the next page, and vanished ones pull unknown ones into the last. Hence each page
 * begins with the last item of the one before, so that none is missing in between; otherwise step back.
 * @throws GatewayError `unexpected_answer` for items without id, or pages without order: read each payment by itself
 */
export async function* iteratePayments(
  readPage: ReadPage,
  pageSize?: number
): AsyncGenerator<ListedPayment, void, undefined> {
  const readAt = pagesOf(readPage, pageSize)
  const seen = new Set<string>()
  let offset = 0
  let stepBack = 1
  let stepsBack = 0
  let pagesWithoutNew = 0
  for (;;) {
    const { items, total, ...answered } = await readAt(offset)
    if (answered.offset !== offset) {
      throw unreliable(
        `the page at offset ${offset} came back with offset ${answered.offset}`
      )
    }
    const page = items.map(withId)
    const continues = offset === 0 || (page[0] && seen.has(page[0].id))
    if (!continues) {
      stepsBack += 1
      if (stepsBack > MAX_STEPS_BACK) {
        throw unreliable("the pages are not in a stable order")
      }
      offset = Math.max(0, offset - stepBack)
      stepBack *= 2
      continue
    }
    stepBack = Math.max(1, page.length)
    pagesWithoutNew += 1
    for (const payment of page) {
      if (!seen.has(payment.id)) {
        seen.add(payment.id)
        stepsBack = 0
        pagesWithoutNew = 0
        yield payment
      }
    }
    const end = offset + page.length
    if (end >= total) return
    if (page.length < 2) {
      throw unreliable(`a page has ${page.length} of ${total} payments`)
    }
    if (pagesWithoutNew > MAX_PAGES_WITHOUT_NEW) {
      throw unreliable("the pages repeat the same payments")
    }
    offset = end - 1
  }
}

type ReadPage = (page: {
  limit?: number
  offset: number
}) => Promise<PaymentList>

// In a row, without a payment that is new to us.
const MAX_STEPS_BACK = 100
// As many come where a page's worth of new payments is made between two of them.
const MAX_PAGES_WITHOUT_NEW = 1_000

// Observed: a larger one is rejected. Contract §8 has no maximum.
const OBSERVED_MAX_LIMIT = 100

function pagesOf(readPage: ReadPage, pageSize: number | undefined) {
  let limit: number | undefined = pageSize ?? OBSERVED_MAX_LIMIT
  return async (offset: number) => {
    try {
      return await readPage({ limit, offset })
    } catch (error) {
      const isRejected = isGatewayError(error) && error.status === 400
      if (!isRejected || limit === pageSize) throw error
      limit = undefined
      return readPage({ limit, offset })
    }
  }
}

function withId({ id, ...item }: PaymentListItem): ListedPayment {
  if (id === undefined) throw unreliable("an item has no id")
  return { ...item, id }
}

function unreliable(why: string) {
  const message = `Could not list all payments: ${why}`
  return new GatewayError("unexpected_answer", message)
}
