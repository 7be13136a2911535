/** How a payment stands in the shop's books. */
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
  /** The gateway's own word, such as "created", "pending", "expired". */
  gateway_status: string | null
  /** `widget` is the hosted page, `h2h` is inline. */
  flow: "widget" | "h2h" | null
  /** The price, in `currency_code`. */
  amount: string | null
  currency_code: string | null
  checkout_url: string | null
  wallet_address: string | null
  crypto_amount: string | null
  crypto_currency: string | null
  crypto_name: string | null
  crypto_network: string | null
  is_test: boolean | null
  order_id: string | null
  /** Whether a later session took this payment over. */
  current: boolean
  /** Whether another payment took this one's place. */
  replaced: boolean
  /** The cart of an unpaid payment: costs the same, something else, or is an order by now. */
  cart: "same" | "changed" | "completed" | null
  expires_at: string | null
  server_time: string
}

/** A coin on a network, as `GET /store/crypto-payments/currencies` lists it. */
export type CryptoCurrency = { code: string; name: string; network: string }
