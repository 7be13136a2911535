import type { Price } from "../lifecycle/facts"
import type { ConfiguredProvider } from "../options/provider-merchants"

/** What a payment session asks for: everything that tells two attempts apart. */
export type Wish = {
  provider: ConfiguredProvider
  session_id: string
  payment_collection_id: string
  cart_id: string | null
  price: Price
  /**
   * Why no new gateway payment may be opened: the cart is completed or deleted,
   * captured money is there already, or something else is due for the order.
   */
  refusal: "completed" | "cart_deleted" | "paid" | "not_due" | null
  /** The coin, for inline payments. */
  target_currency: string | null
  is_test: boolean
  success_url?: string
  fail_url?: string
}

/** What the attempts of a wish are counted by: the cart, else the collection. */
export function subjectOf(wish: Wish): string {
  return wish.cart_id ?? wish.payment_collection_id
}
