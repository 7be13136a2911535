/** A payment as the gateway tells it (contract §2). */
export type GatewayPayment = {
  id: string
  external_id: string
  status: string
  is_test: boolean
  /** Priced amount, a decimal string. */
  original_amount: string
  original_currency: string
  callback_url: string | null
  /** What the buyer is to send, and what arrived of it, where the gateway says so. */
  target?: { currency: string; amount: string } | null
  received_amount?: string | null
  /** Each status that it had, where the gateway says so. */
  history?: { status: string; at: string }[]
}

/** A row of the ledger. Amounts are decimal strings without trailing zeros. */
export type LedgerRow = {
  id: string
  provider_id: string
  gateway_payment_id: string | null
  /** What the gateway last said, as far as the ledger knows. */
  gateway_status: string | null
  state: string
  attention_reason: string | null
  resolution: unknown
  cart_id: string | null
  payment_collection_id: string | null
  order_id: string | null
  payment_id: string | null
  /** Each payment session that it served. */
  session_ids: string[]
  amount: string | null
  currency_code: string | null
  is_test: boolean | null
  crypto_currency: string | null
  quoted_crypto_amount: string | null
  received_crypto_amount: string | null
  was_closed: boolean
  was_settled: boolean
  has_no_next_check: boolean
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
  /** What our provider wrote down about it. */
  gateway_payment_id: string | null
  canceled: boolean
  captures: { id: string; amount: string; at: string }[]
  refunds: { id: string; amount: string; at: string; note: string | null }[]
}

/** What the ledger says was sent back. Amounts are decimal strings. */
export type LedgerRefund = {
  id: string
  crypto_payment_id: string
  kind: "price" | "surplus"
  amount: string
  currency_code: string
  crypto_amount: string | null
  transaction_hash: string
  /** Medusa's refund. */
  refund_id: string | null
  request_id: string | null
}

/** A refund request, with the coin of its payment. */
export type LedgerRequest = Omit<
  LedgerRefund,
  "transaction_hash" | "refund_id" | "request_id"
> & {
  /** A link whose time is over counts as revoked. */
  state: string
  crypto_currency: string
  transaction_hash: string | null
}

export type Order = {
  id: string
  status: string
  created_at: string
  canceled_at: string | null
  /** What it costs now. */
  total: string
  /** What core's summary says is due. */
  pending_difference: string
  /** What timelines say is due in place of that. */
  noted_dues: string[]
  currency_code: string
  /** What it cost, version by version; the first one is as it was placed. */
  versions: { version: number; total: string; original: string; at: string }[]
  cart_ids: string[]
  collection_ids: string[]
  transactions: {
    amount: string
    currency_code: string
    reference: string | null
    reference_id: string | null
  }[]
  /** What it contains now; the item of those whose stock is counted. */
  lines: { id: string; quantity: string; inventory_item_id: string | null }[]
  /** Core began to take its completion back, and was stopped half-way. */
  half_rolled_back: boolean
  /** Core was stopped while it placed the order, or took it back. */
  half_placed: boolean
}

/** Core was stopped before it linked the order, which it does while it reserves the stock. */
export const isUnlinked = ({ cart_ids, collection_ids }: Order): boolean =>
  cart_ids.length === 0 && collection_ids.length === 0

export type Cart = {
  id: string
  currency_code: string
  /** Items, shipping, discounts and taxes, added up from its lines. */
  total: string
  completed: boolean
  collection_ids: string[]
}

export type Collection = { id: string; amount: string; currency_code: string }

export type Reservation = {
  id: string
  line_item_id: string | null
  inventory_item_id: string
  location_id: string
  quantity: string
}

/** What lies where of an inventory item, and how much of it is counted as reserved. */
export type StockLevel = {
  inventory_item_id: string
  location_id: string
  stocked: string
  reserved: string
}

/** What the database has at one moment, deleted rows left out. */
export type Books = {
  ledger: LedgerRow[]
  payments: MedusaPayment[]
  orders: Order[]
  carts: Cart[]
  collections: Collection[]
  reservations: Reservation[]
  levels: StockLevel[]
  refunds: LedgerRefund[]
  requests: LedgerRequest[]
}
