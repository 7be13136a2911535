import { isUtf8 } from "node:buffer"
import { createVerify } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { HttpBindings } from "@hono/node-server"
import { type Context, Hono, type MiddlewareHandler } from "hono"
import { z } from "zod"
import { parseBody, rejectCrossSite } from "./requests"
import {
  type Coin,
  Decimal,
  type EndpointName,
  ENDPOINTS,
  findCoin,
  type Merchant,
  type RequestFault,
  type Surroundings,
  takeFault,
} from "./surroundings"
import { isOpen, type Payment, type World } from "./world"

type ApiEnv = { Bindings: HttpBindings; Variables: { merchant: Merchant } }

/** The Merchant API under /v1 (contract §4). */
export function apiRoutes(world: World): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>()
  const { payments, surroundings } = world
  const { contractOnly = false } = surroundings.options

  api.use(
    rejectCrossSite(surroundings, "api", (c, message) =>
      c.json({ code: "FORBIDDEN", message }, 403)
    ),
    observeRequest(surroundings),
    authenticate(surroundings)
  )

  api.post("/payments/widget", (c) => createPayment(c, world, "widget"))
  api.post("/payments/h2h", (c) => createPayment(c, world, "h2h"))

  api.get("/payments", (c) => {
    const limit = wholeNumber(c, "limit", 20, 1, contractOnly ? 20 : 100)
    const offset = wholeNumber(c, "offset", 0, 0, Number.MAX_SAFE_INTEGER)
    const { id } = c.get("merchant")
    const all = [...payments.byId.values()].filter(
      ({ merchant_id }) => merchant_id === id
    )
    if (!contractOnly) all.reverse()
    const items = all
      .slice(offset, offset + limit)
      .map((each) => listItemShape(each, surroundings))
    return c.json({ items, total: all.length, limit, offset })
  })

  api.get("/payments/:id", (c) =>
    c.json(readShape(ownPayment(c), surroundings))
  )

  api.delete("/payments/:id", (c) => {
    if (contractOnly) throw new ApiError("NOT_FOUND", "no such endpoint")
    const payment = ownPayment(c)
    if (isOpen(payment.status)) {
      payments.finish(payment, "expired")
    } else if (payment.status !== "expired") {
      throw invalid(`payment is ${payment.status}`)
    }
    const { id, external_id, status, created_at } = payment
    return c.json({ id, external_id, status, created_at })
  })

  api.get("/currencies", (c) => listCurrencies(c, surroundings))

  api.get("/merchants", (c) => {
    const { id, name, created_at } = c.get("merchant")
    return c.json({ id, name, balance: "100.00", created_at })
  })

  api.notFound(() => {
    throw new ApiError("NOT_FOUND", "no such endpoint")
  })

  api.onError((error) => {
    if (!(error instanceof ApiError)) throw error
    return errorResponse(error, contractOnly)
  })

  return api

  function ownPayment(c: Context<ApiEnv>) {
    const id = c.req.param("id") ?? ""
    const payment = payments.byId.get(id)
    if (payment?.merchant_id !== c.get("merchant").id) {
      throw new ApiError("PAYMENT_NOT_FOUND", `no payment ${id}`)
    }
    return payment
  }
}

function listCurrencies(c: Context<ApiEnv>, { coins, options }: Surroundings) {
  const { wallets } = c.get("merchant")
  const { contractOnly = false } = options
  const isTest = contractOnly ? undefined : c.req.query("is_test")
  const listed = coins.filter(
    ({ code, is_testnet }) =>
      (wallets.includes(code) || contractOnly) &&
      (isTest === undefined || isTest === String(is_testnet))
  )
  return c.json(
    listed.map(({ code, name, blockchain, is_testnet }) =>
      contractOnly
        ? { code, name, blockchain }
        : { code, name, blockchain: { name: blockchain, is_testnet } }
    )
  )
}

function wholeNumber(
  c: Context<ApiEnv>,
  name: string,
  fallback: number,
  min: number,
  max: number
): number {
  const text = c.req.query(name)
  if (text === undefined) return fallback
  const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN
  if (value >= min && value <= max) return value
  throw invalid(`${name}: must be a whole number from ${min} to ${max}`)
}

class ApiError extends Error {
  readonly status: number = STATUS_OF_CODE[this.code]

  constructor(
    readonly code: keyof typeof STATUS_OF_CODE,
    message: string
  ) {
    super(message)
  }
}

// Contract §7.
const STATUS_OF_CODE = {
  MERCHANT_NOT_FOUND: 401,
  INVALID_CREDENTIALS: 401,
  PAYMENT_ALREADY_EXISTS: 400,
  WALLET_NOT_FOUND: 400,
  VALIDATION_ERROR: 400,
  PAYMENT_NOT_FOUND: 404,
  CURRENCY_NOT_FOUND: 404,
  NOT_FOUND: 404,
} as const

function invalid(message: string): ApiError {
  return new ApiError("VALIDATION_ERROR", message)
}

/** An error response; the contract does not document the body. */
function errorResponse(
  { status, code, message }: ApiError,
  contractOnly: boolean | undefined
): Response {
  return contractOnly
    ? new Response(null, { status })
    : Response.json({ code, message }, { status })
}

/** Reads the raw body, plays the fault that is due, and logs the request. */
function observeRequest(surroundings: Surroundings): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const at = surroundings.now().toISOString()
    const endpoint = endpointOf(c.req.method, c.req.path)
    const fault = takeFault(
      surroundings.requestFaults,
      (waiting) => (waiting.endpoint ?? endpoint) === endpoint
    )
    const rawBody = await c.req.arrayBuffer()
    const isTooLarge = rawBody.byteLength > MAX_BODY_BYTES
    const handle = async (): Promise<Response> => {
      if (isTooLarge) {
        const { contractOnly } = surroundings.options
        return errorResponse(invalid("body: too large"), contractOnly)
      }
      await next()
      return c.res
    }
    const response = await (fault ? playFault(fault, handle) : handle())

    const { requests, counts } = surroundings.requestLog
    // Headers are left out, because they carry the credential.
    requests.push({
      at,
      endpoint,
      method: c.req.method,
      target: c.env.incoming.url ?? "",
      body: isTooLarge ? "" : new TextDecoder().decode(rawBody),
      // Null when the connection was cut.
      status: response?.status ?? null,
    })
    if (requests.length > KEPT_REQUESTS) requests.shift()
    counts[endpoint] = (counts[endpoint] ?? 0) + 1
    if (!response) c.env.incoming.socket.destroy()
    // Otherwise Hono keeps the headers of the replaced response.
    c.res = undefined
    c.res = response ?? new Response(null)
  }
}

const KEPT_REQUESTS = 5_000
const MAX_BODY_BYTES = 1_048_576

function endpointOf(method: string, path: string): EndpointName {
  const names: Record<string, EndpointName> = ENDPOINTS
  const pattern = path.replace(/^\/v1\/payments\/[^/]+$/, "/v1/payments/:id")
  return names[`${method} ${path}`] ?? names[`${method} ${pattern}`] ?? "other"
}

/** The response; null cuts the connection. */
async function playFault(fault: RequestFault, handle: () => Promise<Response>) {
  const real = fault.when === "after" ? await handle() : null
  switch (fault.kind) {
    case "slow":
      // Unreferenced: closing the sandbox does not wait for it.
      await sleep(fault.seconds * 1_000, undefined, { ref: false })
      return real ?? handle()
    case "error": {
      const body = { code: "INTERNAL_ERROR", message: "try later" }
      return Response.json(body, { status: fault.status })
    }
    case "rate_limit": {
      const body = { code: "RATE_LIMIT_EXCEEDED", message: "too many requests" }
      const seconds = fault.retry_after_seconds
      return Response.json(body, {
        status: 429,
        headers: seconds === undefined ? {} : { "retry-after": `${seconds}` },
      })
    }
    case "broken_json": {
      const text = real ? await real.text() : '{"id":"n9cdFaTc","status":"cre'
      return new Response(text.slice(0, text.length >> 1), {
        headers: { "content-type": "application/json" },
      })
    }
    case "html":
      return new Response(
        "<!doctype html><title>Error</title><h1>Something went wrong</h1>\n",
        { headers: { "content-type": "text/html; charset=utf-8" } }
      )
    case "cut":
      return null
  }
}

/**
 * Finds the merchant of a request (contract §5).
 * With both credentials present only the API key counts.
 */
function authenticate({ merchants }: Surroundings): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const merchant = merchants.get(c.req.header("x-merchant-id") ?? "")
    if (!merchant) {
      throw new ApiError("MERCHANT_NOT_FOUND", "unknown merchant id")
    }
    const apiKey = c.req.header("x-api-key")
    const sign = c.req.header("x-sign")
    if (merchant.suspended) throw denied("the merchant is suspended")
    if (apiKey !== undefined) {
      if (!merchant.api_keys.includes(apiKey)) throw denied("wrong API key")
    } else if (sign === undefined) {
      throw denied("missing x-api-key or x-sign")
    } else if (!isSignature(sign, merchant, await signedBytes(c))) {
      throw denied("wrong signature")
    }
    c.set("merchant", merchant)
    await next()
  }
}

function isSignature(sign: string, { public_key }: Merchant, bytes: Buffer) {
  return (
    public_key !== null &&
    /^(?:[0-9a-f]{2})+$/i.test(sign) &&
    createVerify("RSA-SHA256").update(bytes).verify(public_key, sign, "hex")
  )
}

/** Method, path, the query as compact JSON with string values if there is one, the body. */
async function signedBytes({ req, env }: Context<ApiEnv>): Promise<Buffer> {
  // The request line as received: hono normalizes the URL.
  const [path = "", ...search] = (env.incoming.url ?? "").split("?")
  // Built from pairs: an object would move number-like names to the front.
  const pairs = [...new URLSearchParams(search.join("?"))].map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`
  )
  const query = pairs.length > 0 ? `{${pairs.join(",")}}` : ""
  const body = Buffer.from(await req.arrayBuffer())
  return Buffer.concat([Buffer.from(req.method + path + query), body])
}

function denied(reason: string): ApiError {
  return new ApiError("INVALID_CREDENTIALS", reason)
}

/**
 * `POST /v1/payments/{flow}` (contract §4):
 * idempotent on `external_id` over both flows, for a payment of any status.
 */
async function createPayment(
  c: Context<ApiEnv>,
  world: World,
  flow: Payment["flow"]
) {
  const { payments, surroundings } = world
  const request = await parseRequest(c, surroundings, flow)
  const { external_id, amount, currency, target_currency } = request
  const merchant = c.get("merchant")
  const existing = payments.findByExternalId(merchant.id, external_id)
  if (existing) {
    if (
      existing.original_currency !== currency ||
      !new Decimal(existing.original_amount).eq(amount)
    ) {
      throw new ApiError(
        "PAYMENT_ALREADY_EXISTS",
        "external_id was used with another amount or currency"
      )
    }
    return c.json(createdShape(existing, world, flow, target_currency))
  }
  const { contractOnly } = surroundings.options
  const knowsTest = flow === "widget" || !contractOnly
  const isTest = knowsTest && request.is_test
  const coin =
    target_currency === undefined
      ? undefined
      : walletCoin(merchant, target_currency, isTest, surroundings)
  const requested = {
    flow,
    merchant_id: merchant.id,
    external_id,
    is_test: isTest,
    original_amount: amount,
    original_currency: currency,
    callback_url: request.callback_url ?? null,
    success_url: request.success_url ?? null,
    fail_url: request.fail_url ?? null,
    description: request.metadata?.description ?? null,
    callback_params: request.metadata?.callback_params ?? {},
    fee_payer: request.fee_payer,
    auto_trace: request.auto_trace ?? false,
  }
  const payment = payments.create(requested, coin)
  const shape = createdShape(payment, world, flow)
  return c.json(shape, contractOnly ? 201 : 200)
}

/**
 * The digits of a number as sent (JSON.parse would make 98.90 a float),
 * at the top level of valid JSON; null for none.
 */
export function rawNumber(json: string, key: string): string | null {
  const valueIn = (text: string): unknown =>
    Reflect.get(Object(JSON.parse(text)), key)
  if (typeof valueIn(json) !== "number") return null
  const quoted = json.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') ? token : `"${token}"`
  )
  return String(valueIn(quoted))
}

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

// The URL parser drops line breaks, and a redirect's header could not carry them.
const webUrl = z
  .url({ protocol: /^https?$/, error: "must be an http(s) URL" })
  .regex(/^[^\s\p{Cc}]+$/u, "must be an http(s) URL")

const metadata = z.looseObject({
  description: z.string().min(1).max(128).optional(),
  callback_params: z.record(z.string(), z.unknown()).optional(),
  products: z
    .array(
      z.looseObject({
        name: z.string(),
        price: z.number(),
        quantity: z.number().optional(),
      })
    )
    .optional(),
})

const feePayer = z.enum(["payer", "payee"]).default("payee")

const commonFields = z.object({
  // Its digits are read from the raw text.
  amount: z.number(),
  currency: z
    .string()
    .regex(/^[A-Z][A-Z0-9]{2,9}$/, "must be an upper-case code such as EUR"),
  callback_url: webUrl.optional(),
  is_test: z.boolean().default(false),
  external_id: z.string().min(1).max(255),
  metadata: metadata.optional(),
  fee_payer: feePayer,
})
const widgetFields = {
  success_url: webUrl.optional(),
  fail_url: webUrl.optional(),
}
const h2hFields = {
  target_currency: z.string().min(1),
  auto_trace: z.boolean().default(false),
}
const strictRequests = {
  widget: commonFields.extend(widgetFields),
  h2h: commonFields.extend({
    ...h2hFields,
    client_ip: z.string().optional(),
    browser: z
      .looseObject({
        userAgent: z.string(),
        language: z.string(),
        screenHeight: z.number(),
        screenWidth: z.number(),
        windowHeight: z.number(),
        windowWidth: z.number(),
      })
      .partial()
      .optional(),
  }),
}
// The rules of these fields were only observed.
const looseFields = commonFields.extend({
  external_id: z.string().min(1),
  metadata: metadata.optional().catch(undefined),
  fee_payer: feePayer.catch("payee"),
})
const looseRequests = {
  widget: looseFields.extend(widgetFields),
  h2h: looseFields.extend(h2hFields),
}
type CreateRequest = z.infer<typeof looseRequests.widget> &
  Partial<z.infer<typeof looseRequests.h2h>>

/** A JSON number with no more digits than any amount needs. */
const AMOUNT = /^\d{1,40}(\.\d{1,40})?(e[+-]?\d{1,2})?$/i

function walletCoin(
  { wallets }: Merchant,
  code: string,
  isTest: boolean,
  { options, coins }: Surroundings
): Coin {
  const coin = findCoin(coins, code, isTest)
  if (!coin) {
    throw new ApiError("CURRENCY_NOT_FOUND", `unknown currency ${code}`)
  }
  const isWrongNetwork = !options.contractOnly && coin.is_testnet !== isTest
  if (isWrongNetwork || !wallets.includes(code)) {
    const kind = isTest ? "test" : "live"
    const message = `no active wallet for ${code} in ${kind} payments`
    throw new ApiError("WALLET_NOT_FOUND", message)
  }
  return coin
}

async function parseRequest(
  c: Context<ApiEnv>,
  { options: { contractOnly, pricedCurrencies } }: Surroundings,
  flow: Payment["flow"]
) {
  const rawBody = await c.req.arrayBuffer()
  if (!isUtf8(rawBody)) throw invalid("body: must be UTF-8")
  const text = new TextDecoder().decode(rawBody)
  const requests = contractOnly ? looseRequests : strictRequests
  const schema: z.ZodType<CreateRequest> = requests[flow]
  const request = parseBody(text, schema, invalid)
  const { currency } = request
  const priced =
    pricedCurrencies ?? (contractOnly ? [currency] : ["USD", "EUR"])
  if (!priced.includes(currency)) {
    throw invalid(`currency: ${currency} is not a supported currency`)
  }
  const amount = rawNumber(text, "amount") ?? ""
  if (!AMOUNT.test(amount) || new Decimal(amount).lte(0)) {
    throw invalid("amount: must be a number greater than zero")
  }
  const isPlain = !/e/i.test(amount)
  return {
    ...request,
    amount: isPlain ? amount : new Decimal(amount).toFixed(),
  }
}

/**
 * As a creation in this flow returns it (contract §4), repeated or not;
 * without a coin, as it would be in `currency`.
 */
function createdShape(
  payment: Payment,
  { payments, surroundings }: World,
  flow: Payment["flow"],
  currency?: string
) {
  if (surroundings.options.contractOnly) {
    const shape = readShape(payment, surroundings)
    const isNewH2h = payment.flow === "h2h" && shape.status === "created"
    return { ...shape, ...(isNewH2h && payment.target) }
  }
  const { id, external_id, status, created_at, is_test } = payment
  const common = { id, external_id, status, created_at, is_test }
  return flow === "h2h"
    ? { ...common, ...payments.targetOf(payment, currency) }
    : { ...common, url: `${surroundings.baseUrl}/pay/${id}` }
}

function readShape(payment: Payment, { options, baseUrl }: Surroundings) {
  const { contractOnly } = options
  const { id, external_id, created_at, is_test, target } = payment
  const isPending = payment.status === "pending"
  const status = isPending && contractOnly ? "created" : payment.status
  // No crypto fields while `created` or `expired` (contract §2).
  const isHidden = status === "created" || status === "expired"
  const common = { id, external_id, status, created_at, is_test }
  const shape = { ...common, ...(!isHidden && target) }
  if (contractOnly) {
    const amount = payment.received_amount
    return {
      ...shape,
      ...(!isHidden && amount !== null && { amount }),
      ...(payment.flow === "widget" && { url: `${baseUrl}/pay/${id}` }),
    }
  }
  const { original_amount, original_currency } = payment
  const { callback_url, success_url, fail_url } = payment
  const priced = { original_amount, original_currency }
  return { ...shape, ...priced, callback_url, success_url, fail_url }
}

/** An item of the list; the contract does not document its fields. */
function listItemShape(payment: Payment, surroundings: Surroundings) {
  const { contractOnly } = surroundings.options
  if (!contractOnly) return readShape(payment, surroundings)
  const { external_id, created_at, is_test } = payment
  return { external_id, created_at, is_test }
}
