import { MedusaError } from "@medusajs/framework/utils"

import type { SessionProvider } from "./card-provider"
import { isGivenBack } from "./ledger-parts"
import {
  isStanding,
  pendingDifference,
  type Payment,
  type Session,
  type Shop,
} from "./shop"
import type { ShopProcess } from "./shop-process"

/**
 * Null where the provider answers that the money comes later.
 *
 * @throws MedusaError NOT_ALLOWED where the provider does not authorize it.
 */
export async function authorizeSession(
  process: ShopProcess,
  session: Session,
  provider: SessionProvider
): Promise<Payment | null> {
  const { shop } = process
  const { id } = session
  const { data, status } = await provider.authorizePayment({
    data: session.data,
    context: { idempotency_key: id },
  })
  if (status === "pending_authorization") {
    const cart = shop.cartOfCollection(session.collection_id)
    if (cart) shop.placedUnpaid.add(cart.id)
    await process.write("note_pending_authorization", () => {
      Object.assign(session, { data: data ?? {}, status })
    })
    return null
  }
  if (status !== "captured") {
    await process.write("note_unauthorized_session", () => {
      Object.assign(session, { data: data ?? {}, status })
    })
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `Session: ${id} was not authorized with the provider.`
    )
  }
  return await process.write("authorize_payment_session", () => {
    // A unique index on the payment's session: the second of two fails.
    if (shop.payments.some(({ session_id }) => session_id === id)) {
      throw new Error("duplicate key: payment_session_id")
    }
    Object.assign(session, {
      data: data ?? {},
      status: "authorized",
      authorized_at: shop.date,
    })
    const { amount, currency_code, collection_id, provider_id } = session
    const payment: Payment = {
      id: shop.nextId("pay"),
      session_id: id,
      collection_id,
      provider_id,
      amount,
      currency_code,
      data: data ?? null,
      captured_at: shop.date,
      canceled_at: null,
      captures: [{ id: shop.nextId("capt"), amount, created_at: shop.date }],
      refunds: [],
      then: saleAtCapture(shop, session),
    }
    shop.payments.push(payment)
    return payment
  })
}

/** Noted beside the payment for the auditor; no code of the plugin reads it. */
function saleAtCapture(shop: Shop, session: Session): Payment["then"] {
  const { id, collection_id: collectionId } = session
  const attempt = shop.attemptOfSession(id)
  const cart = shop.cartOfCollection(collectionId)
  const order = cart
    ? shop.orderOfCart(cart.id)
    : shop.orderOfCollection(collectionId)
  return {
    due: cart
      ? order
        ? String(pendingDifference(order))
        : cart.deleted
          ? null
          : cart.total
      : order
        ? String(pendingDifference(order))
        : null,
    test_mode: shop.testMode,
    order_canceled: order?.status === "canceled",
    paid_otherwise: shop.payments.some(
      (payment) => payment.collection_id === collectionId && isStanding(payment)
    ),
    sent_back: attempt !== undefined && isGivenBack(shop, attempt.id),
    underpaid:
      shop.refusesShort &&
      Number(attempt?.received_crypto_amount ?? Infinity) < 0.002 &&
      attempt?.shortfall_accepted_at === null,
  }
}
