import { createRequire } from "node:module"
import { z } from "zod"
import type { QueryParameter, ResolvedClientOptions } from "./client-options"
import { GatewayError } from "./errors"
import type { WireRequest } from "./transport"

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

/** Request of `POST /v1/payments/widget` (contract §4). */
export type CreateWidgetPaymentInput = {
  success_url?: string
  fail_url?: string
} & CreatePaymentInput

/** Request of `POST /v1/payments/h2h` (contract §4). */
export type CreateH2hPaymentInput = {
  /** One of the codes from `GET /v1/currencies`. */
  target_currency: string
  auto_trace?: boolean
  /** Published, not in the contract; as `browser`, whose fields the guide lists. */
  client_ip?: string
  browser?: Record<string, string | number>
} & CreatePaymentInput

export type Call = {
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

export function wireRequest(
  { method = "GET", path, query = [], body }: Call,
  { base, merchantId, credential }: ResolvedClientOptions
): WireRequest {
  const signed = { method, path: base.pathPrefix + path, query, body }
  const headers = [
    ...["accept", "application/json"],
    ...["user-agent", USER_AGENT],
    ...["x-merchant-id", merchantId],
    ...credential(signed),
    ...(body === undefined ? [] : ["content-type", "application/json"]),
  ]
  const search = query.length === 0 ? "" : `?${new URLSearchParams(query)}`
  return { method, path: signed.path + search, headers, body }
}

/** The body that creates a payment of the widget flow. @throws GatewayError `validation` for an amount that is no plain decimal above zero */
export function widgetPaymentBody(input: CreateWidgetPaymentInput): Buffer {
  const { success_url, fail_url } = input
  return serialize(input, { success_url, fail_url })
}

/** As `widgetPaymentBody`, of the H2H flow. */
export function h2hPaymentBody(input: CreateH2hPaymentInput): Buffer {
  const { target_currency, auto_trace, client_ip, browser } = input
  return serialize(input, { target_currency, auto_trace, client_ip, browser })
}

/** The query of `GET /v1/payments`. @throws GatewayError `validation` for a value that is negative or not whole */
export function pageQuery(
  { limit, offset }: { limit?: number; offset?: number },
  action: string
): QueryParameter[] {
  return Object.entries({ limit, offset }).flatMap(([name, value]) => {
    if (value === undefined) return []
    if (Number.isSafeInteger(value) && value >= 0) {
      return [[name, String(value)]]
    }
    throw new GatewayError(
      "validation",
      `Could not ${action}: ${name} must be a whole number, not ${value}`
    )
  })
}

/** @throws GatewayError `validation` for an empty id, or dots: `/v1/payments/` is the list */
export function paymentPath(id: string, action: string) {
  if (/^\.{0,2}$/.test(id)) {
    throw new GatewayError(
      "validation",
      `Could not ${action}: invalid payment id ${JSON.stringify(id)}`
    )
  }
  const path = `/v1/payments/${encodeURIComponent(id)}`
  return { path, route: "/v1/payments/{id}" }
}

// Serialized once: the same bytes are signed and sent. The amount becomes a JSON
// number with the digits of the given string (JSON.stringify makes 19.90 19.9).
function serialize(input: CreatePaymentInput, flowFields: object): Buffer {
  const { amount, currency, external_id } = input
  const { callback_url, metadata, fee_payer, is_test } = input
  if (!PLAIN_DECIMAL.test(amount) || !/[1-9]/.test(amount)) {
    throw new GatewayError(
      "validation",
      `Invalid amount ${JSON.stringify(amount)}: expected a decimal greater than zero, such as "19.90"`
    )
  }
  const others = JSON.stringify({
    currency,
    external_id,
    ...flowFields,
    ...{ callback_url, metadata, fee_payer, is_test },
  })
  return Buffer.from(`{"amount":${amount},${others.slice(1)}`)
}

// A JSON number without an exponent: not "1e3", "+5", ".5" or "05".
const PLAIN_DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d+)?$/
