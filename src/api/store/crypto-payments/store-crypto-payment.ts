import type { MedusaContainer } from "@medusajs/framework/types"
import { readCartToCompare, readCartToPay } from "../../../medusa/carts"
import {
  readCollectionOfOrder,
  type Session,
} from "../../../medusa/collections"
import { readCollectionDue } from "../../../medusa/due"
import {
  orderFacts,
  readOrderNumber,
  type StoredOrder,
} from "../../../medusa/orders"
import type { Query } from "../../../medusa/query"
import type { SessionLinks } from "../../../modules/crypto-payment/attempts/sessions"
import type { AttemptState } from "../../../modules/crypto-payment/attempts/states"
import type { ReceivableCurrency } from "../../../modules/crypto-payment/merchants/currencies"
import { isCryptoProvider } from "../../../modules/crypto-payment/merchants/merchants"
import type { MerchantOptions } from "../../../modules/crypto-payment/merchants/options"
import type { Attempt } from "../../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../../modules/crypto-payment/module-key"
import {
  expiresAt,
  isPaidAlready,
} from "../../../modules/crypto-payment/opening/choose-attempt"
import { surplusLeft } from "../../../modules/crypto-payment/refunds/limits"
import type CryptoPaymentModuleService from "../../../modules/crypto-payment/service"
import {
  type CollectionDue,
  isStandingPayment,
} from "../../../modules/crypto-payment/settling/due"
import {
  attemptPrice,
  comparablePrice,
  gatewayPrice,
  isSamePrice,
  type Price,
  toDecimalString,
} from "../../../modules/crypto-payment/settling/money"
import { isWithoutCoin } from "../../../modules/crypto-payment/settling/schedule"
import {
  cryptoDifference,
  surplusToReturn,
} from "../../../modules/crypto-payment/shortfalls/shortfall"
import { pick } from "../../../pick"

export type PaymentContext = Awaited<ReturnType<typeof readCartStatus>> & {
  sessionId: string
  /** The cart that the reader knows. */
  cartId: string | undefined
  coin: ReceivableCurrency | undefined
  /** What the merchant's options say about the coin. */
  token: MerchantOptions["tokens"][string] | undefined
  /** Until when an order that was placed before its payment can be paid. */
  payUntil: Date | null
  /** The coins beyond the quote that the store can send back. */
  surplus: string | null
  expiresAt: Date | null
  now: Date
}

export async function readStoreCryptoPayment(
  container: MedusaContainer,
  attempt: Attempt,
  sessionId: string,
  cartId?: string
) {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const query = container.resolve("query")
  const { cart_id, order_id } = attempt
  const unpaid = cart_id ? await ledger.unpaidOrders.find(cart_id) : undefined
  const status = await readCartStatus(query, ledger.sessions, attempt)
  const isUnpaid = UNPAID_STATES.includes(attempt.state)
  return toStoreCryptoPayment(attempt, {
    sessionId,
    cartId,
    ...status,
    ...(cart_id !== null && cart_id === cartId
      ? await readChangedCart(container, attempt)
      : {}),
    replaced:
      status.replaced || (isUnpaid && (await isPaidByAnother(ledger, attempt))),
    order: order_id
      ? ((await readOrderNumber(query, order_id)) ?? null)
      : status.order,
    ...(await readMerchant(ledger, attempt)),
    payUntil: unpaid?.cancel_at ?? null,
    surplus: await readSurplus(ledger, attempt),
    now: new Date(),
  })
}

/**
 * What the shopper may know: of an attention reason only a shortfall and a `duplicate`, and an
 * `order_id` or the price of a changed cart only where the reader knows the cart.
 */
export function toStoreCryptoPayment(
  attempt: Attempt,
  context: PaymentContext
) {
  const { sessionId, coin, token, cart, order, replaced, now } = context
  const { cartPrice } = context
  const payable = attempt.state === "open" && !replaced
  const knowsCart =
    attempt.cart_id !== null && attempt.cart_id === context.cartId
  return {
    payment_session_id: sessionId,
    ...pick(attempt, SHOWN_COLUMNS),
    current: attempt.payment_session_id === sessionId,
    replaced,
    duplicate:
      attempt.state === "attention" &&
      attempt.attention_reason === "duplicate_payment",
    cart,
    order_id: knowsCart ? (order?.id ?? attempt.order_id) : null,
    order_display_id: order?.display_id ?? null,
    cart_amount: knowsCart ? (cartPrice?.amount ?? null) : null,
    cart_currency_code: knowsCart ? (cartPrice?.currency_code ?? null) : null,
    pay_until: context.payUntil?.toISOString() ?? null,
    checkout_url: payable ? attempt.checkout_url : null,
    wallet_address: payable ? attempt.wallet_address : null,
    ...shortAmounts(attempt),
    surplus_crypto_amount: context.surplus,
    crypto_name: coin?.name ?? null,
    crypto_network: coin?.network ?? null,
    crypto_token: token
      ? {
          chain_id: token.chainId,
          address: token.address ?? null,
          decimals: token.decimals,
          test: token.test,
        }
      : null,
    opened_at: attempt.opened_at?.toISOString() ?? null,
    expires_at: context.expiresAt?.toISOString() ?? null,
    server_time: now.toISOString(),
  }
}

const SHOWN_COLUMNS = [
  ...["provider_id", "payment_collection_id", "flow", "state"],
  ...["gateway_status", "is_test", "amount", "currency_code"],
  ...["crypto_amount", "crypto_currency"],
] as const satisfies (keyof Attempt)[]

function shortAmounts(attempt: Attempt) {
  const difference =
    attempt.state === "attention" && attempt.attention_reason === "underpaid"
      ? cryptoDifference(attempt)
      : null
  const isShort = difference?.kind === "short"
  return {
    quoted_crypto_amount: isShort ? attempt.quoted_crypto_amount : null,
    received_crypto_amount: isShort ? attempt.received_crypto_amount : null,
    missing_crypto_amount: isShort
      ? difference.crypto_amount.replace("-", "")
      : null,
  }
}

/** Null also once all of it was sent back, or promised. */
async function readSurplus(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt
): Promise<string | null> {
  if (!surplusToReturn(attempt)) return null
  const { refunds, requests } = await ledger.adminActions.readFacts(attempt.id)
  return surplusLeft(attempt, [...refunds, ...requests])
}

/**
 * What the cart costs now, where a confirmed payment becomes its order once it costs again what was
 * paid.
 */
async function readChangedCart(
  container: MedusaContainer,
  attempt: Attempt
): Promise<Partial<Pick<PaymentContext, "cart" | "cartPrice">>> {
  const cart = await readCartToRestore(container, attempt)
  const price = attemptPrice(attempt)
  if (!cart || !price) return {}
  return isSamePrice(cart.price, price)
    ? { cart: "same" }
    : { cart: "changed", cartPrice: cart.price }
}

async function readMerchant(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt
): Promise<Pick<PaymentContext, "coin" | "token" | "expiresAt">> {
  const key = ledger.merchants.provider(attempt.provider_id)?.merchantKey
  const code = attempt.target_currency ?? attempt.crypto_currency
  if (key === undefined) {
    return { coin: undefined, token: undefined, expiresAt: null }
  }
  const options = ledger.merchants.options(key)
  return {
    coin:
      code === null
        ? undefined
        : await ledger.currencies.describe(key, code, attempt.is_test),
    token: new Map(Object.entries(options.tokens)).get(code ?? ""),
    expiresAt: expiresAt(attempt, options),
  }
}

const UNPAID_STATES: readonly AttemptState[] = ["creating", "open", "closed"]

type SessionReader = Pick<CryptoPaymentModuleService["sessions"], "linksOf">

/** `completed`: the cart became an order that is paid without this payment. */
type CartStatus = "same" | "changed" | "completed" | "canceled"

/**
 * Compares the cart of an unpaid payment, or the order that was placed before it or that its
 * collection is for, with the payment. `cart` is null where there is nothing to compare with, or
 * the payment is confirmed; `order` is what the cart became; `replaced` says that the cart's
 * session is another payment's: without any session it still becomes the order.
 */
export async function readCartStatus(
  query: Query,
  sessions: SessionReader,
  attempt: Attempt
): Promise<{
  cart: CartStatus | null
  cartPrice: Price | null
  order: { id: string; display_id: number | null } | null
  replaced: boolean
}> {
  const nothing = { cart: null, cartPrice: null, order: null }
  const none = { ...nothing, replaced: attempt.superseded_at !== null }
  const price = attemptPrice(attempt)
  if (!UNPAID_STATES.includes(attempt.state) || !price) return none
  if (!attempt.cart_id) {
    return (await readCollectionStatus(query, sessions, attempt, price)) ?? none
  }
  const cart = await readCartToCompare(query, attempt.cart_id)
  if (!cart) return none
  const { order: placed } = cart
  const order = placed && { id: placed.id, display_id: placed.display_id }
  const { payment_collection: collection } = cart
  const sessionIds = listOpenedSessions(collection?.payment_sessions ?? [])
  const replaced = await isReplaced(sessions, attempt, sessionIds)
  if (cart.completed_at) {
    const isPaid = (collection?.payments ?? []).some(isStandingPayment)
    const status = await orderStatus(query, placed, isPaid, price)
    return { ...nothing, cart: status, order, replaced }
  }
  const { total, currency_code } = cart
  const amount = toDecimalString(total, currency_code)
  const cartPrice = { amount, currency_code }
  return isSamePrice(cartPrice, price)
    ? { ...nothing, cart: "same", replaced }
    : { ...nothing, cart: "changed", cartPrice, replaced }
}

/** A payment collection that belongs to an order, and what is due for it. */
export type OrderCollection = CollectionDue & {
  id: string
  /** The cart that became the order; null for an edit, a claim, an exchange or a draft. */
  cart_id: string | null
  order: { id: string; display_id: number | null; region_id: string | null }
  currency_code: string
  session_ids: string[]
}

/** Null for an unknown collection, and for that of a cart that is no order yet. */
export async function readOrderCollection(
  query: Query,
  id: string
): Promise<OrderCollection | null> {
  const collection = await readCollectionOfOrder(query, id)
  if (!collection?.order) return null
  const { order, cart, currency_code, status, payments } = collection
  if (cart && !cart.completed_at) return null
  return {
    ...(await readCollectionDue(query, {
      for_cart: cart !== null,
      price: comparablePrice(collection),
      status,
      order,
      payments,
    })),
    id,
    cart_id: cart?.id ?? null,
    order: pick(order, ["id", "display_id", "region_id"]),
    currency_code,
    session_ids: listOpenedSessions(collection.payment_sessions),
  }
}

/** For a payment by the collection of an order, without a cart. */
async function readCollectionStatus(
  query: Query,
  sessions: SessionReader,
  attempt: Attempt,
  price: Price
): Promise<Awaited<ReturnType<typeof readCartStatus>> | null> {
  const { payment_collection_id: id } = attempt
  const found = id === null ? null : await readOrderCollection(query, id)
  if (!found) return null
  const { order, state, due } = found
  const isSame = state === "unpaid" && isSamePrice(due, price)
  return {
    cart: isSame ? "same" : STATUS_BY_STATE[state],
    cartPrice: null,
    order: { id: order.id, display_id: order.display_id },
    replaced: await isReplaced(sessions, attempt, found.session_ids),
  }
}

/** Of a collection by which the payment's price is not due. */
const STATUS_BY_STATE: Record<CollectionDue["state"], CartStatus> = {
  unpaid: "changed",
  changed: "changed",
  paid: "completed",
  canceled: "canceled",
}

async function isReplaced(
  sessions: SessionReader,
  attempt: Attempt,
  sessionIds: readonly string[]
): Promise<boolean> {
  const { superseded_at, payment_session_id } = attempt
  if (sessionIds.length === 0) return isEnded(attempt)
  if (superseded_at !== null) return true
  if (sessionIds.some((id) => id === payment_session_id)) return false
  return !sessionOf(attempt, await sessions.linksOf(sessionIds))
}

async function orderStatus(
  query: Query,
  order: StoredOrder | null,
  isPaid: boolean,
  price: Price
): Promise<CartStatus> {
  if (!order || isPaid) return "completed"
  const { canceled, pending } = await orderFacts(query, order)
  if (canceled) return "canceled"
  return pending && isSamePrice(pending, price) ? "same" : "changed"
}

/**
 * Core lists a session before it calls the provider, which writes the session's id into its data.
 * One without it is no payment yet, and replaces none.
 */
function listOpenedSessions(sessions: readonly Session[]): string[] {
  return sessions
    .filter(
      ({ id, provider_id, data }) =>
        !isCryptoProvider(provider_id) || data?.session_id === id
    )
    .map(({ id }) => id)
}

type PayableCart = {
  price: Price
  session_ids: string[]
  /** A session of another payment method is chosen. */
  paid_otherwise: boolean
  /** Something is to be shipped, and no way to do so is chosen. */
  lacks_shipping: boolean
  completed: boolean
}

/** Null for a cart that is gone. */
export async function readPayableCart(
  query: Query,
  id: string
): Promise<PayableCart | null> {
  const cart = await readCartToPay(query, id)
  if (!cart) return null
  const { currency_code, total, completed_at, items } = cart
  const sessions = cart.payment_collection?.payment_sessions ?? []
  return {
    price: { amount: toDecimalString(total, currency_code), currency_code },
    session_ids: listOpenedSessions(sessions),
    paid_otherwise: sessions.some(
      (each) => !isCryptoProvider(each.provider_id)
    ),
    lacks_shipping:
      cart.shipping_methods.length === 0 &&
      items.some((item) => item.requires_shipping),
    completed: Boolean(completed_at),
  }
}

/**
 * The attempts of a cart that a checkout may have to show, newest first; `links` are of its
 * sessions.
 */
export async function findShownAttempts(
  ledger: CryptoPaymentModuleService,
  cartId: string,
  links: SessionLinks
): Promise<Attempt[]> {
  const attempts = await ledger.attempts.findShown(cartId, links.values())
  // Test coins of a store that is live by now are no money.
  return attempts.filter(
    (attempt) =>
      attempt.state !== "attention" ||
      isPaidAlready(attempt, isTestMode(ledger, attempt))
  )
}

/** Nobody should pay an attempt where another payment of its cart is paid. */
async function isPaidByAnother(
  ledger: CryptoPaymentModuleService,
  { id, cart_id }: Attempt
): Promise<boolean> {
  if (cart_id === null) return false
  const attempts = await ledger.attempts.findShown(cart_id, [])
  return attempts.some(
    (each) => each.id !== id && isPaidAlready(each, isTestMode(ledger, each))
  )
}

function isTestMode(
  { merchants }: CryptoPaymentModuleService,
  { provider_id, is_test }: Attempt
): boolean {
  const key = merchants.provider(provider_id)?.merchantKey
  return key === undefined ? is_test === true : merchants.options(key).testMode
}

/**
 * The attempt that a checkout shows for its cart, of those from the newest: one that holds money,
 * whatever session the cart has, since core deletes sessions when the cart changes.
 */
export function cartAttempt(
  attempts: readonly Attempt[],
  cart: Pick<PayableCart, "price" | "session_ids" | "paid_otherwise"> | null,
  links: SessionLinks
) {
  const hasNoSession = (cart?.session_ids ?? []).length === 0
  return findWatched(attempts, links, [
    ({ state }) => state === "settled",
    ({ state }) => state === "paid",
    (attempt) => attempt.state === "attention" && isPriceOf(cart, attempt),
    ({ state }) => state === "attention",
    ({ resolution }) => resolution?.kind === "order_placed_by_hand",
    (attempt) => sessionOf(attempt, links) !== undefined,
    // Also superseded: coins may be on their way to a shown address.
    (attempt) =>
      hasNoSession &&
      !cart?.paid_otherwise &&
      attempt.state === "open" &&
      !isEnded(attempt),
  ])
}

export function sessionOf(
  { id }: Attempt,
  links: SessionLinks
): string | undefined {
  return [...links].find(([, attemptId]) => attemptId === id)?.[0]
}

/**
 * The first attempt of the first of these kinds that has a session to watch it by, with that
 * session.
 */
export function findWatched(
  attempts: readonly Attempt[],
  links: SessionLinks,
  kinds: readonly ((attempt: Attempt) => boolean)[]
) {
  for (const attempt of kinds.flatMap((isOne) => attempts.filter(isOne))) {
    const sessionId = sessionOf(attempt, links) ?? attempt.payment_session_id
    if (sessionId) return { attempt, sessionId }
  }
  return null
}

function isPriceOf(cart: { price: Price } | null, attempt: Attempt): boolean {
  const price = attemptPrice(attempt)
  return cart !== null && price !== null && isSamePrice(cart.price, price)
}

/** Superseded, and ended at the gateway soon, since no coin was chosen. */
function isEnded(attempt: Attempt): boolean {
  return attempt.superseded_at !== null && isWithoutCoin(attempt)
}

/**
 * The cart of a confirmed payment that becomes its order once it costs again what was paid; else
 * null.
 */
async function readCartToRestore(
  container: MedusaContainer,
  attempt: Attempt
): Promise<PayableCart | null> {
  const { state, attention_reason, cart_id } = attempt
  const price = attemptPrice(attempt)
  const named = gatewayPrice(attempt)
  if (state !== "attention" || attention_reason !== "amount_mismatch") {
    return null
  }
  if (cart_id === null || !price) return null
  if (named && !isSamePrice(named, price)) return null
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  if (await ledger.refunds.isSentBack(attempt)) return null
  const cart = await readPayableCart(container.resolve("query"), cart_id)
  return cart?.completed ? null : cart
}

/** Whether the cart costs again what was paid, and an order can come of it. */
export async function isCartRestored(
  container: MedusaContainer,
  attempt: Attempt
): Promise<boolean> {
  const cart = await readCartToRestore(container, attempt)
  if (!cart || cart.paid_otherwise || cart.lacks_shipping) return false
  return isPriceOf(cart, attempt)
}
