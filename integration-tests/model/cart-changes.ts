import { MedusaError } from "@medusajs/framework/utils"

import { refuseChangeOfPaidCart } from "../../src/providers/crypto/cart-guards"
import { lockCart } from "./core"
import { cartView } from "./graph"
import { Saga } from "./saga"
import type { Price, Session } from "./shop"
import type { ShopProcess } from "./shop-process"

/**
 * A change of a cart with core's `refreshPaymentCollectionForCartWorkflow`: all
 * sessions of a changed price are deleted. When one cannot be, the cart is
 * rolled back and its collection keeps the refused price (I1).
 *
 * @throws MedusaError when it is refused.
 */
export async function changeCart(
  process: ShopProcess,
  cartId: string,
  price: Price
): Promise<void> {
  const { shop } = process
  const saga = new Saga()
  await saga.run(async () => {
    await lockCart(process, saga, cartId)
    const cart = shop.cart(cartId)
    if (!cart || cart.completed_at) throw refused("The cart is completed.")
    const before = { total: cart.total, currency_code: cart.currency_code }
    await saga.step(
      () =>
        process.write("change_cart", () => {
          cart.total = price.amount
          cart.currency_code = price.currency_code
        }),
      () =>
        process.write("restore_cart", () => {
          Object.assign(cart, before)
        })
    )
    const view = cartView(shop, cart)
    await refuseChangeOfPaidCart(process.container, view as never)
    const collection = shop.collection(cart.collection_id)
    const isSame =
      Number(collection?.amount) === Number(price.amount) &&
      collection?.currency_code === price.currency_code
    if (!isSame) {
      const sessions = sessionsOf(process, cart.collection_id)
      await process.payments.updatePaymentCollections(cart.collection_id, price)
      await replaceSessions(process, saga, sessions)
    }
    shop.locks.release(process, cartId)
  })
}

/** Core's `createPaymentSessionsWorkflow`: the new session takes the place of all others. */
export async function createSession(
  process: ShopProcess,
  collectionId: string,
  provider_id: string
): Promise<void> {
  const collection = process.shop.collection(collectionId)
  if (!collection) return
  const others = sessionsOf(process, collectionId)
  const saga = new Saga()
  await saga.run(async () => {
    const { amount, currency_code } = collection
    const { payments } = process
    await saga.step(
      () =>
        payments.createPaymentSession(collectionId, {
          provider_id,
          amount,
          currency_code,
        }),
      ({ id }) => payments.deletePaymentSession(id).catch(() => {})
    )
    await replaceSessions(process, saga, others)
  })
}

/** `deletePaymentSessionsWorkflow`: what was deleted is made anew when one stays. */
async function replaceSessions(
  process: ShopProcess,
  saga: Saga,
  sessions: readonly Session[]
): Promise<void> {
  const { payments } = process
  const kept: string[] = []
  for (const session of sessions) {
    try {
      await saga.step(
        () => payments.deletePaymentSession(session.id),
        async () => {
          await payments
            .createPaymentSession(session.collection_id, session)
            .catch(() => {})
        }
      )
    } catch {
      kept.push(session.id)
    }
  }
  // A killed process stops here.
  await process.read()
  if (kept.length > 0) throw refused("Could not delete all payment sessions")
}

function sessionsOf({ shop }: ShopProcess, collectionId: string): Session[] {
  return shop.sessions.filter(
    ({ collection_id }) => collection_id === collectionId
  )
}

function refused(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}
