import { createVerify } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { type Context, Hono, type MiddlewareHandler } from "hono"
import {
  type EndpointName,
  ENDPOINTS,
  type RequestFault,
  takeFault,
} from "../faults"
import { isOpen } from "../payments"
import { rejectCrossSite } from "../requests"
import type { Merchant } from "../surroundings"
import type { World } from "../world"
import { createPayment } from "./create-payment"
import {
  type ApiEnv,
  ApiError,
  errorResponse,
  listItemShape,
  readShape,
} from "./responses"

/** The Merchant API under /v1 (contract §4). */
export function apiRoutes(world: World): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>()
  const { payments } = world
  const { contractOnly = false } = world.options

  api.use(
    rejectCrossSite(world, "api", (c, message) =>
      c.json({ code: "FORBIDDEN", message }, 403)
    ),
    observeRequest(world),
    authenticate(world)
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
      .map((each) => listItemShape(each, world))
    return c.json({ items, total: all.length, limit, offset })
  })

  api.get("/payments/:id", (c) => c.json(readShape(ownPayment(c), world)))

  api.delete("/payments/:id", (c) => {
    if (contractOnly) throw new ApiError("NOT_FOUND", "no such endpoint")
    const payment = ownPayment(c)
    if (isOpen(payment.status)) {
      payments.finish(payment, "expired")
    } else if (payment.status !== "expired") {
      throw new ApiError("VALIDATION_ERROR", `payment is ${payment.status}`)
    }
    const { id, external_id, status, created_at } = payment
    return c.json({ id, external_id, status, created_at })
  })

  api.get("/currencies", (c) => {
    const { wallets } = c.get("merchant")
    const isTest = contractOnly ? undefined : c.req.query("is_test")
    const listed = world.coins.filter(
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
  })

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
  throw new ApiError(
    "VALIDATION_ERROR",
    `${name}: must be a whole number from ${min} to ${max}`
  )
}

/** Reads the raw body, plays the fault that is due, and logs the request. */
function observeRequest(world: World): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const at = world.now().toISOString()
    const endpoint = endpointOf(c.req.method, c.req.path)
    const fault = takeFault(
      world.requestFaults,
      (waiting) => (waiting.endpoint ?? endpoint) === endpoint
    )
    const rawBody = await c.req.arrayBuffer()
    const isTooLarge = rawBody.byteLength > MAX_BODY_BYTES
    const tooLarge = new ApiError("VALIDATION_ERROR", "body: too large")
    const handle = async (): Promise<Response> => {
      if (isTooLarge) {
        return errorResponse(tooLarge, world.options.contractOnly)
      }
      await next()
      return c.res
    }
    const response = await (fault ? playFault(fault, handle) : handle())

    const { requests, counts } = world.requestLog
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

/** Finds the merchant of a request (contract §5). With both credentials present only the API key counts. */
function authenticate({ merchants }: World): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const merchant = merchants.get(c.req.header("x-merchant-id") ?? "")
    if (!merchant) {
      throw new ApiError("MERCHANT_NOT_FOUND", "unknown merchant id")
    }
    const apiKey = c.req.header("x-api-key")
    const sign = c.req.header("x-sign")
    if (merchant.suspended) throw invalid("the merchant is suspended")
    if (apiKey !== undefined) {
      if (!merchant.api_keys.includes(apiKey)) throw invalid("wrong API key")
    } else if (sign === undefined) {
      throw invalid("missing x-api-key or x-sign")
    } else if (!isSignature(sign, merchant, await signedBytes(c))) {
      throw invalid("wrong signature")
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

function invalid(reason: string): ApiError {
  return new ApiError("INVALID_CREDENTIALS", reason)
}
