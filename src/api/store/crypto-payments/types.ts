/** Body of `POST /store/crypto-payments/collections/:payment_collection_id/remainder`. */
export type StoreOpenCryptoRemainderBody = {
  /** One of the collection's `providers`. */
  provider_id: string
  /** The coin of an inline payment: a `code` of `GET /store/crypto-payments/currencies`. */
  target_currency?: string
  /** Where the hosted page returns to, as in the data of a payment session. */
  success_url?: string
  fail_url?: string
}
