import type { Attempt } from "../../src/modules/crypto-payment/models/crypto-payment"
import { isGivenBack } from "./ledger-parts"
import { type Order, pendingDifference, type Shop } from "./shop"

/** Whether an attention reason is justified, by the rows alone. */
export function isJustified(shop: Shop, attempt: Attempt): boolean {
  const sale = saleOf(shop, attempt)
  switch (attempt.attention_reason) {
    case "test_mode_mismatch":
      return attempt.is_test !== shop.testMode
    case "unmatched":
      return !sale.exists
    case "late_payment":
      return !sale.exists || sale.order?.status === "canceled"
    case "duplicate_payment":
      return hasOtherPayment(shop, attempt)
    case "amount_mismatch":
      return sale.due === null || differs(sale.due, attempt) || sale.isOverpaid
    case "order_not_placed":
      return isHindered(shop, attempt)
    case "underpaid":
      return (
        shop.refusesShort &&
        attempt.shortfall_accepted_at === null &&
        shop.gateway.some(
          ({ id, short }) => id === attempt.gateway_payment_id && short
        )
      )
    case "received_amount_unknown":
      return (
        shop.refusesShort &&
        attempt.shortfall_accepted_at === null &&
        (attempt.received_crypto_amount === null ||
          attempt.quoted_crypto_amount === null)
      )
    // It is of an open attempt, which no money was confirmed of.
    case "unknown_status":
    case null:
      return false
  }
}

/** Whether something outside of the plugin keeps the order from being placed. */
function isHindered(shop: Shop, attempt: Attempt): boolean {
  const cart = shop.cart(attempt.cart_id)
  const own = shop.payments.find(
    ({ session_id }) => session_id === attempt.authorized_session_id
  )
  const isOrphaned = own !== undefined && !shop.session(own.session_id)
  return (
    Boolean(cart?.blocker) ||
    !shop.providerEnabled ||
    isOrphaned ||
    hasLeftoverOrder(shop, attempt) ||
    isEditedBesideItsCart(shop, attempt) ||
    isGivenBack(shop, attempt.id)
  )
}

/**
 * A completion that was killed while core took it back can leave its order
 * linked to the collection alone. A session of the collection is then judged by
 * that order, until a person cancels it.
 */
function hasLeftoverOrder(shop: Shop, attempt: Attempt): boolean {
  if (!attempt.cart_id) return false
  const placed = shop.orderOfCart(attempt.cart_id)
  return shop.orderCollections.some(
    ({ order_id, payment_collection_id }) =>
      payment_collection_id === attempt.payment_collection_id &&
      order_id !== placed?.id
  )
}

/**
 * A completion that was killed after it linked its order leaves the cart open, and
 * what an edited order was placed for then comes from a cart that may have changed.
 */
function isEditedBesideItsCart(shop: Shop, { cart_id }: Attempt): boolean {
  const cart = shop.cart(cart_id)
  const order = cart && shop.orderOfCart(cart.id)
  return Boolean(order && order.totals.length > 1 && !cart?.completed_at)
}

function saleOf(shop: Shop, attempt: Attempt) {
  const cart = shop.cart(attempt.cart_id)
  const collection = shop.collection(attempt.payment_collection_id)
  const order = attempt.cart_id
    ? shop.orderOfCart(attempt.cart_id)
    : collection && shop.orderOfCollection(collection.id)
  const pending = order && pendingDifference(order)
  return {
    exists: attempt.cart_id ? cart !== undefined : collection !== undefined,
    order,
    isOverpaid: pending !== undefined && pending < 0,
    due: attempt.cart_id
      ? order
        ? {
            amount: dueOf(shop, attempt, order),
            currency_code: order.currency_code,
          }
        : cart && { amount: cart.total, currency_code: cart.currency_code }
      : pending === undefined
        ? collection
        : { amount: String(pending), currency_code: order?.currency_code },
  }
}

/** What was due for a cart's order at the capture, else what is due now. */
function dueOf(shop: Shop, attempt: Attempt, order: Order): string {
  const own = shop.payments.find(
    ({ session_id }) => session_id === attempt.authorized_session_id
  )
  return own?.then?.due ?? String(pendingDifference(order))
}

function differs(
  due: { amount?: string; currency_code?: string } | undefined,
  { amount, currency_code }: Attempt
): boolean {
  return (
    Number(due?.amount).toFixed(2) !== Number(amount).toFixed(2) ||
    due?.currency_code !== currency_code
  )
}

function hasOtherPayment(shop: Shop, attempt: Attempt): boolean {
  const order = shop.orderOfCart(attempt.cart_id ?? "")
  const ofOrder = shop.orderCollections.flatMap((link) =>
    link.order_id === order?.id ? [link.payment_collection_id] : []
  )
  return shop.payments.some(
    // It may have been paid back since: who promises a refund leaves the reason as it is.
    ({ collection_id, session_id, canceled_at }) =>
      [attempt.payment_collection_id, ...ofOrder].includes(collection_id) &&
      !canceled_at &&
      session_id !== attempt.authorized_session_id
  )
}
