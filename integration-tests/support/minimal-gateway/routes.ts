import { createShape, readShape } from "./answers"
import { readCreateRequest } from "./create-request"
import { CURRENCIES, type Payments } from "./payments"

export type Answer = { status: number; body?: unknown }

/** The endpoints of contract §4, and no others. */
export function answerTo(
  request: { method: string; url: URL; body: Buffer },
  context: { payments: Payments; merchantId: string; url: string }
): Answer {
  const { method, url } = request
  const { payments } = context
  const id = /^\/v1\/payments\/([^/]+)$/.exec(url.pathname)?.[1]

  switch (`${method} ${url.pathname}`) {
    case "POST /v1/payments/widget":
    case "POST /v1/payments/h2h": {
      const flow = id === "widget" ? "widget" : "h2h"
      const input = readCreateRequest(request.body.toString("utf8"), flow)
      const payment = payments.create(flow, input)
      return { status: 200, body: createShape(payment, context.url) }
    }
    case "GET /v1/payments": {
      const limit = Number(url.searchParams.get("limit") ?? 20)
      const offset = Number(url.searchParams.get("offset") ?? 0)
      const all = payments.all()
      const items = all
        .slice(offset, offset + limit)
        .map((payment) => readShape(payment, context.url))
      return { status: 200, body: { items, total: all.length, limit, offset } }
    }
    case "GET /v1/currencies":
      return { status: 200, body: CURRENCIES }
    case "GET /v1/merchants":
      return {
        status: 200,
        body: {
          id: context.merchantId,
          name: "Minimal merchant",
          balance: "0",
          created_at: "2024-01-01T00:00:00.000Z",
        },
      }
  }
  if (id !== undefined && method === "GET") {
    return { status: 200, body: readShape(payments.get(id), context.url) }
  }
  return { status: id === undefined ? 404 : 405 }
}
