import type { HttpBindings } from "@hono/node-server"
import { type Context, Hono } from "hono"
import { rejectCrossSite } from "../cross-site"
import type { Merchant } from "../merchants"
import { COINS } from "../payments/coins"
import { isFinal } from "../payments/payment"
import type { World } from "../world"
import { authenticate } from "./authentication"
import { createH2hPayment, createWidgetPayment } from "./create-payment"
import { observeRequest } from "./observe-request"
import {
  ApiError,
  createdShape,
  currencyShape,
  errorResponse,
  expiredShape,
  listItemShape,
  merchantShape,
  readShape,
} from "./responses"

/** The context of an API request. */
export type ApiEnv = {
  Bindings: HttpBindings
  Variables: { merchant: Merchant; rawBody: Uint8Array }
}

/** The Merchant API under /v1 (contract §4). */
export function apiRoutes(world: World): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>()
  const { observed, payments } = world

  api.use(
    rejectCrossSite({
      publicUrl: world.baseUrl,
      use: "api",
      reject: (c, message) => c.json({ code: "FORBIDDEN", message }, 403),
    }),
    observeRequest(world),
    async (c, next) => {
      const request = {
        method: c.req.method,
        target: c.env.incoming.url ?? "",
        header: (name: string) => c.req.header(name),
        rawBody: c.get("rawBody"),
      }
      c.set("merchant", authenticate(request, world.merchants))
      await next()
    }
  )

  api.post("/payments/widget", (c) => created(c, createWidgetPayment))
  api.post("/payments/h2h", (c) => created(c, createH2hPayment))

  api.get("/payments", (c) =>
    c.json(listPayments(world, c.get("merchant"), c.req.query()))
  )

  api.get("/payments/:id", (c) =>
    c.json(readShape(ownPayment(c), world.baseUrl(), observed))
  )

  api.delete("/payments/:id", (c) => {
    if (!observed.expireEndpoint) {
      throw new ApiError("NOT_FOUND", "no such endpoint")
    }
    const payment = ownPayment(c)
    if (!isFinal(payment.status)) {
      payments.finish(payment, "expired")
    } else if (payment.status !== "expired") {
      throw new ApiError("VALIDATION_ERROR", `payment is ${payment.status}`)
    }
    return c.json(expiredShape(payment))
  })

  api.get("/currencies", (c) => {
    const { wallets } = c.get("merchant")
    const isTest = observed.currencyFilter ? c.req.query("is_test") : undefined
    const listed = COINS.filter(
      ({ code, is_testnet }) =>
        (wallets.includes(code) || !observed.walletCurrenciesOnly) &&
        (isTest === undefined || isTest === String(is_testnet))
    )
    return c.json(
      listed.map((coin) => currencyShape(coin, observed.blockchain))
    )
  })

  api.get("/merchants", (c) => c.json(merchantShape(c.get("merchant"))))

  api.notFound(() => {
    throw new ApiError("NOT_FOUND", "no such endpoint")
  })

  api.onError((error) => {
    if (error instanceof ApiError) {
      return errorResponse(error, observed.errorBody)
    }
    throw error
  })

  return api

  function created(
    c: Context<ApiEnv>,
    create: typeof createWidgetPayment | typeof createH2hPayment
  ) {
    const { payment, isNew } = create(
      world,
      c.get("merchant"),
      c.get("rawBody")
    )
    const shape = createdShape(payment, world.baseUrl(), observed)
    return c.json(shape, isNew ? 201 : 200)
  }

  function ownPayment(c: Context<ApiEnv>) {
    const id = c.req.param("id") ?? ""
    const payment = payments.find(id)
    if (payment?.merchant_id !== c.get("merchant").id) {
      throw new ApiError("PAYMENT_NOT_FOUND", `no payment ${id}`)
    }
    return payment
  }
}

function listPayments(
  { observed, payments, baseUrl }: World,
  merchant: Merchant,
  query: Record<string, string>
) {
  const limit = wholeNumber(query, "limit", {
    fallback: 20,
    min: 1,
    max: observed.longPages ? 100 : 20,
  })
  const offset = wholeNumber(query, "offset", {
    fallback: 0,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  })
  const all = payments.ofMerchant(merchant.id)
  const end = Math.max(0, all.length - offset)
  const page = observed.newestFirst
    ? all.slice(Math.max(0, end - limit), end).reverse()
    : all.slice(offset, offset + limit)
  const items = page.map((each) => listItemShape(each, baseUrl(), observed))
  return { items, total: all.length, limit, offset }
}

function wholeNumber(
  query: Record<string, string>,
  name: string,
  { fallback, min, max }: { fallback: number; min: number; max: number }
): number {
  const text = query[name]
  if (text === undefined) {
    return fallback
  }
  const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN
  if (!(value >= min && value <= max)) {
    throw new ApiError(
      "VALIDATION_ERROR",
      `${name}: must be a whole number from ${min} to ${max}`
    )
  }
  return value
}
