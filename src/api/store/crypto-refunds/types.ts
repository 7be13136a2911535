/** The states of a refund that its customer sees. */
export type StoreCryptoRefundState =
  "waiting_for_address" | "address_entered" | "sent" | "expired"

/**
 * What whoever holds the link of a refund may know. Amounts are decimal strings: `amount` in
 * `currency_code`, `crypto_amount` in `crypto_currency`. Times are ISO 8601, by the server's clock
 * (`server_time`).
 */
export type StoreCryptoRefund = {
  state: StoreCryptoRefundState
  /** `surplus`: what the customer paid too much. */
  kind: "price" | "surplus"
  amount: string | null
  currency_code: string | null
  crypto_amount: string
  crypto_currency: string
  crypto_name: string | null
  crypto_network: string | null
  /** What the customer entered; null before. */
  address: string | null
  /** The tag or memo of that address; null without one. */
  address_tag: string | null
  /** Whether an exchange's addresses on the network need a tag or memo. */
  has_address_tag: boolean
  /** Of the transaction that sent the coins; null before. */
  transaction_hash: string | null
  order_display_id: number | null
  /** Until when an address can be entered. */
  expires_at: string
  address_entered_at: string | null
  sent_at: string | null
  server_time: string
}

/** `GET /store/crypto-refunds/:id`. */
export type StoreCryptoRefundResponse = { crypto_refund: StoreCryptoRefund }

/** Body of `POST /store/crypto-refunds/:id`. With `confirm: false` nothing is written. */
export type StoreEnterCryptoRefundAddressBody = {
  /** `address?dt=1`, `address:1`, `?text=` and `?memo=` have the tag with it. */
  address: string
  /** The tag or memo, where the network has one. */
  address_tag?: string | null
  confirm: boolean
}

/** The answer to `confirm: false`; with `confirm: true` it is a `StoreCryptoRefundResponse`. */
export type StoreCheckedCryptoRefundAddressResponse = {
  crypto_refund: StoreCryptoRefund
  /** With its checksum, where the network's addresses have one in their letters (EIP-55); null with a fault. */
  checked_address: string | null
  /** Taken apart from the address, where it was entered with it. */
  checked_address_tag: string | null
  /** False where the network is not known, so that only the length could be checked. */
  checked: boolean
  /** Why this cannot be the address; null where it can. */
  address_fault: StoreCryptoRefundAddressFault | null
}

/** A code, since the storefront has the sentence in the customer's language. */
export type StoreCryptoRefundAddressFault = {
  /**
   * `unknown_form`: the network is not known, and no network has such an address; `tag_alone`: a tag
   * where the address belongs; `wrong_tag`: no tag of the network, or another than within the address.
   */
  code:
    | ("typing_error" | "other_network" | "unknown_form" | "store_address")
    | ("tag_alone" | "wrong_tag")
  /** The network that the address has to be of. */
  network: string
  /** The other network that it is an address of; null for other codes. */
  found: string | null
}
