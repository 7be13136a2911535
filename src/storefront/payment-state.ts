/** The state of the attempt in Medusa. */
export type CryptoPaymentState =
  "creating" | "open" | "paid" | "settled" | "attention" | "resolved" | "closed"

/**
 * The answer of `GET /store/crypto-payments/:payment_session_id`. Amounts are
 * decimal strings, times ISO 8601 by the server's clock.
 */
export type CryptoPayment = {
  payment_session_id: string
  provider_id: string
  state: CryptoPaymentState
  /** The gateway's status, such as "created", "pending", "expired". */
  gateway_status: string | null
  /** Another payment was received before this one, which the store has to return. */
  duplicate: boolean
  /** `widget` is the hosted page, `h2h` is inline. */
  flow: "widget" | "h2h" | null
  /** The price, in `currency_code`. */
  amount: string | null
  currency_code: string | null
  checkout_url: string | null
  wallet_address: string | null
  crypto_amount: string | null
  /** Of a payment for which too few coins arrived, and the store has to act; else null. */
  quoted_crypto_amount: string | null
  received_crypto_amount: string | null
  missing_crypto_amount: string | null
  crypto_currency: string | null
  crypto_name: string | null
  crypto_network: string | null
  /** What the plugin's option `tokens` says about the coin. */
  crypto_token: {
    chain_id: number
    /** The token's contract; null for the network's own coin. */
    address: string | null
    decimals: number
    test: boolean
  } | null
  is_test: boolean | null
  /** Null unless the payment was read with its `cartId`. */
  order_id: string | null
  /** The number of the order, as soon as it is placed. */
  order_display_id: number | null
  payment_collection_id: string | null
  /** Until when an order that was placed before its payment can be paid. */
  pay_until: string | null
  /** False when a later session of the cart uses this payment. */
  current: boolean
  /** Whether another payment superseded this one. */
  replaced: boolean
  /**
   * The cart of an unpaid payment, or the order that was placed before it: same
   * price, another price, paid in another way, or canceled. Of a payment that needs
   * attention: whether its cart has another price than was paid.
   */
  cart: "same" | "changed" | "completed" | "canceled" | null
  /** What a changed cart costs now; null unless the payment was read with its `cartId`. */
  cart_amount: string | null
  cart_currency_code: string | null
  /** When the time to pay began. */
  opened_at: string | null
  expires_at: string | null
  server_time: string
}
