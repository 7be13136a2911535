import type { QueryParameter } from "./authentication"
import { GatewayValidationError } from "./errors"

/** What is shown and kept with a payment; its shape is observed, not promised by merchant-api.md. */
export type PaymentMetadata = {
  /** Shown on the checkout page, 1 to 128 characters. */
  description?: string
  callback_params?: Record<string, unknown>
  products?: { name: string; price: number; quantity: number }[]
}

/** What a payment of either flow is created from (merchant-api.md section 2). */
export type CreatePaymentInput = {
  /** Decimal string in the priced currency, like "19.90"; its digits are sent as they are. */
  amount: string
  /** The priced currency, e.g. "EUR". */
  currency: string
  /** The merchant's order id, and the idempotency key of the creation, over both flows. */
  external_id: string
  callback_url?: string
  metadata?: PaymentMetadata
  /** Whether the fee is added to the amount (`payer`) or taken from it (`payee`). */
  fee_payer?: "payer" | "payee"
  is_test?: boolean
}

/** Request of `POST /v1/payments/widget` (merchant-api.md section 4). */
export type CreateWidgetPaymentInput = {
  success_url?: string
  fail_url?: string
} & CreatePaymentInput

/** Request of `POST /v1/payments/h2h` (merchant-api.md section 4). */
export type CreateH2hPaymentInput = {
  /** One of the codes from `GET /v1/currencies`. */
  target_currency: string
  auto_trace?: boolean
} & CreatePaymentInput

/** The body of a creation of the widget flow; see `serialise`. */
export function widgetPaymentBody(input: CreateWidgetPaymentInput): Buffer {
  const { success_url, fail_url } = input
  return serialise(input, { success_url, fail_url })
}

/** The body of a creation of the H2H flow; see `serialise`. */
export function h2hPaymentBody(input: CreateH2hPaymentInput): Buffer {
  const { target_currency, auto_trace } = input
  return serialise(input, { target_currency, auto_trace })
}

/**
 * Checks an amount in the priced currency before it is written into a request:
 * a plain decimal greater than zero, in JSON's own number grammar ("19.90",
 * not "1e3", "+5", ".5" or "05"), so that its digits can be sent as they are.
 *
 * @throws GatewayValidationError naming the amount
 */
export function checkAmount(amount: string): string {
  if (!PLAIN_DECIMAL.test(amount) || !/[1-9]/.test(amount)) {
    throw new GatewayValidationError(
      `Refused to send the amount ${JSON.stringify(amount)}: it must be a plain decimal greater than zero, like "19.90"`
    )
  }
  return amount
}

/**
 * The query of `GET /v1/payments`; only what is given is sent, the gateway
 * has its own defaults (merchant-api.md section 8).
 *
 * @throws GatewayValidationError when a number is not a whole one, or negative
 */
export function pageQuery(
  { limit, offset }: { limit?: number; offset?: number },
  action: string
): QueryParameter[] {
  const query: QueryParameter[] = []
  for (const [name, value] of Object.entries({ limit, offset })) {
    if (value !== undefined) {
      if (!Number.isSafeInteger(value) || value < 0) {
        throw new GatewayValidationError(
          `Could not ${action}: ${name} must be a whole number, not ${value}`
        )
      }
      query.push([name, String(value)])
    }
  }
  return query
}

/**
 * Where one payment is. An empty id, or dots, would address another resource
 * than meant: `/v1/payments/` is the list.
 *
 * @returns also the path with the id left out, for whoever measures
 * @throws GatewayValidationError
 */
export function paymentPath(
  id: string,
  action: string
): { path: string; route: string } {
  if (/^\.{0,2}$/.test(id)) {
    throw new GatewayValidationError(
      `Could not ${action}: ${JSON.stringify(id)} is not an id`
    )
  }
  return {
    path: `/v1/payments/${encodeURIComponent(id)}`,
    route: "/v1/payments/{id}",
  }
}

/**
 * Serialised once: these bytes are both signed and sent. Only fields of the
 * contract go in, whatever else the object holds. The amount becomes a JSON
 * number with the digits of the given string, which no JavaScript number
 * could keep ("19.90" would become 19.9).
 */
function serialise(input: CreatePaymentInput, flowFields: object): Buffer {
  const others = JSON.stringify({
    currency: input.currency,
    external_id: input.external_id,
    ...flowFields,
    callback_url: input.callback_url,
    metadata: input.metadata,
    fee_payer: input.fee_payer,
    is_test: input.is_test,
  })
  return Buffer.from(
    `{"amount":${checkAmount(input.amount)},${others.slice(1)}`
  )
}

const PLAIN_DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d+)?$/
