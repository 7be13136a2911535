import { createRequire } from "node:module"
import { setTimeout } from "node:timers/promises"
import { z } from "zod"
import {
  backoffMs,
  type CallOptions,
  type GatewayClientOptions,
  positive,
  type QueryParameter,
  resolveClientOptions,
  type ResolvedClientOptions,
} from "./client-options"
import { GatewayError, isGatewayError, readAnswer } from "./errors"
import {
  Currencies,
  type Currency,
  Merchant,
  Payment,
  PaymentList,
  type PaymentListItem,
  paymentOutcome,
  shortText,
} from "./schemas"
import { Transport, TransportFailure, type WireRequest } from "./transport"

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
    return this.create("widget", input, options)
  }

  /** `POST /v1/payments/h2h`; idempotent as `createWidgetPayment`, with which it shares the external ids. */
  async createH2hPayment(input: CreateH2hPaymentInput, options?: CallOptions) {
    return this.create("h2h", input, options)
  }

  /** `GET /v1/payments/{id}`. */
  async getPayment({ id }: { id: string }, options?: CallOptions) {
    const call = paymentCall("read", id)
    const payment = await this.call(call, Payment, options)
    if (payment.id !== id) throw this.mixedUp(call, "id", payment.id)
    return payment
  }

  /** `GET /v1/payments`: one page. To see all of them use `iteratePayments`. */
  async listPayments(
    page: PageOptions = {},
    options?: CallOptions
  ): Promise<PaymentList> {
    const query = pageQuery(page)
    const call = { action: "list payments", path: "/v1/payments", query }
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
    const call = { ...paymentCall("expire", id), method: "DELETE" as const }
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

  /** Polls until a final status (contract §3, §8); a retryable error counts as an open one. @throws GatewayError `outcome_unknown` when time is up */
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
    input: CreateWidgetPaymentInput | CreateH2hPaymentInput,
    options?: CallOptions
  ): Promise<Payment> {
    const { external_id } = input
    const body = creationBody(flow, input)
    const action = `create the ${flow} payment for ${shortText(external_id)}`
    const path = `/v1/payments/${flow}`
    const call = { action, method: "POST" as const, path, body }
    const payment = await this.call(call, Payment, options)
    if (payment.external_id !== external_id) {
      throw this.mixedUp(call, "external_id", payment.external_id)
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
  private mixedUp({ action }: Call, field: string, value: string) {
    const text = shortText(this.options.redact(value))
    return new GatewayError(
      "unexpected_answer",
      `Could not ${action}: the gateway responded with ${field} ${JSON.stringify(text)}`
    )
  }
}

/** Fields for creating a payment of either flow (contract §2). */
type CreatePaymentInput = {
  /** Decimal string in the priced currency, like "19.90"; its digits are sent as they are. */
  amount: string
  /** The priced currency, e.g. "EUR". */
  currency: string
  /** The merchant's order id, and the idempotency key of the creation, over both flows. */
  external_id: string
  callback_url?: string
  /** The shape is published, not promised by the contract. */
  metadata?: {
    /** Shown on the checkout page, 1 to 128 characters. */
    description?: string
    /** Passed to the callback_url; how is not published. */
    callback_params?: Record<string, unknown>
    products?: { name: string; price: number; quantity?: number }[]
  }
  /** Whether the fee is added to the amount (`payer`) or taken from it (`payee`). */
  fee_payer?: "payer" | "payee"
  is_test?: boolean
}

export type CreateWidgetPaymentInput = {
  success_url?: string
  fail_url?: string
} & CreatePaymentInput

export type CreateH2hPaymentInput = {
  /** One of the codes from `GET /v1/currencies`. */
  target_currency: string
  auto_trace?: boolean
  /** Published, not in the contract; as `browser`, whose fields the guide lists. */
  client_ip?: string
  browser?: Record<string, string | number>
} & CreatePaymentInput

type Call = {
  /** Its purpose, such as "read the payment abc"; starts the message of its errors. */
  action: string
  method?: WireRequest["method"]
  /** Starts with `/v1`; already encoded. */
  path: string
  /** The path without ids. @default path */
  route?: string
  query?: QueryParameter[]
  body?: Buffer
}

const { version } = z
  .object({ version: z.string() })
  .parse(createRequire(__filename)("medusa-payment-crypto/package.json"))

const USER_AGENT = `medusa-payment-crypto/${version} node/${process.versions.node}`

function wireRequest(
  { method = "GET", path, query = [], body }: Call,
  { base, merchantId, credential }: ResolvedClientOptions
): WireRequest {
  const signed = { method, path: base.pathPrefix + path, query, body }
  const headers = [
    ...["accept", "application/json"],
    ...["user-agent", USER_AGENT],
    ...["x-merchant-id", merchantId],
    ...credential(signed),
    ...(body === undefined ? [] : ["content-type", "application/json"]),
  ]
  const search = query.length === 0 ? "" : `?${new URLSearchParams(query)}`
  return { method, path: signed.path + search, headers, body }
}

/** A request without a complete response as a GatewayError; anything else as it is. */
function asGatewayError(thrown: unknown, action: string): unknown {
  if (!(thrown instanceof TransportFailure)) return thrown
  const message = `Could not ${action}: ${thrown.message}`
  return new GatewayError("outcome_unknown", message, { cause: thrown.cause })
}

/** The query of `GET /v1/payments`. @throws GatewayError `validation` for a value that is negative or not whole */
function pageQuery({ limit, offset }: PageOptions): QueryParameter[] {
  return Object.entries({ limit, offset }).flatMap(([name, value]) => {
    if (value === undefined) return []
    if (Number.isSafeInteger(value) && value >= 0) {
      return [[name, String(value)]]
    }
    throw new GatewayError(
      "validation",
      `Could not list payments: ${name} must be a whole number, not ${value}`
    )
  })
}

/** @throws GatewayError `validation` for an empty id, or dots: `/v1/payments/` is the list */
function paymentCall(verb: "read" | "expire", id: string) {
  const action = `${verb} the payment ${shortText(id)}`
  if (/^\.{0,2}$/.test(id)) {
    throw new GatewayError(
      "validation",
      `Could not ${action}: invalid payment id ${JSON.stringify(id)}`
    )
  }
  const path = `/v1/payments/${encodeURIComponent(id)}`
  return { action, path, route: "/v1/payments/{id}" }
}

const COMMON_FIELDS = [
  ...["currency", "external_id", "callback_url"],
  ...["metadata", "fee_payer", "is_test"],
]
const FIELDS = {
  widget: ["success_url", "fail_url"],
  h2h: ["target_currency", "auto_trace", "client_ip", "browser"],
}

/** The same bytes are signed and sent. The amount becomes a JSON number with all its digits (JSON.stringify makes 19.90 19.9). */
export function creationBody(
  flow: keyof typeof FIELDS,
  input: CreateWidgetPaymentInput | CreateH2hPaymentInput
): Buffer {
  const { amount } = input
  if (!PLAIN_DECIMAL.test(amount) || !/[1-9]/.test(amount)) {
    throw new GatewayError(
      "validation",
      `Invalid amount ${JSON.stringify(amount)}: expected a decimal greater than zero, such as "19.90"`
    )
  }
  const names = [...COMMON_FIELDS, ...FIELDS[flow]]
  const fields = Object.entries(input).filter(([name]) => names.includes(name))
  const others = JSON.stringify(Object.fromEntries(fields))
  return Buffer.from(`{"amount":${amount},${others.slice(1)}`)
}

// A JSON number without an exponent: not "1e3", "+5", ".5" or "05".
const PLAIN_DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d+)?$/

/** `DELETE /v1/payments/{id}`, observed. */
const ExpireAnswer = z.object({
  status: z.string().optional().catch(undefined),
})

/** Whether the gateway confirms that the payment is expired; if not, the reason and the status it sent. */
export type ExpireResult =
  | { expired: true; status: "expired" }
  | {
      expired: false
      /** 404 is no such payment, or no such endpoint. `not_confirmed`: accepted, but the response does not show the payment as expired. */
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

/** The clock of the environment never runs backwards. */
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

type ReadPage = (page: PageOptions & { offset: number }) => Promise<PaymentList>

type PageOptions = { limit?: number; offset?: number }

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
