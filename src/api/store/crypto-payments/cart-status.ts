import { isEnded } from "./cart-payment"
import {
  listOpenedSessions,
  readOrderCollection,
  SESSION_FIELDS,
  sessionOf,
} from "./order-collection"
import { withCalculatedSummary } from "../../../medusa-order"
import { findRecord, type Query } from "../../../medusa-query"
import {
  type Attempt,
  attemptPrice,
  type AttemptState,
  type CollectionDue,
  type CryptoPaymentModuleService,
  isSamePrice,
  isStandingPayment,
  type MedusaOrder,
  ORDER_FACT_FIELDS,
  PAYMENT_MOVEMENT_FIELDS,
  type PaymentMovements,
  type Price,
  toDecimalString,
  toOrderFacts,
} from "../../../modules/crypto-payment/internal"

export const UNPAID_STATES: readonly AttemptState[] = [
  "creating",
  "open",
  "closed",
]

/** Tells which attempts sessions were given. */
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

/** The same for a payment by the collection of an order, without a cart. */
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
