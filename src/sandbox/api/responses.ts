import type { ObservedFacts } from "../options"
import type { Payment } from "../payments"
import type { World } from "../world"

/** An error that is sent to the caller. */
export class ApiError extends Error {
  readonly status: number = STATUS_OF_CODE[this.code]

  constructor(
    readonly code: keyof typeof STATUS_OF_CODE,
    message: string
  ) {
    super(message)
  }
}

/** An error response: JSON, empty, or a proxy's page; the contract does not document the body. */
export function errorResponse(
  { status, code, message }: ApiError,
  body: ObservedFacts["errorBody"]
): Response {
  switch (body) {
    case "json":
      return Response.json({ code, message }, { status })
    case "empty":
      return new Response(null, { status })
    case "html":
      return errorPage(status)
  }
}

/** The error page of a proxy in front of the gateway. */
export function errorPage(status: number): Response {
  return new Response(
    "<!doctype html><title>Error</title><h1>Something went wrong</h1>\n",
    { status, headers: { "content-type": "text/html; charset=utf-8" } }
  )
}

/** A payment as creation returns it (contract §2, §4): an H2H payment with its address also while `created`. */
export function createdShape(payment: Payment, world: World) {
  const shape = contractShape(payment, world)
  return payment.flow === "h2h" && shape.status === "created"
    ? { ...shape, ...payment.target }
    : shape
}

/** A payment as a read returns it. */
export function readShape(payment: Payment, world: World) {
  const shape = contractShape(payment, world)
  if (!world.observed.extraReadFields) return shape
  const { original_amount, original_currency } = payment
  const { callback_url, success_url, fail_url } = payment
  const priced = { original_amount, original_currency }
  return { ...shape, ...priced, callback_url, success_url, fail_url }
}

/** An item of the list; the contract does not document its fields. */
export function listItemShape(payment: Payment, world: World) {
  if (world.observed.fullListItems) return readShape(payment, world)
  const { external_id, created_at, is_test } = payment
  return { external_id, created_at, is_test }
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

/** No crypto fields while `created` or `expired`; `url` only for a widget (contract §2). */
function contractShape(payment: Payment, { baseUrl, observed }: World) {
  const { id, external_id, created_at, is_test, flow, target } = payment
  const status =
    payment.status === "pending" && !observed.pendingStatus
      ? "created"
      : payment.status
  const { received_amount } = payment
  const showsReceived = received_amount !== null && !observed.dueInReads
  const isHidden = status === "created" || status === "expired"
  return {
    id,
    external_id,
    status,
    created_at,
    is_test,
    ...(flow === "widget" && { url: `${baseUrl}/pay/${id}` }),
    ...(isHidden ? null : target),
    ...(showsReceived && { amount: received_amount }),
  }
}
