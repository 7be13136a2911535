import { listOpenedSessions, readOrderCollection } from "./payable"
import { readCartToCompare } from "../../../medusa/carts"
import { orderFacts, type StoredOrder } from "../../../medusa/orders"
import type { Query } from "../../../medusa/query"
import { isPaidState } from "../../../modules/crypto-payment/attempts/states"
import type { Price } from "../../../modules/crypto-payment/column-values"
import type { Attempt } from "../../../modules/crypto-payment/models/crypto-payment"
import type CryptoPaymentModuleService from "../../../modules/crypto-payment/service"
import {
  type CollectionDue,
  isStandingPayment,
} from "../../../modules/crypto-payment/settling/due"
import {
  attemptPrice,
  isSamePrice,
  toDecimalString,
} from "../../../modules/crypto-payment/settling/money"
import { isWithoutCoin } from "../../../modules/crypto-payment/settling/schedule"

/** `completed`: the cart became an order that is paid without this payment. */
type CartStatus = "same" | "changed" | "completed" | "canceled"

type SessionReader = Pick<CryptoPaymentModuleService["sessions"], "linksOf">

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
  if (isPaidState(attempt.state) || !price) return none
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
  const { id, superseded_at, payment_session_id } = attempt
  // Superseded without a coin, it ends at the gateway soon.
  if (sessionIds.length === 0) {
    return superseded_at !== null && isWithoutCoin(attempt)
  }
  if (superseded_at !== null) return true
  if (sessionIds.some((each) => each === payment_session_id)) return false
  const links = await sessions.linksOf(sessionIds)
  return ![...links.values()].includes(id)
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
