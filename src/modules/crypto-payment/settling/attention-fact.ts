/** `amount` is a decimal string. */
type Price = { amount: string; currency_code: string }

/** What keeps core from placing an order. */
export type Blocker =
  | "crypto_off"
  | "out_of_stock"
  | "promotion_deleted"
  | "region_deleted"
  | "shipping_option_gone"
  | "variant_deleted"

/** Why a person decides about the coins of a payment: too few arrived, or nobody knows how many. */
export type ShortfallFact =
  | {
      type: "underpaid"
      /** Coins; `percent` of the quote is missing, which is `price` at its rate. */
      quoted: string
      received: string
      missing: string
      coin: string | null
      percent: string
      price: Price | null
      /** The option `maxShortfallPercent`. */
      max_percent: string
    }
  | {
      type: "received_amount_unknown"
      quoted: string | null
      received: string | null
      coin: string | null
    }

/**
 * What was found about a payment that needs attention, or that is settled again, with the values for
 * a text in any language. It names what a person knows, as the number of an order, and no id;
 * `message` is Medusa's. English is written by `describeFact`; the admin's other languages translate
 * each type (`attention.facts` in `src/admin/i18n/json`).
 */
export type AttentionFact =
  | { type: "cart_price_differs"; paid: Price; due: Price }
  | { type: "collection_price_differs"; paid: Price; due: Price }
  | { type: "gateway_price_differs"; paid: Price; due: Price }
  | {
      type: "order_price_differs"
      order_number: number | null
      paid: Price
      due: Price
    }
  /** Something else was due when core captured it. */
  | {
      type: "captured_price_differs"
      order_number: number | null
      paid: Price | null
      due: Price | null
    }
  | { type: "order_overpaid"; order_number: number | null; excess: Price }
  | {
      type: "order_canceled"
      order_number: number | null
      shortfall: ShortfallFact | null
    }
  | { type: "canceled_order_holds_payment"; order_number: number | null }
  | { type: "order_gone" }
  | { type: "capture_gone" }
  | { type: "not_booked"; order_number: number | null }
  | { type: "not_bookable"; order_number: number | null }
  | { type: "order_paid_otherwise"; order_number: number | null }
  | { type: "order_paid_twice"; order_number: number | null }
  | { type: "cart_paid_otherwise" }
  | { type: "cart_paid_twice" }
  | { type: "cart_gone" }
  | { type: "cart_gone_after_close" }
  | { type: "no_cart_or_collection" }
  | { type: "price_unknown" }
  | { type: "test_coins" }
  | { type: "real_coins" }
  | { type: "test_mode_unknown" }
  | { type: "decided_by_admin" }
  | ShortfallFact
  /** `status` is in quotes, and short. */
  | { type: "unknown_status"; status: string }
  /** `name` is of what was deleted. */
  | {
      type: "blocked"
      blocker: Blocker
      name: string | null
      message: string | null
    }
  | { type: "failed"; message: string | null }
  | { type: "order_being_placed" }
  /** Core was stopped while it placed the order. */
  | { type: "order_unfinished"; order_number: number | null }
