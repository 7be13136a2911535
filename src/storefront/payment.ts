import {
  CryptoPaymentError,
  sendStoreRequest,
  type StoreSdk,
} from "./store-api"
import { parseWebUrl } from "./urls"

/** The state of the attempt in Medusa. */
export type CryptoPaymentState =
  "creating" | "open" | "paid" | "settled" | "attention" | "resolved" | "closed"

/**
 * The answer of `GET /store/crypto-payments/:payment_session_id`.
 * Amounts are decimal strings, times ISO 8601.
 */
export type CryptoPayment = {
  payment_session_id: string
  provider_id: string
  state: CryptoPaymentState
  /** The gateway's status, such as "created", "pending", "expired". */
  gateway_status: string | null
  /** Another payment was received before this one, which the store has to return. */
  duplicate: boolean
  /** `widget` is the hosted page, `h2h` is inline. */
  flow: "widget" | "h2h" | null
  /** The price, in `currency_code`. */
  amount: string | null
  currency_code: string | null
  checkout_url: string | null
  wallet_address: string | null
  crypto_amount: string | null
  /** Of a payment for which too few coins arrived, and the store has to act; else null. */
  quoted_crypto_amount: string | null
  received_crypto_amount: string | null
  missing_crypto_amount: string | null
  /**
   * What arrived beyond the quote of a settled payment,
   * while the store can send it back; else null.
   */
  surplus_crypto_amount: string | null
  crypto_currency: string | null
  crypto_name: string | null
  crypto_network: string | null
  /** What the plugin's option `tokens` says about the coin. */
  crypto_token: {
    chain_id: number
    /** The token's contract; null for the network's own coin. */
    address: string | null
    decimals: number
    test: boolean
  } | null
  is_test: boolean | null
  /** Null unless the payment was read with its `cartId`. */
  order_id: string | null
  /** The number of the order, as soon as it is placed. */
  order_display_id: number | null
  payment_collection_id: string | null
  /** Until when an order that was placed before its payment can be paid. */
  pay_until: string | null
  /** False when a later session of the cart uses this payment. */
  current: boolean
  /** Whether another payment superseded this one. */
  replaced: boolean
  /**
   * What became of the cart, or of the order that was placed before: same price, another one, paid
   * in another way, or canceled.
   */
  cart: "same" | "changed" | "completed" | "canceled" | null
  /** What a changed cart costs now; null unless the payment was read with its `cartId`. */
  cart_amount: string | null
  cart_currency_code: string | null
  /** When the time to pay began. */
  opened_at: string | null
  expires_at: string | null
  server_time: string
}

/** What to show to the shopper. */
export type CryptoPaymentPhase =
  | "checking" // nothing is known yet
  | "waiting" // not paid yet
  | "placing_order" // paid, the order is being placed
  | "order_placed" // final
  | "expired" // nothing was paid
  | "failed" // nothing was paid
  | "cart_changed" // the cart no longer costs what the payment asks for
  | "replaced" // superseded by another payment
  | "paid_otherwise" // the cart became an order without this payment
  | "order_canceled" // the order was not paid in time, or the store canceled it
  | "attention" // paid, the store has to act
  | "resolved" // the store has acted
  | "unknown" // there is no such payment

export function getPhase(payment: CryptoPayment): CryptoPaymentPhase {
  switch (payment.state) {
    case "paid":
      return "placing_order"
    case "settled":
      return "order_placed"
    case "attention":
    case "resolved":
      return payment.state
    case "creating":
    case "open":
    case "closed":
      return getUnpaidPhase(payment)
    default:
      // A newer plugin may have states that this kit does not know.
      payment.state satisfies never
      return "checking"
  }
}

export type Mood = "busy" | "done" | "warn" | "bad"

type PhaseRules = {
  /** The sign of its notice; null where the shopper has to act. */
  mood: Mood | null
  /** Nothing about the payment changes any more. */
  isFinal?: true
  /** Money is there, and nothing is left to pay. */
  isReceived?: true
  /** Nothing is left to do for the shopper with this payment. */
  isClosed?: true
  /** Nothing is known, or nothing came of the payment: a later visit shows nothing of it. */
  isSilent?: true
}

/** What a page shows and does in each phase. */
export const PHASES: Readonly<Record<CryptoPaymentPhase, PhaseRules>> = {
  checking: { mood: "busy", isSilent: true },
  waiting: { mood: "busy" },
  placing_order: { mood: "busy", isReceived: true },
  order_placed: { mood: "done", isReceived: true, isFinal: true },
  expired: { mood: "bad", isSilent: true },
  failed: { mood: "bad", isSilent: true },
  cart_changed: { mood: "warn" },
  replaced: { mood: "warn", isClosed: true, isSilent: true },
  paid_otherwise: { mood: "done", isClosed: true },
  order_canceled: { mood: "bad", isClosed: true },
  attention: { mood: "warn", isReceived: true, isClosed: true },
  resolved: { mood: "done", isClosed: true, isFinal: true },
  unknown: { mood: "bad", isClosed: true, isSilent: true, isFinal: true },
}

export function isFinal(phase: CryptoPaymentPhase): boolean {
  return PHASES[phase].isFinal ?? false
}

function getUnpaidPhase(payment: CryptoPayment): CryptoPaymentPhase {
  if (payment.cart === "completed") return "paid_otherwise"
  if (payment.cart === "canceled") return "order_canceled"
  if (payment.replaced) return "replaced"
  if (payment.cart === "changed") return "cart_changed"
  if (payment.state !== "closed") return "waiting"
  return payment.gateway_status === "failed" ? "failed" : "expired"
}

type KnownPayment = { phase: CryptoPaymentPhase; payment: CryptoPayment }

/**
 * Reads a payment once. `order_id` is null unless `cartId` is its cart.
 * @throws CryptoPaymentError: `unavailable` says nothing about it.
 */
export async function readCryptoPayment(
  sdk: StoreSdk,
  options: { paymentSessionId: string; cartId?: string; signal?: AbortSignal }
): Promise<KnownPayment> {
  const { paymentSessionId, cartId, signal } = options
  const { crypto_payment } = await sendStoreRequest<{
    crypto_payment: CryptoPayment
  }>(sdk, `/store/crypto-payments/${encodeURIComponent(paymentSessionId)}`, {
    query: cartId ? { cart_id: cartId } : undefined,
    signal,
  })
  return toKnown(crypto_payment)
}

/**
 * Finds the payment of a cart: one that was received, else the one under way, else null.
 * @throws CryptoPaymentError
 */
export async function findCryptoPayment(
  sdk: StoreSdk,
  { cartId, signal }: { cartId: string; signal?: AbortSignal }
): Promise<KnownPayment | null> {
  const { crypto_payment } = await sendStoreRequest<{
    crypto_payment: CryptoPayment | null
  }>(sdk, "/store/crypto-payments", { query: { cart_id: cartId }, signal })
  return crypto_payment === null ? null : toKnown(crypto_payment)
}

function toKnown(answer: CryptoPayment): KnownPayment {
  const payment = sanitizePayment(answer)
  return { phase: getPhase(payment), payment }
}

/** What a page cannot show or must not link to is null. */
function sanitizePayment(answer: CryptoPayment): CryptoPayment {
  if (typeof answer !== "object" || answer === null) {
    throw new CryptoPaymentError("unavailable", "Medusa sent no payment.", 200)
  }
  const payment: Record<string, unknown> = { ...answer }
  for (const name in payment) {
    const isToken = name === "crypto_token"
    if (typeof payment[name] === "object" && !isToken) payment[name] = null
  }
  payment.checkout_url = parseWebUrl(payment.checkout_url)
  // What else is wrong with it shows as an empty field, not as an error.
  return payment as CryptoPayment
}

/** What was paid in crypto. `paid_at` is ISO 8601. */
export type CryptoReceipt = Pick<
  CryptoPayment,
  | "amount"
  | "currency_code"
  | "crypto_amount"
  | "crypto_currency"
  | "crypto_name"
  | "crypto_network"
  | "is_test"
> & { paid_at: string | null }

/**
 * The answer of `GET /store/crypto-payments/collections/:payment_collection_id`, with times as ISO
 * 8601.
 */
export type CryptoCollection = {
  payment_collection_id: string
  order_display_id: number | null
  /** `changed`: nothing can be paid by this collection any more, but the order is not paid. */
  state: "unpaid" | "paid" | "canceled" | "changed"
  /** What is due, as a decimal string; null where nothing is. */
  amount: string | null
  currency_code: string
  /** Until when an order that was placed before its payment can be paid. */
  pay_until: string | null
  payable: boolean
  /** The crypto providers of the order's region. */
  providers: { provider_id: string; flow: "widget" | "h2h" }[]
  crypto_payment: CryptoPayment | null
  receipt: CryptoReceipt | null
  server_time: string
}

/**
 * Reads what is due for an order, and changes nothing.
 * @throws CryptoPaymentError: `not_found` when the collection has no order.
 */
export async function readCryptoCollection(
  sdk: StoreSdk,
  options: { paymentCollectionId: string; signal?: AbortSignal }
): Promise<CryptoCollection> {
  const { paymentCollectionId, signal } = options
  const path = `/store/crypto-payments/collections/${encodeURIComponent(paymentCollectionId)}`
  const { crypto_collection } = await sendStoreRequest<{
    crypto_collection: CryptoCollection
  }>(sdk, path, { signal })
  if (!Array.isArray(crypto_collection?.providers)) {
    const message = "Medusa sent no collection."
    throw new CryptoPaymentError("unavailable", message, 200)
  }
  const { crypto_payment: payment } = crypto_collection
  const crypto_payment = payment && sanitizePayment(payment)
  return { ...crypto_collection, crypto_payment }
}

export type CryptoCollectionStep =
  | "payable" // a payment can be started
  | "paid"
  | "canceled"
  | "changed" // the link is out of date
  | "not_payable" // its time to pay is over, or the store cannot accept crypto for it

export function getCollectionStep({
  state,
  payable,
  crypto_payment,
}: CryptoCollection): CryptoCollectionStep {
  if (state !== "unpaid") return state
  if (payable) return "payable"
  return crypto_payment?.state === "settled" ? "paid" : "not_payable"
}
