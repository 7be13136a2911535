import { checkAmount } from "./decimal-amount"

/** What is shown and kept with a payment; its shape is observed, not promised by merchant-api.md. */
export interface PaymentMetadata {
  /** Shown on the checkout page, 1 to 128 characters. */
  description?: string
  callback_params?: Record<string, unknown>
  products?: { name: string; price: number; quantity: number }[]
}

/** What a payment of either flow is created from (merchant-api.md section 2). */
export interface CreatePaymentInput {
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
export interface CreateWidgetPaymentInput extends CreatePaymentInput {
  success_url?: string
  fail_url?: string
}

/** Request of `POST /v1/payments/h2h` (merchant-api.md section 4). */
export interface CreateH2hPaymentInput extends CreatePaymentInput {
  /** One of the codes from `GET /v1/currencies`. */
  target_currency: string
  auto_trace?: boolean
}

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
