import { type Context, Hono } from "hono"
import { rejectCrossSite } from "../cross-site"
import { isOpen } from "../payments"
import type { World } from "../world"
import { authenticate } from "./authentication"
import { createPayment } from "./create-payment"
import type { ApiEnv } from "./environment"
import { observeRequest } from "./observe-request"
import { ApiError, errorResponse, listItemShape, readShape } from "./responses"

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
