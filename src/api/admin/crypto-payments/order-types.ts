export type AdminCryptoPaymentOrder = {
  id: string
  display_id: number | null
  email: string | null
  /** What is due, while the payment did not pay for the order. */
  unpaid: AdminCryptoUnpaidOrder | null
}

/**
 * What is due for an order: `amount_due` is a decimal string. An order that was placed before its payment can be paid until
 * `pay_until` (ISO 8601); null for any other.
 */
export type AdminCryptoUnpaidOrder = {
  amount_due: string
  currency_code: string
  pay_until: string | null
}

/** What is due for an order, and how the customer can pay it in crypto. */
export type AdminCryptoOrder = {
  id: string
  cart_id: string | null
  /**
   * Of an order that was placed before its payment: it awaits it, or was
   * canceled since it was not paid in time.
   */
  unpaid: "awaiting" | "canceled" | null
  /** Until when an order that awaits its payment can be paid; ISO 8601. */
  pay_until: string | null
  /** `amount` is a decimal string; null where nothing is due. */
  due: { amount: string; currency_code: string } | null
  /** What Medusa computed to give back, for example for a return; null where there is nothing. */
  to_return: { amount: string; currency_code: string } | null
  /** Null where nothing is due, or no crypto provider is enabled in the region. */
  payment_link: AdminCryptoPaymentLink | null
}

/** The page of the storefront where the customer pays what is due. */
export type AdminCryptoPaymentLink = {
  /**
   * Null where Medusa has no unpaid collection for what is due:
   * `POST /admin/payment-collections` creates one.
   */
  payment_collection_id: string | null
  /** Null without a collection, or without a page. */
  url: string | null
  /** Whether the option `payPageUrl` or `admin.storefrontUrl` is set. */
  has_page: boolean
}

/** `GET /admin/crypto-payments/orders/:order_id`. */
export type AdminCryptoOrderResponse = { crypto_order: AdminCryptoOrder }
