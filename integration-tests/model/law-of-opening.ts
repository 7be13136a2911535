import type { NewAttempt } from "../../src/modules/crypto-payment/attempts/attempts"
import { isPaidState } from "../../src/modules/crypto-payment/attempts/states"
import { isStanding, pendingDifference, type Shop } from "./shop"
import type { ShopProcess } from "./shop-process"

/**
 * What must not be so in the moment a shopper is asked for another payment: that
 * it is paid, that nothing is due, or that it is for another price than the
 * session which it is opened for. Not judged while others are at work, since no
 * lock keeps them from changing it meanwhile.
 */
export function faultsOfOpening(
  { shop, hasCompany }: ShopProcess,
  { external_id, payment_collection_id, amount, currency_code }: NewAttempt
): string[] {
  if (hasCompany || !payment_collection_id) return []
  const session = shop.sessions
    .filter(({ collection_id }) => collection_id === payment_collection_id)
    .at(-1)
  const faults: string[] = []
  if (
    !session ||
    Number(session.amount).toFixed(2) !== Number(amount).toFixed(2) ||
    session.currency_code !== currency_code
  ) {
    faults.push(`asks for ${amount} where the session has ${session?.amount}`)
  }
  if (isPaid(shop, payment_collection_id)) faults.push("is paid already")
  if (!isDue(shop, payment_collection_id, Number(amount))) {
    faults.push("asks for what is not due")
  }
  return faults.map((fault) => `${external_id} ${fault}`)
}

/** By a captured payment, or by confirmed money that one of its sessions holds. */
function isPaid(shop: Shop, collectionId: string): boolean {
  return (
    shop.payments.some(
      (payment) => payment.collection_id === collectionId && isStanding(payment)
    ) ||
    shop.attempts.some(
      ({
        payment_collection_id,
        state,
        authorized_session_id,
        payment_session_id,
      }) =>
        payment_collection_id === collectionId &&
        isPaidState(state) &&
        state !== "resolved" &&
        shop.session(authorized_session_id ?? payment_session_id) !== undefined
    )
  )
}

function isDue(shop: Shop, collectionId: string, amount: number): boolean {
  const cart = shop.cartOfCollection(collectionId)
  if (cart && (cart.deleted || !cart.completed_at)) return !cart.deleted
  const order = cart
    ? shop.orderOfCart(cart.id)
    : shop.orderOfCollection(collectionId)
  return (
    order !== undefined &&
    !(cart && order.status === "canceled") &&
    amount <= Number(pendingDifference(order).toFixed(2))
  )
}
