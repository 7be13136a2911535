import { readCartToPay } from "../../../medusa/carts"
import {
  readCollectionOfOrder,
  type Session,
} from "../../../medusa/collections"
import { readCollectionDue } from "../../../medusa/due"
import type { Query } from "../../../medusa/query"
import type { Price } from "../../../modules/crypto-payment/column-values"
import { isCryptoProvider } from "../../../modules/crypto-payment/merchants/merchants"
import type { CollectionDue } from "../../../modules/crypto-payment/settling/due"
import {
  comparablePrice,
  toDecimalString,
} from "../../../modules/crypto-payment/settling/money"
import { pick } from "../../../pick"

export type PayableCart = {
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

/**
 * Core lists a session before it calls the provider, which writes the session's id into its data.
 * One without it is no payment yet, and replaces none.
 */
export function listOpenedSessions(sessions: readonly Session[]): string[] {
  return sessions
    .filter(
      ({ id, provider_id, data }) =>
        !isCryptoProvider(provider_id) || data?.session_id === id
    )
    .map(({ id }) => id)
}
