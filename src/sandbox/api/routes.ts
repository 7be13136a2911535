import type { HttpBindings } from "@hono/node-server"
import { Hono } from "hono"
import type { Merchant } from "../merchants"
import { COINS } from "../payments/currencies"
import { isFinal } from "../payments/payment"
import type { World } from "../world"
import { ApiError, errorResponse } from "./api-error"
import { authenticate } from "./authentication"
import { createH2hPayment, createWidgetPayment } from "./create-payment"
import { createdShape, expiredShape } from "./shapes"
import { currencyShape, merchantShape, readShape } from "./shapes"
import { listPayments } from "./list-payments"
import { observeRequest } from "./observe-request"
import { refuseOtherSites } from "../refuse-other-sites"

/** What a handler finds in its context. */
export type ApiEnv = {
  Bindings: HttpBindings
  Variables: { merchant: Merchant; rawBody: Uint8Array }
}

/** The Merchant API under /v1 (merchant-api.md §4). */
export function apiRoutes(world: World): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>()
  const { observed, payments } = world

  api.use(
    "*",
    refuseOtherSites({
      publicUrl: world.baseUrl,
      use: "api",
      refuse: (c, message) => c.json({ code: "FORBIDDEN", message }, 403),
    })
  )

  api.use("*", observeRequest(world))

  api.use("*", async (c, next) => {
    const merchant = authenticate(
      {
        method: c.req.method,
        target: c.env.incoming.url ?? "",
        header: (name) => c.req.header(name),
        rawBody: c.get("rawBody"),
      },
      world.merchants
    )
    c.set("merchant", merchant)
    await next()
  })

  api.post("/payments/widget", (c) => {
    const made = createWidgetPayment(world, c.get("merchant"), c.get("rawBody"))
    const shape = createdShape(made.payment, world.baseUrl(), observed)
    return c.json(shape, made.isNew ? 201 : 200)
  })

  api.post("/payments/h2h", (c) => {
    const made = createH2hPayment(world, c.get("merchant"), c.get("rawBody"))
    const shape = createdShape(made.payment, world.baseUrl(), observed)
    return c.json(shape, made.isNew ? 201 : 200)
  })

  api.get("/payments", (c) =>
    c.json(listPayments(world, c.get("merchant"), c.req.query()))
  )

  api.get("/payments/:id", (c) => {
    const payment = ownPayment(c.get("merchant"), c.req.param("id"))
    return c.json(readShape(payment, world.baseUrl(), observed))
  })

  api.delete("/payments/:id", (c) => {
    if (!observed.expireEndpoint) {
      throw new ApiError("NOT_FOUND", "no such endpoint")
    }
    const payment = ownPayment(c.get("merchant"), c.req.param("id"))
    if (!isFinal(payment.status)) {
      payments.finish(payment, "expired")
    } else if (payment.status !== "expired") {
      throw new ApiError("VALIDATION_ERROR", `payment is ${payment.status}`)
    }
    return c.json(expiredShape(payment))
  })

  api.get("/currencies", (c) => {
    const { wallets } = c.get("merchant")
    const family = observed.currencyFilter ? c.req.query("is_test") : undefined
    const listed = COINS.filter(
      ({ code, is_testnet }) =>
        (wallets.includes(code) || !observed.walletCurrenciesOnly) &&
        (family === undefined || family === String(is_testnet))
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

  function ownPayment(merchant: Merchant, id: string) {
    const payment = payments.find(id)
    if (payment?.merchant_id !== merchant.id) {
      throw new ApiError("PAYMENT_NOT_FOUND", `no payment ${id}`)
    }
    return payment
  }
}
