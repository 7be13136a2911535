/** A payment as the gateway tells it (merchant-api.md §2). */
export type GatewayPayment = {
  id: string
  external_id: string
  status: string
  /** Priced amount, a decimal string. */
  original_amount: string
  original_currency: string
  callback_url: string | null
}

/** A row of the ledger. Amounts are decimal strings without trailing zeros. */
export type LedgerRow = {
  id: string
  gateway_payment_id: string | null
  state: string
  attention_reason: string | null
  resolution: unknown
  cart_id: string | null
  order_id: string | null
  payment_id: string | null
  /** Each payment session that it served. */
  session_ids: string[]
  amount: string | null
  currency_code: string | null
}

/** A payment of Medusa, with its session and what was captured and refunded. */
export type MedusaPayment = {
  id: string
  provider_id: string
  payment_collection_id: string
  amount: string
  currency_code: string
  payment_session_id: string
  session_amount: string | null
  canceled: boolean
  captures: { id: string; amount: string }[]
  refunds: { id: string; amount: string }[]
}

export type Order = {
  id: string
  status: string
  total: string
  pending_difference: string
  currency_code: string
  cart_ids: string[]
  collection_ids: string[]
  transactions: {
    amount: string
    currency_code: string
    reference: string | null
    reference_id: string | null
  }[]
}

/** What the database has at one moment, deleted rows left out. */
export type Books = {
  ledger: LedgerRow[]
  payments: MedusaPayment[]
  orders: Order[]
}
