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
  shortText,
} from "./schemas"
import { Transport, TransportFailure, type WireRequest } from "./transport"

/**
 * The Merchant API (contract §4). Each method retries within the options' limits, and throws a
 * GatewayError or the signal's reason.
 */
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

  /**
   * `POST /v1/payments/widget`. Idempotent on `external_id`:
   * may return an earlier payment, of any status and flow.
   */
  async createWidgetPayment(
    input: CreateWidgetPaymentInput,
    options?: CallOptions
  ): Promise<Payment> {
    return this.create("widget", input, options)
  }

  /**
   * `POST /v1/payments/h2h`; idempotent as `createWidgetPayment`,
   * with which it shares the external ids.
   */
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

  /** `GET /v1/payments`: one page, newest first. */
  async listPayments(
    page: PageOptions = {},
    options?: CallOptions
  ): Promise<PaymentList> {
    const query = pageQuery(page)
    const call = { action: "list payments", path: "/v1/payments", query }
    return this.call(call, PaymentList, options)
  }

  /**
   * `DELETE /v1/payments/{id}`, observed:
   * a gateway that cannot expire payments is a result, not an error.
   */
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

  /**
   * A `Retry-After` longer than the time left ends it at once.
   * @throws the last GatewayError, or the signal's reason
   */
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
        if (isGatewayError(error)) this.options.onError?.(error)
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

  /**
   * The response belongs to another request, for example from a broken cache:
   * it must not decide about money.
   */
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
  // Names and values in turn, as undici takes and gives them.
  const headers = [
    ["accept", "application/json"],
    ["user-agent", USER_AGENT],
    ["x-merchant-id", merchantId],
    credential(signed),
    body === undefined ? [] : ["content-type", "application/json"],
  ].flat()
  const search = query.length === 0 ? "" : `?${new URLSearchParams(query)}`
  return { method, path: signed.path + search, headers, body }
}

/** A request without a complete response as a GatewayError; anything else as it is. */
function asGatewayError(thrown: unknown, action: string): unknown {
  if (!(thrown instanceof TransportFailure)) return thrown
  const message = `Could not ${action}: ${thrown.message}`
  return new GatewayError("outcome_unknown", message, { cause: thrown.cause })
}

/**
 * The query of `GET /v1/payments`.
 * @throws GatewayError `validation` for a value that is negative or not whole
 */
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
  "currency",
  "external_id",
  "callback_url",
  "metadata",
  "fee_payer",
  "is_test",
]
const FIELDS = {
  widget: ["success_url", "fail_url"],
  h2h: ["target_currency", "auto_trace", "client_ip", "browser"],
}

/**
 * The same bytes are signed and sent. The amount becomes a JSON number with all its digits
 * (JSON.stringify makes 19.90 19.9).
 */
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

/**
 * Whether the gateway confirms that the payment is expired;
 * if not, the reason and the status it sent.
 */
export type ExpireResult =
  | { expired: true; status: "expired" }
  | {
      expired: false
      /**
       * 404 is no such payment, or no such endpoint. `not_confirmed`: accepted, but the response
       * does not show the payment as expired.
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

type PageOptions = { limit?: number; offset?: number }
