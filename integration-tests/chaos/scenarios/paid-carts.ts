import { setTimeout as wait } from "node:timers/promises"
import type { Scenario } from "../plan"
import { PROMOTION } from "../prepare-shop"
import type { Buyer } from "./buyer"
import { rareHandle } from "./special-scenarios"

/** Changes what a cart costs: once, twice, or several times at the same time. */
export async function tamper(buyer: Buyer, cartId: string): Promise<void> {
  const change = changeOf(buyer, cartId)
  switch (buyer.random.pick(["once", "twice", "in parallel"] as const)) {
    case "once":
      return buyer.tryOnce(change)
    case "twice":
      await buyer.tryOnce(change)
      return buyer.tryOnce(change)
    case "in parallel":
      await Promise.all([1, 2, 3].map(() => buyer.tryOnce(change)))
  }
}

function changeOf(buyer: Buyer, cartId: string): () => Promise<unknown> {
  const { shopper, random, scene } = buyer
  const kind = random.pick([
    "item",
    "quantity",
    "promotion",
    "shipping",
    "region",
  ] as const)
  const quantity = random.whole(1, 200)
  const region = random.pick(Object.values(scene.regions))
  return async () => {
    switch (kind) {
      case "item":
        return shopper.post(
          `/store/carts/${cartId}/line-items`,
          buyer.item("wallpaper", 1)
        )
      case "quantity": {
        const [item] = (await shopper.cart(cartId)).items ?? []
        return shopper.changeQuantity(cartId, item.id, quantity)
      }
      case "promotion":
        return shopper.updateCart(cartId, { promo_codes: [PROMOTION] })
      case "shipping":
        return shopper.chooseShipping(cartId, scene.store.shippingOptionId)
      case "region":
        return shopper.updateCart(cartId, { region_id: region.id })
    }
  }
}

/** The cart is changed before, between and after confirmation and webhook. */
export async function tamperAround(buyer: Buyer): Promise<void> {
  const cartId = await buyer.cart()
  const opened = await buyer.open(cartId)
  switch (buyer.random.pick(["before", "between", "after"] as const)) {
    case "before":
      await tamper(buyer, cartId)
      await buyer.pay(opened)
      break
    case "between":
      await Promise.all([
        buyer.pay(opened),
        wait(buyer.random.whole(0, 150)).then(() => tamper(buyer, cartId)),
      ])
      break
    case "after":
      await buyer.pay(opened)
      await wait(buyer.random.whole(300, 2_000))
      await tamper(buyer, cartId)
  }
  if (buyer.random.chance(0.6)) await buyer.complete(cartId)
}

/** Core captures the money and cannot place the order; then the cart changes. */
export async function noShipping(buyer: Buyer): Promise<void> {
  const cartId = await buyer.cartWithoutShipping("print")
  const opened = await buyer.open(cartId)
  await buyer.pay(opened)
  await wait(buyer.random.whole(0, 2_000))
  for (let times = buyer.random.whole(0, 2); times > 0; times--) {
    await tamper(buyer, cartId)
  }
  await buyer.complete(cartId)
}

/** Two want the one piece; then there is another, and the merchant tries again. */
export async function stockReturns(
  buyer: Buyer,
  scenario: Scenario
): Promise<void> {
  const handle = rareHandle(scenario.rarity)
  const both = [await buyer.cartOf(handle), await buyer.cartOf(handle)]
  const opened = await Promise.all(both.map((cartId) => buyer.open(cartId)))
  await Promise.all(opened.map((each) => buyer.pay(each)))
  await wait(buyer.random.whole(500, 2_500))
  const { inventoryItemId } = buyer.scene.store.products[handle]
  const { stockLocationId } = buyer.scene.store
  await buyer.askAdmin(
    `/admin/inventory-items/${inventoryItemId}/location-levels/${stockLocationId}`,
    { stocked_quantity: 2 }
  )
  if (buyer.random.chance(0.5)) return
  for (const each of opened) {
    const id = await buyer.attemptOf(each)
    if (id) await buyer.decide(id, "retry-order")
  }
}

/** A hook of the store's own fails, before or after core created the order. */
export async function failingHook(buyer: Buyer): Promise<void> {
  const { random } = buyer
  const moment = random.pick(["before-order", "after-order"])
  const cartId = await buyer.cart({
    email: `fails-${random.whole(1, 3)}-${moment}`,
  })
  await buyer.pay(await buyer.open(cartId))
  if (random.chance(0.4)) await tamper(buyer, cartId)
  if (random.chance(0.6)) await buyer.complete(cartId)
}
