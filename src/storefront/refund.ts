import {
  CryptoPaymentError,
  sendStoreRequest,
  type StoreRequest,
  type StoreSdk,
} from "./store-api"

export type CryptoRefundState =
  "waiting_for_address" | "address_entered" | "sent"

/**
 * The answer of `GET /store/crypto-refunds/:id`: what the store sends back. Amounts are decimal
 * strings, times ISO 8601 by the server's clock.
 */
export type CryptoRefund = {
  state: CryptoRefundState
  /** `surplus`: what was paid too much. */
  kind: "price" | "surplus"
  /** In `currency_code`; null for a surplus that has no price. */
  amount: string | null
  currency_code: string | null
  crypto_amount: string
  crypto_currency: string
  crypto_name: string | null
  crypto_network: string | null
  /** Where the coins are sent to; null until it is confirmed. */
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

/** An address that the server checked; nothing is saved yet. */
export type CheckedRefundAddress = {
  refund: CryptoRefund
  /** The address to confirm, with its checksum where the network has one. */
  address: string
  /** The tag or memo to confirm with it; null without one. */
  address_tag: string | null
  /** False where the network's addresses are not known: the address may have a typing error. */
  checked: boolean
  fault: null
}

/** A text that cannot be the address, and why. */
export type WrongRefundAddress = {
  refund: CryptoRefund
  fault: {
    /**
     * `unknown_form`: an unknown network, and no network has such an address; `tag_alone`: a tag in
     * place of the address; `wrong_tag`: no tag of the network, or another than in the address.
     */
    code:
      | ("typing_error" | "other_network" | "unknown_form" | "store_address")
      | ("tag_alone" | "wrong_tag")
    /** The network that the address has to be of. */
    network: string
    /** The other network that it is an address of; null for other codes. */
    found: string | null
  }
}

type RefundOptions = {
  /** What the refund link has after its `#`; see `getRefundToken`. */
  token: string
  signal?: AbortSignal
}

/** Of the customer's wallet or exchange: a tag or memo apart, or with the address. */
type EnteredAddress = { address: string; address_tag?: string | null }

/**
 * Reads a refund by the token of its link. Nothing is changed by it.
 *
 * @throws CryptoPaymentError: `not_found` when the link is unknown, replaced or revoked.
 */
export async function readCryptoRefund(
  sdk: StoreSdk,
  { token, signal }: RefundOptions
): Promise<CryptoRefund> {
  return (await send(sdk, token, { signal })).crypto_refund
}

/**
 * Checks an address of the customer's wallet. Nothing is saved.
 *
 * @throws CryptoPaymentError: `refused` when none can be entered any more.
 */
export async function checkCryptoRefundAddress(
  sdk: StoreSdk,
  { token, address, address_tag, signal }: RefundOptions & EnteredAddress
): Promise<CheckedRefundAddress | WrongRefundAddress> {
  const body = { address, address_tag, confirm: false }
  const answer = await send(sdk, token, { method: "POST", body, signal })
  const { crypto_refund: refund, address_fault: fault } = answer
  if (fault) return { refund, fault }
  if (typeof answer.checked_address !== "string") {
    throw new CryptoPaymentError("unavailable", "Medusa sent no address.")
  }
  return {
    refund,
    address: answer.checked_address,
    address_tag: answer.checked_address_tag,
    checked: answer.checked,
    fault: null,
  }
}

/**
 * Saves the address, once: the same one again is answered alike, another one is refused.
 *
 * @throws CryptoPaymentError: after `unavailable` the address may be saved; confirm it again.
 */
export async function confirmCryptoRefundAddress(
  sdk: StoreSdk,
  { token, address, address_tag, signal }: RefundOptions & EnteredAddress
): Promise<CryptoRefund> {
  const body = { address, address_tag, confirm: true }
  const answer = await send(sdk, token, { method: "POST", body, signal })
  return answer.crypto_refund
}

/** The token of a refund link; undefined where the URL has none. */
export function getRefundToken(url: string): string | undefined {
  return url.split("#")[1] || undefined
}

type Answer = {
  crypto_refund: CryptoRefund
  checked_address: string | null
  checked_address_tag: string | null
  checked: boolean
  address_fault: WrongRefundAddress["fault"] | null
}

/** The secret stands in a header, since paths stand in logs. */
async function send(
  sdk: StoreSdk,
  token: string,
  request: StoreRequest
): Promise<Answer> {
  const [id, secret = ""] = token.split(".")
  // A header takes not all characters; what is escaped is no secret.
  const headers = { "x-crypto-refund-secret": encodeURIComponent(secret) }
  const path = `/store/crypto-refunds/${encodeURIComponent(id)}`
  const answer = await sendStoreRequest<Answer>(sdk, path, {
    ...request,
    headers,
  })
  if (typeof answer.crypto_refund?.state !== "string") {
    throw new CryptoPaymentError("unavailable", "Medusa sent no refund.")
  }
  return answer
}
