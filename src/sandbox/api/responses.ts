import type { Merchant } from "../merchants"
import type { ObservedFacts } from "../options"
import type { Coin } from "../payments/coins"
import type { Payment } from "../payments/payment"

/** An error that is sent to the caller. */
export class ApiError extends Error {
  readonly code: keyof typeof STATUS_OF_CODE

  constructor(code: keyof typeof STATUS_OF_CODE, message: string) {
    super(message)
    this.code = code
  }

  get status(): number {
    return STATUS_OF_CODE[this.code]
  }
}

/** An error response: JSON, empty, or a proxy's page; the contract does not document the body. */
export function errorResponse(
  { status, code, message }: { status: number; code: string; message: string },
  body: ObservedFacts["errorBody"],
  headers: Record<string, string> = {}
): Response {
  switch (body) {
    case "json":
      return Response.json({ code, message }, { status, headers })
    case "empty":
      return new Response(null, { status, headers })
    case "html":
      return new Response(ERROR_PAGE, {
        status,
        headers: { ...headers, "content-type": "text/html; charset=utf-8" },
      })
  }
}

/** The error page of a proxy in front of the gateway. */
export const ERROR_PAGE =
  "<!doctype html><title>Error</title><h1>Something went wrong</h1>\n"

/**
 * A payment as creation returns it (contract §2, §4). An H2H payment has
 * its address also while its status is `created`.
 */
export function createdShape(
  payment: Payment,
  baseUrl: string,
  observed: ObservedFacts
) {
  const shape = contractShape(payment, baseUrl, observed)
  return payment.flow === "h2h" && shape.status === "created"
    ? { ...shape, ...payment.target }
    : shape
}

/** A payment as a read returns it. */
export function readShape(
  payment: Payment,
  baseUrl: string,
  observed: ObservedFacts
) {
  const shape = contractShape(payment, baseUrl, observed)
  if (!observed.extraReadFields) {
    return shape
  }
  const { original_amount, original_currency } = payment
  const { callback_url, success_url, fail_url } = payment
  return {
    ...shape,
    original_amount,
    original_currency,
    callback_url,
    success_url,
    fail_url,
  }
}

/** An item of the list; the contract does not document its fields. */
export function listItemShape(
  payment: Payment,
  baseUrl: string,
  observed: ObservedFacts
) {
  if (observed.fullListItems) {
    return readShape(payment, baseUrl, observed)
  }
  const { external_id, created_at, is_test } = payment
  return { external_id, created_at, is_test }
}

/** The observed response of `DELETE /v1/payments/{id}`. */
export function expiredShape(payment: Payment) {
  const { id, external_id, status, created_at } = payment
  return { id, external_id, status, created_at }
}

/** An item of `GET /v1/currencies`. */
export function currencyShape(coin: Coin, form: ObservedFacts["blockchain"]) {
  const { code, name, blockchain, is_testnet } = coin
  switch (form) {
    case "object":
      return { code, name, blockchain: { name: blockchain, is_testnet } }
    case "string":
      return { code, name, blockchain }
  }
}

/** The response of `GET /v1/merchants`. */
export function merchantShape(merchant: Merchant) {
  const { id, name, created_at } = merchant
  return { id, name, balance: "100.00", created_at }
}

/** The error codes and their HTTP status (contract §7). */
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
function contractShape(
  payment: Payment,
  baseUrl: string,
  { pendingStatus }: ObservedFacts
) {
  const status =
    payment.status === "pending" && !pendingStatus ? "created" : payment.status
  const isHidden = status === "created" || status === "expired"
  const { id, external_id, created_at, is_test } = payment
  return {
    id,
    external_id,
    status,
    created_at,
    is_test,
    ...(payment.flow === "widget" ? { url: `${baseUrl}/pay/${id}` } : {}),
    ...(isHidden || !payment.target ? {} : payment.target),
  }
}
