import { readCreateRequest } from "./create-request"
import { CURRENCIES, type MinimalPayment, type Payments } from "./payments"

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

/** A payment as GET shows it: two shapes, contract §4. */
function readShape(payment: MinimalPayment, url: string) {
  const common = {
    id: payment.id,
    external_id: payment.externalId,
    status: payment.status,
    created_at: payment.createdAt.toISOString(),
    is_test: payment.isTest,
    ...(payment.flow === "widget" && { url: `${url}/pay/${payment.id}` }),
  }
  const withoutCoin =
    payment.status === "created" || payment.status === "expired"
  return withoutCoin ? common : { ...common, ...coinFields(payment) }
}

/**
 * A payment as its creation answers it: the inline flow tells the address at
 * once, though a later read of a `created` payment does not repeat it.
 */
function createShape(payment: MinimalPayment, url: string) {
  const shape = readShape(payment, url)
  return payment.flow === "h2h" && payment.status !== "expired"
    ? { ...shape, ...coinFields(payment) }
    : shape
}

function coinFields({ crypto }: MinimalPayment) {
  return {
    wallet_address: crypto?.walletAddress,
    amount: crypto?.amount,
    currency: crypto?.currency,
  }
}
