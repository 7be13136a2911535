import type { AdminShownCryptoPayment } from "./state-types"

/**
 * What is sent back: money that was paid for (`price`), or what arrived beyond the quote of a
 * settled payment (`surplus`), which Medusa never captured and so never books.
 */
export type AdminCryptoRefundKind = "price" | "surplus"

/** How much of a payment's price was sent back. */
export type AdminCryptoRefundStatus = "partially_refunded" | "refunded"

/** Coins that the merchant sent back: `amount` in `currency_code`. */
export type AdminCryptoRefund = {
  id: string
  kind: AdminCryptoRefundKind
  amount: string
  currency_code: string
  /** The coins, in the payment's `crypto_currency`; null where only the amount was recorded. */
  crypto_amount: string | null
  /** The refund request that it closed. */
  request_id: string | null
  transaction_hash: string
  /** Its page in a block explorer; null where none is known, or where it is no hash of the network. */
  transaction_url: string | null
  note: string | null
  /** The user who recorded it. */
  created_by: string | null
  /** Medusa's refund. */
  refund_id: string | null
  /** When Medusa's payment and its order showed all of it; null until then, and where the money never became a payment there. */
  booked_at: string | null
  created_at: string
}

/** `expired`: the customer entered no address in time. */
export type AdminCryptoRefundRequestState =
  "waiting_for_address" | "address_entered" | "sent" | "revoked" | "expired"

/**
 * How the coins of a refund request follow from its amount: the same part of what was paid
 * (`coins_as_paid`), the amount at a rate that the merchant enters (`rate`), or coins that the
 * merchant types (`free`).
 */
export type AdminCryptoRefundPolicy = "coins_as_paid" | "rate" | "free"

/**
 * What the merchant decided to send back, to an address that the customer enters at a link.
 * Amounts are decimal strings: `amount` in `currency_code`, `crypto_amount` in `crypto_currency`.
 */
export type AdminCryptoRefundRequest = {
  id: string
  crypto_payment_id: string
  order_id: string | null
  order_display_id: number | null
  kind: AdminCryptoRefundKind
  state: AdminCryptoRefundRequestState
  amount: string | null
  currency_code: string | null
  crypto_amount: string
  crypto_currency: string
  /** Of the coin, where the gateway named them. */
  crypto_name: string | null
  crypto_network: string | null
  policy: AdminCryptoRefundPolicy
  /** The price of one coin in `currency_code`, with the policy `rate`. */
  rate: string | null
  /** What the customer entered. */
  address: string | null
  /** The tag or memo that has to be sent with it; null without one. */
  address_tag: string | null
  /** False where the form of the network's addresses is not known; null without an address. */
  address_checked: boolean | null
  /** For a wallet's link or a QR code; null where the coin has no such scheme, or the address was not checked. */
  payment_uri: string | null
  note: string | null
  transaction_hash: string | null
  /** Its page in a block explorer; null where none is known. */
  transaction_url: string | null
  created_at: string
  /** The user who made it. */
  created_by: string | null
  /** Until when the customer can enter an address. */
  expires_at: string
  address_entered_at: string | null
  sent_at: string | null
  revoked_at: string | null
}

/** Body of `POST /admin/crypto-payments/:id/refunds`. */
export type AdminRecordCryptoRefundBody = {
  /** The payment as it was read. */
  shown: AdminShownCryptoPayment
  /** @default "price" */
  kind?: AdminCryptoRefundKind
  /** Decimal string in the currency that was paid for: "19.99". Required for the kind `price`. */
  amount?: string
  /** Only for the kind `surplus`: the coins, as decimal string. Unset: what is left of it. */
  crypto_amount?: string
  transaction_hash: string
  note?: string | null
}

/** Body of `POST /admin/crypto-payments/:id/refund-requests`. Each number is a decimal string. */
export type AdminCreateCryptoRefundRequestBody = {
  /** The payment as it was read. */
  shown: AdminShownCryptoPayment
  /** Unset: `surplus` while one is left and no `amount` is named, else `price`. */
  kind?: AdminCryptoRefundKind
  /** In the currency that was paid for. Unset: what is left. */
  amount?: string
  /** Unset: `free` with a `crypto_amount`, `rate` with a `rate`, else `coins_as_paid`. */
  policy?: AdminCryptoRefundPolicy
  /** The price of one coin in the currency that was paid for. */
  rate?: string
  /** The coins to send, with the policy `free`. */
  crypto_amount?: string
  /** Agrees that more coins are sent than arrived. */
  confirm_excess?: boolean
  note?: string | null
  /** @default 14 */
  expires_in_days?: number
}

/** Query of `GET /admin/crypto-payments/refund-requests`. */
export type AdminCryptoRefundRequestsQuery = {
  state?: AdminCryptoRefundRequestState | AdminCryptoRefundRequestState[]
  crypto_payment_id?: string | string[]
  /** @default 20, at most 1000 */
  limit?: number
  offset?: number
}

/** Newest first; those to send only (`state=address_entered`) by the oldest address first. */
export type AdminCryptoRefundRequestsResponse = {
  refund_requests: AdminCryptoRefundRequest[]
  count: number
  offset: number
  limit: number
}

/** `POST /admin/crypto-payments/refund-requests/:request_id/revoke` and `…/send`. */
export type AdminCryptoRefundRequestResponse = {
  refund_request: AdminCryptoRefundRequest
}

/** A request with the link that an admin made of it. */
export type AdminCryptoRefundRequestLinkResponse = {
  refund_request: AdminCryptoRefundRequest
  /** The customer's page; null where neither `refundPageUrl` nor `admin.storefrontUrl` is set. */
  link: string | null
  /** What the page's address has after the `#`: the request's id, a dot, and the secret. */
  token: string
}

/** Body of `POST /admin/crypto-payments/refund-requests/:request_id/send`. */
export type AdminSendCryptoRefundBody = {
  /** To which the coins were sent. */
  address: string
  /** Unset: that of the request. */
  address_tag?: string | null
  transaction_hash: string
  note?: string | null
}

/** Body of `POST /admin/crypto-payments/refund-requests/:request_id/revoke`. */
export type AdminDecideCryptoRefundRequestBody = {
  /** The request as it was read: 409 where its state changed meanwhile. */
  shown: { state: AdminCryptoRefundRequestState }
}
