import { patiently } from "../patience"
import type { Buyer } from "./buyer"

/** Two tabs complete one cart in the moment of its payment. */
export async function twoTabs(buyer: Buyer): Promise<void> {
  const cartId = await buyer.cart()
  const opened = await buyer.open(cartId)
  await Promise.all([
    buyer.pay(opened),
    buyer.complete(cartId),
    buyer.complete(cartId),
  ])
  await Promise.all([buyer.complete(cartId), buyer.complete(cartId)])
}

/** The cart is completed elsewhere; a tab that was left open pays all the same. */
export async function staleTab(buyer: Buyer): Promise<void> {
  const cartId = await buyer.cart()
  const collection = await buyer.unlessRefused(() =>
    patiently(() => buyer.shopper.paymentCollection(cartId))
  )
  if (!collection) return
  if (buyer.random.chance(0.5)) {
    await buyer.switchToOther(cartId)
    await buyer.complete(cartId)
  } else {
    await buyer.pay(await buyer.open(cartId))
    await buyer.orderOf(cartId)
  }
  const stale = await buyer.openCollection(collection.id)
  if (stale) await buyer.pay(stale)
}

/** The cart is deleted, by code of the store, while its payment is open. */
export async function deletedCart(buyer: Buyer): Promise<void> {
  const cartId = await buyer.cart()
  const opened = await buyer.open(cartId)
  const remove = () =>
    buyer.scene.db.query("UPDATE cart SET deleted_at = now() WHERE id = $1", [
      cartId,
    ])
  if (buyer.random.chance(0.5)) {
    await Promise.all([remove(), buyer.pay(opened)])
  } else {
    await remove()
    await buyer.pay(opened)
  }
}

/** Coin, address and amount are shown in the shop. */
export async function inline(buyer: Buyer): Promise<void> {
  const cartId = await buyer.cart()
  const opened = await buyer.openInline(cartId)
  await buyer.pay(opened)
  if (buyer.random.chance(0.5)) await buyer.complete(cartId)
}

/** The coins are on their way when the cart changes and another page opens. */
export async function inlineSuperseded(buyer: Buyer): Promise<void> {
  const cartId = await buyer.cart()
  const first = await buyer.openInline(cartId)
  if (buyer.random.chance(0.3)) await buyer.pay(first, "under")
  await buyer.change(cartId)
  if (buyer.random.chance(0.4)) {
    await buyer.pay(first)
    return buyer.changeBack(cartId, first)
  }
  const second = buyer.random.chance(0.5)
    ? await buyer.openInline(cartId)
    : await buyer.open(cartId)
  await buyer.pay(first)
  if (buyer.random.chance(0.4)) await buyer.pay(second)
}

/** Changes to the other provider and back while coins may be under way. */
export async function inlineAbandoned(buyer: Buyer): Promise<void> {
  const cartId = await buyer.cart()
  const opened = await buyer.openInline(cartId)
  await buyer.switchToOther(cartId)
  if (buyer.random.chance(0.5)) await buyer.pay(opened)
}
