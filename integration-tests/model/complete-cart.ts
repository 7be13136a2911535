import { MedusaError } from "@medusajs/framework/utils"

import { guardCompletion } from "../../src/providers/crypto/cart-guards"
import { isGivenBack } from "./ledger-parts"
import { bookCaptures, lockCart } from "./core"
import { cartView } from "./graph"
import { Saga } from "./saga"
import type { Cart, Order, Payment, Session, Shop } from "./shop"
import { cryptoProviderId, Killed, type ShopProcess } from "./shop-process"

/**
 * Core's `completeCartWorkflow`: the order and its links are visible while it
 * runs; the session is authorized near the end, if it is not already; what
 * fails afterwards takes the order back and leaves the capture.
 *
 * @throws MedusaError about the cart, or Error for what may pass.
 */
export async function completeCart(
  process: ShopProcess,
  cartId: string
): Promise<Order | undefined> {
  const { shop } = process
  const saga = new Saga()
  return await saga.run(async () => {
    await lockCart(process, saga, cartId)
    // Its link counts, also that of an order which is gone.
    const isPlaced = shop.orderCarts.some(({ cart_id }) => cart_id === cartId)
    const placed = shop.orderOfCart(cartId)
    const cart = shop.cart(cartId)
    if (!cart) {
      throw new MedusaError(MedusaError.Types.NOT_FOUND, "The cart is gone.")
    }
    const sessions = processableSessions(process, cart)
    const [session] = sessions
    await saga.step(
      () => process.read(),
      () => compensatePayment(process, session)
    )
    await guardCompletion(process.container, cartView(shop, cart) as never)
    const order = isPlaced
      ? placed
      : await placeOrder(process, saga, cart, session)
    await process.read()
    shop.locks.release(process, cartId)
    if (!isPlaced && cart.blocker === "lock_release") {
      throw new Error("The lock could not be released.")
    }
    if (!isPlaced) {
      shop.events.push({ name: "order.placed", data: { id: order?.id } })
    }
    return order
  })
}

/** `validateCartPaymentsStep`; a cart that costs nothing needs no session. */
function processableSessions(
  { shop }: ShopProcess,
  cart: Cart
): [Session, ...Session[]] | [] {
  if (Number(cart.total) <= 0) return []
  const [first, ...others] = shop.sessions.filter(
    ({ collection_id, status }) =>
      collection_id === cart.collection_id &&
      ["pending", "pending_authorization", "authorized"].includes(status)
  )
  if (!first) throw invalid("Payment sessions are required to complete cart")
  const isOff = [first, ...others].some(
    ({ provider_id }) => provider_id === cryptoProviderId
  )
  if (isOff && !shop.providerEnabled) {
    throw invalid("Payment provider is not enabled in the cart's region reg.")
  }
  return [first, ...others]
}

async function placeOrder(
  process: ShopProcess,
  saga: Saga,
  cart: Cart,
  session: Session | undefined
): Promise<Order> {
  const { shop } = process
  if (cart.blocker === "shipping") {
    throw invalid("The shipping profiles that are not satisfied: default")
  }
  const order = await saga.step(
    () =>
      process.write("create_order", () => {
        const row: Order = {
          id: shop.nextId("order"),
          status: "pending",
          created_at: shop.date,
          currency_code: cart.currency_code,
          totals: [{ total: cart.total, created_at: shop.date }],
          transactions: [],
          summarized: 0,
          credit_lines: [],
          changes: [],
        }
        shop.orders.push(row)
        noteUnfunded(shop, row, session)
        return row
      }),
    ({ id }) =>
      process.write("delete_order", () => {
        shop.orders = shop.orders.filter((each) => each.id !== id)
      })
  )
  await linkOrder(process, saga, order, cart)
  await saga.step(
    () =>
      process.write("complete_cart", () => {
        cart.completed_at = shop.date
      }),
    () =>
      process.write("reopen_cart", () => {
        cart.completed_at = null
      })
  )
  if (cart.blocker === "stock") {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "Not enough stock available for item"
    )
  }
  if (session) await takePayment(process, saga, order, session)
  if (cart.blocker === "hook") throw new Error("The store's own hook failed.")
  return order
}

/** Core asks nobody about a session that is authorized: its money must be there when the order is placed. */
function noteUnfunded(shop: Shop, { id }: Order, session: Session | undefined) {
  if (session?.status !== "authorized") return
  const attempt = shop.attemptOfSession(session.id)
  if (!attempt) return
  const isGone = attempt.state === "resolved" || isGivenBack(shop, attempt.id)
  if (!isGone) return
  shop.faults.push(`${id} was placed for money of ${attempt.id} that is gone`)
}

/** Core writes one link after the other, and may be killed between the two. */
async function linkOrder(
  process: ShopProcess,
  saga: Saga,
  { id: order_id }: Order,
  { id: cart_id, collection_id: payment_collection_id }: Cart
): Promise<void> {
  const { shop } = process
  await saga.step(
    async () => {
      await process.write("link_order", () =>
        shop.orderCarts.push({ order_id, cart_id })
      )
      await process.write("link_order_to_collection", () =>
        shop.orderCollections.push({ order_id, payment_collection_id })
      )
    },
    async () => {
      await process.write("unlink_order_from_cart", () => {
        shop.orderCarts = shop.orderCarts.filter(
          (link) => link.order_id !== order_id
        )
      })
      await process.write("unlink_order_from_collection", () => {
        shop.orderCollections = shop.orderCollections.filter(
          (link) => link.order_id !== order_id
        )
      })
    }
  )
}

async function takePayment(
  process: ShopProcess,
  saga: Saga,
  order: Order,
  session: Session
): Promise<void> {
  let payment: Payment | null
  try {
    payment = await saga.step(
      () => process.payments.authorizePaymentSession(session.id),
      async (made) => {
        if (made) {
          await process.payments.cancelPayment(made.id).catch(unlessKilled)
        }
      }
    )
  } catch (error) {
    if (MedusaError.isMedusaError(error)) {
      throw new MedusaError(
        MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
        "Payment authorization failed"
      )
    }
    throw error
  }
  if (payment) await bookCaptures(process, order.id, payment)
}

/**
 * `compensatePaymentIfNeededStep`: pays a captured session back and opens
 * another one at the collection's amount, unless an order is there.
 */
async function compensatePayment(
  process: ShopProcess,
  session: Session | undefined
): Promise<void> {
  const { shop, payments } = process
  await process.read()
  const payment = shop.payments.find(
    ({ session_id }) => session_id === session?.id
  )
  if (!session || !payment) return
  const cartId = shop.cartOfCollection(session.collection_id)?.id
  if (shop.orderCarts.some(({ cart_id }) => cart_id === cartId)) return
  const { collection_id, provider_id, data, amount } = session
  await payments
    .refundPayment({ payment_id: payment.id, amount })
    .catch(unlessKilled)
  const collection = shop.collection(collection_id)
  if (!collection) return
  const others = shop.sessions.filter(
    (each) => each.collection_id === collection_id
  )
  await payments
    .createPaymentSession(collection_id, { provider_id, ...collection, data })
    .catch(unlessKilled)
  for (const { id } of others) {
    await payments.deletePaymentSession(id).catch(unlessKilled)
  }
}

/** Core logs what its provider answers, and goes on. */
function unlessKilled(error: unknown): void {
  if (error instanceof Killed) throw error
}

function invalid(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.INVALID_DATA, message)
}
