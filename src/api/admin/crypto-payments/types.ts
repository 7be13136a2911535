import type {
  AdminCryptoPaymentAction,
  AdminCryptoResolutionKind,
} from "./action-types"
import type { AttentionFact } from "../../../modules/crypto-payment/settling/attention-fact"
import type { AdminCryptoPaymentOrder } from "./order-types"
import type {
  AdminCryptoRefund,
  AdminCryptoRefundRequest,
  AdminCryptoRefundStatus,
} from "./refund-types"
import type {
  AdminCryptoPaymentReason,
  AdminCryptoPaymentState,
} from "./state-types"

export type AdminCryptoPaymentCart = {
  id: string
  email: string | null
  customer_id: string | null
}

/** For a payment that needs attention; in English. */
export type AdminCryptoPaymentAdvice = {
  what_happened: string
  where_the_money_is: string
  what_to_do: string
}

/**
 * How far the coins that arrived are from those that were quoted, as signed decimal strings: below
 * zero is short. `crypto_amount` is exact; `percent` of the quote is rounded to two digits, `amount`,
 * at the rate of the quote, to those of `currency_code`.
 */
export type AdminCryptoDifference = {
  kind: "short" | "exact" | "over"
  crypto_amount: string
  percent: string
  /** Null where the price of the payment is unknown. */
  amount: string | null
  currency_code: string | null
}

/**
 * A crypto payment in the list. Amounts are decimal strings: `amount` in
 * `currency_code`, those of coins in `crypto_currency`, `gateway_amount` (the
 * price at the gateway) in `gateway_currency`. Times are ISO 8601.
 */
export type AdminCryptoPayment = {
  id: string
  provider_id: string
  merchant_id: string
  flow: "widget" | "h2h" | null
  external_id: string
  revision: number
  gateway_payment_id: string | null
  cart_id: string | null
  payment_collection_id: string | null
  payment_session_id: string | null
  payment_id: string | null
  order_id: string | null
  amount: string | null
  currency_code: string | null
  target_currency: string | null
  /** What arrived, where the gateway said so, else what was quoted. */
  crypto_amount: string | null
  /** What the customer was asked to send. */
  quoted_crypto_amount: string | null
  /** What arrived; only a webhook of the gateway says so. */
  received_crypto_amount: string | null
  /** Null where one of both amounts is unknown. */
  crypto_difference: AdminCryptoDifference | null
  /** What arrived too much for a settled payment; null for any other. */
  surplus_to_return: AdminCryptoDifference | null
  /**
   * The most that can be given back in all: the price, or what arrived of an underpaid payment.
   * Null where the price is unknown.
   */
  refundable_price: { amount: string; currency_code: string } | null
  crypto_currency: string | null
  /** As the gateway listed the coin, else as it lists it now; null where neither is known. */
  crypto_network: string | null
  /**
   * The price of one coin when the payment was confirmed: price ÷ quoted coins, with at most 18
   * digits after the point. Never changed afterwards. Null where the quote is unknown.
   */
  crypto_rate: string | null
  /**
   * `received_crypto_amount` at `crypto_rate`, in the digits of the price's currency
   * (`gateway_currency`, else `currency_code`).
   */
  received_value: string | null
  /** Who pays the gateway's fee, as asked for; null for the gateway's default. */
  fee_payer: "payer" | "payee" | null
  wallet_address: string | null
  is_test: boolean | null
  /** As the gateway sent it; it can be one that the plugin does not know. */
  gateway_status: string | null
  gateway_amount: string | null
  gateway_currency: string | null
  state: AdminCryptoPaymentState
  /** With `unknown_status` the state is `open`: nothing was confirmed. */
  attention_reason: AdminCryptoPaymentReason | null
  /** `attention_fact` in English; null where `fields` leaves that out. */
  attention_detail: string | null
  /** What was found: amounts, the order's number, Medusa's error message. */
  attention_fact: AttentionFact | null
  advice: AdminCryptoPaymentAdvice | null
  /** The allowed action that it most likely needs; null where none is likely. */
  primary_action: AdminCryptoPaymentAction | null
  /** For `shown` of an action: another number once state, reason, order, price or coins changed. */
  version: number
  resolution: AdminCryptoResolution | null
  /** How much of the price was sent back, as recorded; null where nothing was. */
  refund_status: AdminCryptoRefundStatus | null
  next_check_at: string | null
  last_checked_at: string | null
  opened_at: string | null
  paid_at: string | null
  settled_at: string | null
  closed_at: string | null
  created_at: string
  updated_at: string
  /** Of an unpaid payment: the order that it can pay for. */
  order: AdminCryptoPaymentOrder | null
  cart: AdminCryptoPaymentCart | null
}

/** `order` was placed by hand for the payment. `by` is the user's id. */
export type AdminCryptoResolution = {
  kind: AdminCryptoResolutionKind
  note: string | null
  order: { id: string; display_id: number } | null
  transaction_hash: string | null
  by: string
  at: string
}

/** An entry of a payment's timeline; `data` depends on `type`. Its `detail` is its `fact` in English. */
export type AdminCryptoPaymentEvent = {
  id: string
  type: string
  source: string
  data: Record<string, unknown> | null
  at: string
}

/** A crypto payment of a route with one payment. */
export type AdminCryptoPaymentDetail = AdminCryptoPayment & {
  /** The page of `wallet_address` in a block explorer; null where none is known. */
  address_url: string | null
  /** That of the transaction by which it was resolved. */
  resolution_url: string | null
  /** Oldest first. */
  events: AdminCryptoPaymentEvent[]
  refunds: AdminCryptoRefund[]
  /** Newest first. */
  refund_requests: AdminCryptoRefundRequest[]
  /**
   * What can still be requested as a refund: `refundable_price` without the refunds and open
   * requests of the kind `price`. Null where the price is unknown.
   */
  refund_left: string | null
  /** Coins of the surplus that are neither sent back nor requested; null where there are none. */
  surplus_left: string | null
  /** In the order in which they are offered. */
  allowed_actions: AdminCryptoPaymentAction[]
  /** Of a payment that needs attention, while its cart is no order. */
  cart_contents: AdminCryptoCartContents | null
}

/** A line of text for each item ("2 × Shirt (M)"), and what the cart costs now, as a decimal string. */
export type AdminCryptoCartContents = {
  items: string[]
  total: { amount: string; currency_code: string }
}

type OneOrMany<Value> = Value | Value[]

/** ISO 8601; each bound is optional. */
type Span = { gt?: string; gte?: string; lt?: string; lte?: string }

type Sorting = "created_at" | "state"

/** Query of `GET /admin/crypto-payments`. */
export type AdminCryptoPaymentsQuery = {
  /**
   * Order number or e-mail address; the id of a payment, here or at the gateway, of an order, a cart
   * or a session, all in full; the beginning of an address that was paid to, or of the transaction
   * hash of a refund.
   */
  q?: string
  state?: OneOrMany<AdminCryptoPaymentState>
  /** What needs attention now, for one of these reasons; `true` is any reason. */
  attention?: OneOrMany<"true" | AdminCryptoPaymentReason>
  refund_status?: OneOrMany<AdminCryptoRefundStatus>
  /** The merchant at the gateway. */
  merchant_id?: OneOrMany<string>
  created_at?: Span
  /** @default "-created_at" */
  order?: Sorting | `-${Sorting}`
  /** @default 20, at most 1000 */
  limit?: number
  offset?: number
  fields?: string
}

/** Body of `POST /admin/crypto-payments/export`: the filters of the list. */
export type AdminExportCryptoPaymentsBody = Omit<
  AdminCryptoPaymentsQuery,
  "order" | "limit" | "offset" | "fields"
>

/** `POST /admin/crypto-payments/export`: the link comes with a notification in the admin. */
export type AdminExportCryptoPaymentsResponse = { transaction_id: string }

export type AdminCryptoPaymentsResponse = {
  crypto_payments: AdminCryptoPayment[]
  count: number
  offset: number
  limit: number
}

/** `GET /admin/crypto-payments/:id`, and each action on a payment. */
export type AdminCryptoPaymentResponse = {
  crypto_payment: AdminCryptoPaymentDetail
}

/** Confirmed payments. Amounts are decimal strings in the digits of their currency. */
type CryptoSums = {
  count: number
  /** Prices, each without the part that another payment brought. */
  amount: string
  /** Recorded refunds of these prices, without returned surpluses. */
  refunded_amount: string
}

/** `crypto_currency` is null where the coin is not known. */
export type AdminCryptoCoinTotal = CryptoSums & {
  crypto_currency: string | null
  /** Coins that arrived, of the payments where that is known; null where it is of none. */
  received_crypto_amount: string | null
}

/** Live, or test, payments of one currency; `currency_code` is null where the price is not known. */
export type AdminCryptoTotal = CryptoSums & {
  currency_code: string | null
  is_test: boolean
  coins: AdminCryptoCoinTotal[]
}

/** `GET /admin/crypto-payments/summary`; its query are the filters of the list. */
export type AdminCryptoSummaryResponse = {
  /** Live before test; nothing is converted. */
  summary: { totals: AdminCryptoTotal[] }
}
