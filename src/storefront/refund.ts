import {
  CryptoPaymentError,
  sendStoreRequest,
  type StoreSdk,
} from "./store-api"

export type CryptoRefundState =
  "waiting_for_address" | "address_entered" | "sent"

/** The answer of `GET /store/crypto-refunds/:id`. Amounts are decimal strings, times ISO 8601. */
export type CryptoRefund = {
  state: CryptoRefundState
  /** `return`: of a payment that no order holds; `surplus`: what was paid too much. */
  kind: "refund" | "return" | "surplus"
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
     * `unknown_form`: of no known network; `tag_alone`: a tag in its place; `wrong_tag`: not the
     * network's, or not the one in the address.
     */
    code:
      | ("typing_error" | "wrong_character" | "other_network" | "unknown_form")
      | ("store_address" | "tag_alone" | "wrong_tag")
    /** The network that the address has to be of. */
    network: string
    /** The other network that it is an address of, or the wrong character; null for other codes. */
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
 * Reads a refund, and changes nothing.
 * @throws CryptoPaymentError: `not_found` when the link is unknown, replaced or revoked; without a
 * `status` when it is incomplete, which asks nobody.
 */
export async function readCryptoRefund(
  sdk: StoreSdk,
  options: RefundOptions
): Promise<CryptoRefund> {
  return (await send(sdk, options)).crypto_refund
}

/**
 * Whether a text is several words, as the phrase is that gives away a wallet: it must not be sent
 * to anybody. The words may be numbered; an address in groups has digits, or letters of both cases.
 * @param atLeast more words than a memo has
 */
function isPhrase(text: string, atLeast: number): boolean {
  const parts = text
    .normalize("NFKC")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((part) => part !== "" && !/^\p{N}{1,2}$/u.test(part))
  const words = parts.filter((part, index) =>
    WORD.test(part.replace(RegExp(`^${index + 1}(?!\\d)`), ""))
  )
  return words.length >= atLeast && words.length >= 0.8 * parts.length
}

/** What must not be sent: no address has three words, and no memo nine. */
export function isRecoveryPhrase({
  address,
  address_tag,
}: EnteredAddress): boolean {
  return (
    isPhrase(address.trim().replace(LINK, "$1$2"), 3) ||
    isPhrase(address_tag ?? "", 9)
  )
}

/** A wallet's payment link, which has words around its address. */
const LINK =
  /^(\w+:[^\s?]{20,})\?\S+$|^web\+stellar:pay\?destination=(\w{56,})\S*$/

/** Of one case, or with a capital letter first. */
const WORD = /^(?:\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|[\p{Lo}\p{M}]+)$/u

/** Without what a copy brings with it: spaces between groups, and what nobody sees. */
function withoutSpaces(address: string): string {
  // After these may be a memo, whose spaces count.
  const [, own, rest] = /^([^:?]*)(.*)$/su.exec(address) ?? []
  return own.replace(/[\s\p{Cc}\p{Cf}]+/gu, "") + rest.trim()
}

/**
 * Checks an address, and saves nothing.
 * @throws CryptoPaymentError: `refused` when none can be entered any more,
 * and for a recovery phrase, which is not sent.
 */
export async function checkCryptoRefundAddress(
  sdk: StoreSdk,
  { address, address_tag, ...options }: RefundOptions & EnteredAddress
): Promise<CheckedRefundAddress | WrongRefundAddress> {
  if (isRecoveryPhrase({ address, address_tag })) {
    throw new CryptoPaymentError(
      "refused",
      "This looks like a recovery phrase, so it was not sent."
    )
  }
  const body = {
    address: withoutSpaces(address),
    address_tag,
    confirm: false,
  }
  const answer = await send(sdk, options, body)
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
 * Saves the address, once.
 * @throws CryptoPaymentError: after `unavailable` it may be saved; confirm the same one again.
 */
export async function confirmCryptoRefundAddress(
  sdk: StoreSdk,
  { address, address_tag, ...options }: RefundOptions & EnteredAddress
): Promise<CryptoRefund> {
  const body = { address, address_tag, confirm: true }
  return (await send(sdk, options, body)).crypto_refund
}

/**
 * The token of a refund link, without what a mail program added to it; undefined where the URL has
 * none, or a part of it.
 */
export function getRefundToken(url: string): string | undefined {
  return TOKEN.exec(/#(.*)/s.exec(url)?.[1] ?? "")?.[0]
}

/** The id of the request, and 32 bytes as base64url. */
const TOKEN = /\w+\.[\w-]{43}/

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
  { token, signal }: RefundOptions,
  body?: EnteredAddress & { confirm: boolean }
): Promise<Answer> {
  const [id, secret] = TOKEN.exec(token)?.[0].split(".") ?? []
  if (!secret) {
    const message = "This refund link is incomplete."
    throw new CryptoPaymentError("not_found", message)
  }
  const headers = { "x-crypto-refund-secret": secret }
  const path = `/store/crypto-refunds/${id}`
  const request = { method: body && "POST", headers, body, signal } as const
  const answer = await sendStoreRequest<Answer>(sdk, path, request)
  if (typeof answer.crypto_refund?.state !== "string") {
    throw new CryptoPaymentError("unavailable", "Medusa sent no refund.")
  }
  return answer
}
