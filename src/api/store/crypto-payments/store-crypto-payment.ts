import type { MedusaContainer } from "@medusajs/framework/types"
import { withCalculatedSummary } from "../../../medusa-order"
import { findRecord, type Query } from "../../../medusa-query"
import {
  type Attempt,
  attemptPrice,
  type AttemptState,
  type CollectionDue,
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
  expiresAt,
  isSamePrice,
  isStandingPayment,
  type MedusaOrder,
  type MerchantOptions,
  ORDER_FACT_FIELDS,
  PAYMENT_MOVEMENT_FIELDS,
  type PaymentMovements,
  type Price,
  type ReceivableCurrency,
  toDecimalString,
  toOrderFacts,
} from "../../../modules/crypto-payment"
import { listOpenedSessions, SESSION_FIELDS } from "./opened-sessions"
import { readOrderCollection } from "./order-collection"

/** What the attempt itself does not have. */
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

/** What the store API shows of an attempt, by one of its sessions. */
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
  const status = await readCartStatus(query, attempt)
  return toStoreCryptoPayment(attempt, {
    sessionId,
    cartId,
    ...status,
    order: order_id ? await readOrder(query, order_id) : status.order,
    ...(await readMerchant(ledger, attempt)),
    payUntil: unpaid?.cancel_at ?? null,
    now: new Date(),
  })
}

/**
 * What the shopper may know: `state` without an attention reason; how to pay, while
 * the payment is open. `current` is false when a later session uses the payment,
 * `replaced` is true when another payment replaced it.
 * `order_display_id` is of the order that it pays for, as soon as that is placed;
 * `order_id` too, but null unless the reader knows the cart, as is the price of a cart
 * that changed. An order that was placed before its payment can be paid until
 * `pay_until`. Times are ISO 8601, by the server's clock (`server_time`); `expires_at`
 * is null when it is not known. The time to pay begins at `opened_at`.
 */
export function toStoreCryptoPayment(
  attempt: Attempt,
  context: PaymentContext
) {
  const { sessionId, coin, token, cart, order, replaced, now } = context
  const { cartPrice } = context
  const payable = attempt.state === "open"
  const knowsCart =
    attempt.cart_id !== null && attempt.cart_id === context.cartId
  return {
    payment_session_id: sessionId,
    provider_id: attempt.provider_id,
    current: attempt.payment_session_id === sessionId,
    replaced,
    state: attempt.state,
    gateway_status: attempt.gateway_status,
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

const UNPAID_STATES: readonly AttemptState[] = ["creating", "open", "closed"]

type CartStatus = "same" | "changed" | "completed" | "canceled"

type PlacedOrder = MedusaOrder & { display_id: number | null }

/**
 * Compares the cart of a payment that is unpaid, or was confirmed for another price
 * than the cart's, or the order that was placed before the payment or that its
 * collection is for, with the payment that was opened for it.
 * - `cart`: it still costs what the payment asks for (`same`), something else
 *   (`changed`), became an order that is paid without this payment (`completed`),
 *   or one that was canceled. Null where there is nothing to compare with.
 * - `cartPrice`: what a changed cart costs now.
 * - `order`: what the cart of an unpaid payment became, or what it is for.
 * - `replaced`: the cart's payment session is not one of this payment's. A cart
 *   without any session replaces nothing: a payment still becomes its order.
 */
export async function readCartStatus(
  query: Query,
  attempt: Attempt
): Promise<{
  cart: CartStatus | null
  cartPrice: Price | null
  order: { id: string; display_id: number | null } | null
  replaced: boolean
}> {
  const nothing = { cart: null, cartPrice: null, order: null }
  const none = { ...nothing, replaced: isReplaced(attempt) }
  const price = attemptPrice(attempt)
  const isUnpaid = UNPAID_STATES.includes(attempt.state)
  if (!price || !(isUnpaid || isForOtherPrice(attempt))) return none
  if (!attempt.cart_id) {
    const status =
      isUnpaid && (await readCollectionStatus(query, attempt, price))
    return status || none
  }
  const cart = await findRecord(query, "cart", attempt.cart_id, [
    ...["id", "currency_code", "total", "completed_at"],
    ...["id", "display_id", ...ORDER_FACT_FIELDS].map(
      (field) => `order.${field}`
    ),
    ...SESSION_FIELDS.map((field) => `payment_collection.${field}`),
    ...PAYMENT_MOVEMENT_FIELDS.map(
      (field) => `payment_collection.payments.${field}`
    ),
  ])
  if (!cart) return none
  const placed: PlacedOrder | null = cart.order ?? null
  const order = placed && { id: placed.id, display_id: placed.display_id }
  const { payment_collection: collection } = cart
  const sessionIds = listOpenedSessions(collection?.payment_sessions)
  const replaced = isReplaced(attempt, sessionIds)
  if (cart.completed_at) {
    if (!isUnpaid) return none
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

/** Its money cannot become the order of its cart while that costs something else. */
function isForOtherPrice({ state, attention_reason }: Attempt): boolean {
  return state === "attention" && attention_reason === "amount_mismatch"
}

/** Whether a cart that changed after its payment was opened costs again what was paid. */
export async function isCartRestored(
  query: Query,
  attempt: Attempt
): Promise<boolean> {
  if (!isForOtherPrice(attempt)) return false
  return (await readCartStatus(query, attempt)).cart === "same"
}

/** The same for a payment by the collection of an order, without a cart. */
async function readCollectionStatus(
  query: Query,
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
    replaced: isReplaced(attempt, found.session_ids),
  }
}

/** Of a collection by which the payment's price is not due. */
const STATUS_BY_STATE: Record<CollectionDue["state"], CartStatus> = {
  unpaid: "changed",
  changed: "changed",
  paid: "completed",
  canceled: "canceled",
}

function isReplaced(attempt: Attempt, sessionIds: readonly string[] = []) {
  const { superseded_at, session_ids } = attempt
  const isOther = sessionIds.every((id) => !session_ids.includes(id))
  return superseded_at !== null || (sessionIds.length > 0 && isOther)
}

/** The order that a confirmed payment became. */
async function readOrder(
  query: Query,
  id: string
): Promise<PaymentContext["order"]> {
  return (await findRecord(query, "order", id, ["id", "display_id"])) ?? null
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
