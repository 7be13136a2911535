import type { MedusaContainer } from "@medusajs/framework/types"
import { isEnded, isPaidByAnother, readCartToRestore } from "./cart-payment"
import {
  listOpenedSessions,
  readOrderCollection,
  SESSION_FIELDS,
  sessionOf,
} from "./order-collection"
import {
  findRecord,
  type Query,
  withCalculatedSummary,
} from "../../../medusa-query"
import type { AttemptState } from "../../../modules/crypto-payment/attempts/states"
import type { ReceivableCurrency } from "../../../modules/crypto-payment/merchants/currencies"
import type { MerchantOptions } from "../../../modules/crypto-payment/merchants/options"
import type { Attempt } from "../../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../../modules/crypto-payment/module-key"
import { expiresAt } from "../../../modules/crypto-payment/opening/choose-attempt"
import type CryptoPaymentModuleService from "../../../modules/crypto-payment/service"
import {
  type CollectionDue,
  isStandingPayment,
  PAYMENT_MOVEMENT_FIELDS,
  type PaymentMovements,
} from "../../../modules/crypto-payment/settling/due"
import {
  type MedusaOrder,
  ORDER_FACT_FIELDS,
  toOrderFacts,
} from "../../../modules/crypto-payment/settling/facts"
import {
  attemptPrice,
  isSamePrice,
  type Price,
  toDecimalString,
} from "../../../modules/crypto-payment/settling/money"
import { cryptoDifference } from "../../../modules/crypto-payment/shortfalls/shortfall"

export type PaymentContext = Awaited<ReturnType<typeof readCartStatus>> & {
  sessionId: string
  /** The cart that the reader knows. */
  cartId: string | undefined
  coin: ReceivableCurrency | undefined
  /** What the merchant's options say about the coin. */
  token: MerchantOptions["tokens"][string] | undefined
  /** Until when an order that was placed before its payment can be paid. */
  payUntil: Date | null
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
      ? ((await findRecord(query, "order", order_id, ["id", "display_id"])) ??
        null)
      : status.order,
    ...(await readMerchant(ledger, attempt)),
    payUntil: unpaid?.cancel_at ?? null,
    now: new Date(),
  })
}

/**
 * What the shopper may know. Of an attention reason: that fewer coins arrived than were quoted
 * (`missing_crypto_amount`, with the other two amounts), or that another payment was received
 * before (`duplicate`). `current` is false when a later session uses the payment, `replaced` is
 * true when another payment replaced it. `order_id` and a changed cart's price are null unless the
 * reader knows the cart. An order that was placed before its payment can be paid until `pay_until`;
 * the time to pay begins at `opened_at`. Times are ISO 8601, by the server's clock (`server_time`).
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
    provider_id: attempt.provider_id,
    current: attempt.payment_session_id === sessionId,
    replaced,
    state: attempt.state,
    gateway_status: attempt.gateway_status,
    duplicate:
      attempt.state === "attention" &&
      attempt.attention_reason === "duplicate_payment",
    cart,
    order_id: knowsCart ? (order?.id ?? attempt.order_id) : null,
    order_display_id: order?.display_id ?? null,
    cart_amount: knowsCart ? (cartPrice?.amount ?? null) : null,
    cart_currency_code: knowsCart ? (cartPrice?.currency_code ?? null) : null,
    payment_collection_id: attempt.payment_collection_id,
    pay_until: context.payUntil?.toISOString() ?? null,
    flow: attempt.flow,
    amount: attempt.amount,
    currency_code: attempt.currency_code,
    checkout_url: payable ? attempt.checkout_url : null,
    wallet_address: payable ? attempt.wallet_address : null,
    crypto_amount: attempt.crypto_amount,
    ...shortAmounts(attempt),
    crypto_currency: attempt.crypto_currency,
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
    is_test: attempt.is_test,
    opened_at: attempt.opened_at?.toISOString() ?? null,
    expires_at: context.expiresAt?.toISOString() ?? null,
    server_time: now.toISOString(),
  }
}

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

/** What the cart costs now, where a confirmed payment becomes its order once it costs again what was paid. */
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

type CartStatus = "same" | "changed" | "completed" | "canceled"

/**
 * Compares the cart of an unpaid payment, or the order that was placed before it
 * or that its collection is for, with the payment that was opened for it.
 * - `cart`: it still costs what the payment asks for (`same`), something else
 *   (`changed`), became an order that is paid without this payment (`completed`),
 *   or one that was canceled. Null where there is nothing to compare with, or the
 *   payment is confirmed.
 * - `cartPrice`: what a changed cart costs now.
 * - `order`: what the cart of an unpaid payment became, or what it is for.
 * - `replaced`: the cart's payment session is not one of this payment's. A cart
 *   without any session replaces nothing: a payment still becomes its order.
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
  const cart = await findRecord(query, "cart", attempt.cart_id, [
    ...["id", "currency_code", "total", "completed_at"],
    ...ORDER_FACT_FIELDS.map((field) => `order.${field}`),
    ...SESSION_FIELDS.map((field) => `payment_collection.${field}`),
    ...PAYMENT_MOVEMENT_FIELDS.map(
      (field) => `payment_collection.payments.${field}`
    ),
  ])
  if (!cart) return none
  const placed: MedusaOrder | null = cart.order ?? null
  const order = placed && { id: placed.id, display_id: placed.display_id }
  const { payment_collection: collection } = cart
  const sessionIds = listOpenedSessions(collection?.payment_sessions)
  const replaced = await isReplaced(sessions, attempt, sessionIds)
  if (cart.completed_at) {
    const payments: (PaymentMovements | null)[] = collection?.payments ?? []
    const isPaid = payments.some((each) => each && isStandingPayment(each))
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
  order: MedusaOrder | null,
  isPaid: boolean,
  price: Price
): Promise<CartStatus> {
  if (!order || isPaid) return "completed"
  const { canceled, pending } = toOrderFacts(
    await withCalculatedSummary(query, order)
  )
  if (canceled) return "canceled"
  return pending && isSamePrice(pending, price) ? "same" : "changed"
}
