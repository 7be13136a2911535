import type { QueryParameter } from "./authentication"
import { GatewayValidationError } from "./errors"

/** Description and products of a payment; the shape is observed, not promised by the contract. */
export type PaymentMetadata = {
  /** Shown on the checkout page, 1 to 128 characters. */
  description?: string
  callback_params?: Record<string, unknown>
  products?: { name: string; price: number; quantity: number }[]
}

/** Fields for creating a payment of either flow (contract §2). */
type CreatePaymentInput = {
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
} & CreatePaymentInput

/** The request body that creates a payment of the widget flow; see `serialize`. */
export function widgetPaymentBody(input: CreateWidgetPaymentInput): Buffer {
  const { success_url, fail_url } = input
  return serialize(input, { success_url, fail_url })
}

/** The request body that creates a payment of the H2H flow; see `serialize`. */
export function h2hPaymentBody(input: CreateH2hPaymentInput): Buffer {
  const { target_currency, auto_trace } = input
  return serialize(input, { target_currency, auto_trace })
}

/**
 * Accepts only the grammar of a JSON number without an exponent ("19.90", not
 * "1e3", "+5", ".5" or "05"), because its digits are sent unchanged.
 */
function checkAmount(amount: string): string {
  if (!PLAIN_DECIMAL.test(amount) || !/[1-9]/.test(amount)) {
    throw new GatewayValidationError(
      `Invalid amount ${JSON.stringify(amount)}: expected a decimal greater than zero, such as "19.90"`
    )
  }
  return amount
}

/**
 * The query of `GET /v1/payments`; the gateway has defaults for what is left
 * out (contract §8).
 *
 * @throws GatewayValidationError when a value is negative or not a whole number
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
 * The path of a payment, and its route for instrumentation. An empty id, or
 * dots, would address another resource: `/v1/payments/` is the list.
 *
 * @throws GatewayValidationError
 */
export function paymentPath(
  id: string,
  action: string
): { path: string; route: string } {
  if (/^\.{0,2}$/.test(id)) {
    throw new GatewayValidationError(
      `Could not ${action}: invalid payment id ${JSON.stringify(id)}`
    )
  }
  return {
    path: `/v1/payments/${encodeURIComponent(id)}`,
    route: "/v1/payments/{id}",
  }
}

/**
 * Serialized once: the same bytes are signed and sent. Sends only fields of the
 * contract. The amount becomes a JSON number with the digits of the given
 * string, which a JavaScript number does not keep ("19.90" would become 19.9).
 */
function serialize(input: CreatePaymentInput, flowFields: object): Buffer {
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
