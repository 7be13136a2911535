import type { DecimalString } from "../money/price"
import type { AttemptState } from "./states"

/** A price: `amount` in `currency_code`, with that currency's digits. */
export type Price = { amount: DecimalString; currency_code: string }

/**
 * Everything that a decision about a gateway payment rests on: the ledger's
 * row, what the gateway said, and what Medusa says at this moment. Prices are
 * already rounded to their currency's digits.
 */
export type Facts = {
  attempt: {
    state: AttemptState
    /** The order that the ledger names; null when it names none. */
    order_id: string | null
    /** Null on a row that was made from an observation alone. */
    price: Price | null
    is_test: boolean | null
    /** Gateway's last word, as classified by the gateway room. */
    outcome: "open" | "paid" | "unpaid"
    gateway_status: string | null
    was_closed: boolean
    /** Opened for a cart; else for a payment collection by itself. */
    for_cart: boolean
    /** A person recorded that money was sent back, or its order placed by hand. */
    given_back: boolean
  }
  /** The price that the gateway named, where it named one. */
  gateway_price: Price | null
  merchant: { test_mode: boolean } | null
  /** The session that the attempt serves; null when it is gone. */
  session: { id: string; price: Price; status: string } | null
  /**
   * The payment that Medusa made of this attempt; null when there is none.
   * `price` is what was captured, null when nothing was.
   * `booked`: its capture is among the order's transactions, where there is an
   * order. Core writes one after the other, and may be killed in between.
   */
  payment: {
    id: string
    captured: boolean
    price: Price | null
    booked: boolean
  } | null
  /** Null where the attempt was opened without a cart, or the cart is gone. */
  cart: { id: string; price: Price | null; completed: boolean } | null
  /** The attempt's payment collection, cart or not; null when it is gone. */
  collection: { id: string; price: Price } | null
  /** The order of the cart or of the collection; null when there is none. */
  order: OrderFacts | null
  /** A payment other than this attempt's stands in the same collection. */
  paid_otherwise: boolean
}

/**
 * An order of Medusa. `placed` is its total when it was placed, before any
 * edit; `pending` is what is due for it now, negative where it is overpaid.
 * Both are null when Medusa's summary of the order could not be read.
 */
export type OrderFacts = {
  id: string
  canceled: boolean
  placed: Price | null
  pending: Price | null
}
