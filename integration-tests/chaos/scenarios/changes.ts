import { setTimeout as wait } from "node:timers/promises"
import { dueCollection, Shopper } from "../../support/store"
import { PROMOTION, rareHandle } from "../shop"
import { always, type Buyer, type Kind, kind, share } from "./buyer"
import { contest } from "./pages"

/** What changes under a payment: the cart, its order, the stock, and from which tab. */
export const CHANGE_KINDS: Record<string, Kind> = {
  /** Changes the cart before, between and after confirmation and webhook. */
  tamper_around: kind(9, share(0.1, 1, "amount_mismatch"), async (buyer) => {
    const { cartId, opened } = await buyer.start()
    await buyer.payAround(opened, () => tamper(buyer, cartId))
    await buyer.maybeComplete(cartId, 0.6)
  }),
  /** Core captures the money and cannot place the order; then the cart changes. */
  no_shipping: kind(
    5,
    share(0, 0.3, "order_not_placed", "amount_mismatch"),
    async (buyer) => {
      const items = [buyer.item("print", 1)]
      const { cartId } = await buyer.buy("exact", { items })
      await wait(buyer.random.whole(0, 2_000))
      for (let times = buyer.random.whole(0, 2); times > 0; times--) {
        await tamper(buyer, cartId)
      }
      await buyer.complete(cartId)
    }
  ),
  /** Two want the one piece; then there is another, and the merchant tries again. */
  stock_returns: {
    competitors: 2,
    ...kind(2, share(0.5, 1, "order_not_placed"), async (buyer, { rarity }) => {
      const opened = await contest(buyer, rarity, 2)
      await wait(buyer.random.whole(500, 2_500))
      const { products, stockLocationId } = buyer.scene.store
      const path = `/admin/inventory-items/${products[rareHandle(rarity)].inventoryItemId}`
      await buyer.askAdmin(`${path}/location-levels/${stockLocationId}`, {
        stocked_quantity: 2,
      })
      if (buyer.random.chance(0.5)) return
      for (const each of opened) {
        const id = await buyer.attemptOf(each)
        if (id) await buyer.unlessRefused(buyer.actions.retryOrder(id))
      }
    }),
  },
  /** A hook of the store's own fails, before or after core created the order. */
  failing_hook: kind(
    5,
    share(0.5, 1, "order_not_placed", "amount_mismatch"),
    async (buyer) => {
      const { random } = buyer
      const moment = random.pick(["before-order", "after-order"])
      const email = `fails-${random.whole(1, 3)}-${moment}`
      const { cartId } = await buyer.buy("exact", { email })
      if (random.chance(0.4)) await tamper(buyer, cartId)
      await buyer.maybeComplete(cartId, 0.6)
    }
  ),
  /** More is put into a paid order; that is paid, taken back, or both at once. */
  edit_up: kind(2, share(0.6, 1, "amount_mismatch"), async (buyer) => {
    const orderId = await buyer.order()
    if (!orderId) return
    await add(buyer, orderId, 3)
    const opened = await openDue(buyer, orderId)
    if (!opened) return
    const pay = () => buyer.pay(opened)
    const change = (quantity: number) => changeAdded(buyer, orderId, quantity)
    return buyer.either(
      pay,
      // What was opened is no longer what is due.
      () => change(7).then(pay),
      () => change(0).then(pay),
      () => Promise.all([change(buyer.random.pick([0, 1, 7])), pay()])
    )
  }),
  /** A paid order becomes smaller: nothing more is to be paid. */
  edit_down: kind(1, always, async (buyer) => {
    const orderId = await buyer.order({ items: [buyer.item("guide", 3)] })
    if (!orderId) return
    await changeItem(buyer, orderId, "Field guide", 1)
    await payDue(buyer, orderId)
  }),
  /** A claim or an exchange sends something dearer, which is paid in crypto. */
  replacement: kind(1, always, async (buyer) => {
    const order_id = await buyer.order()
    if (!order_id) return
    const name = buyer.random.pick(["exchange", "claim"] as const)
    const type = name === "claim" ? "replace" : undefined
    const made = await buyer.askAdmin<Record<string, { id: string }>>(
      `/admin/${name}s`,
      { order_id, type }
    )
    if (!made) return
    const path = `/admin/${name}s/${made[name].id}`
    const items = added(buyer, 2)
    await buyer.askAdmin(`${path}/outbound/items`, { items })
    await buyer.askAdmin(`${path}/request`)
    await payDue(buyer, order_id)
  }),
  /** Completes the cart in two tabs, in the moment of its payment. */
  two_tabs: kind(3, always, async (buyer) => {
    const { cartId, opened } = await buyer.start()
    const both = () => [buyer.complete(cartId), buyer.complete(cartId)]
    await Promise.all([buyer.pay(opened), ...both()])
    await Promise.all(both())
  }),
  /** The cart is completed elsewhere; a tab that was left open pays all the same. */
  stale_tab: kind(3, share(0.3, 1, "duplicate_payment"), async (buyer) => {
    const cartId = await buyer.cart()
    const collection = await buyer.unlessRefused(
      buyer.shopper.paymentCollection(cartId)
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
  }),
  /** The cart is deleted, by code of the store, while its payment is open. */
  deleted_cart: kind(
    2,
    share(0, 0.8, "unmatched", "late_payment", "order_not_placed"),
    async (buyer) => {
      const { cartId, opened } = await buyer.start()
      const sql = "UPDATE cart SET deleted_at = now() WHERE id = $1"
      const removed = buyer.scene.db.query(sql, [cartId])
      if (buyer.random.chance(0.5)) await removed
      await Promise.all([removed, buyer.pay(opened)])
    }
  ),
  /** Pays to the address that the shop itself shows. */
  inline: kind(4, always, async (buyer) => {
    const cartId = await buyer.cart()
    await buyer.pay(await buyer.openInline(cartId))
    await buyer.maybeComplete(cartId)
  }),
  /** The coins are on their way when the cart changes and another page opens. */
  inline_superseded: kind(
    4,
    share(0, 0.7, "amount_mismatch", "duplicate_payment"),
    async (buyer) => {
      const cartId = await buyer.cart()
      const first = await buyer.openInline(cartId)
      if (buyer.random.chance(0.3)) await buyer.pay(first, "under")
      await buyer.change(cartId)
      if (buyer.random.chance(0.4)) {
        await buyer.pay(first)
        return buyer.changeBack(cartId, first)
      }
      const second = await openEither(buyer, cartId)
      await buyer.pay(first)
      if (buyer.random.chance(0.4)) await buyer.pay(second)
    }
  ),
  /** Shows the address, chooses another provider, and may pay all the same. */
  inline_abandoned: kind(2, always, async (buyer) => {
    const cartId = await buyer.cart()
    const opened = await buyer.openInline(cartId)
    await buyer.switchToOther(cartId)
    if (buyer.random.chance(0.5)) await buyer.pay(opened)
  }),
}

/** Inline or on the hosted page. */
export function openEither(buyer: Buyer, cartId: string) {
  return buyer.random.chance(0.5)
    ? buyer.openInline(cartId)
    : buyer.open(cartId)
}

/** Changes what a cart costs: once, twice, or several times at the same time. */
async function tamper(buyer: Buyer, cartId: string): Promise<void> {
  const change = changeOf(buyer, cartId)
  const once = () => buyer.tryOnce(change)
  await buyer.either(
    once,
    () => once().then(once),
    () => Promise.all([once(), once(), once()])
  )
}

function changeOf(buyer: Buyer, cartId: string): () => Promise<unknown> {
  const { random, scene } = buyer
  const shopper = new Shopper(scene.url, scene.store)
  const [quantity, region] = [random.whole(1, 200), random.pick(scene.regions)]
  return random.pick([
    () => shopper.addItem(cartId, buyer.item("wallpaper", 1)),
    async () => {
      const [item] = (await shopper.cart(cartId)).items ?? []
      return shopper.changeQuantity(cartId, item.id, quantity)
    },
    () => shopper.updateCart(cartId, { promo_codes: [PROMOTION] }),
    () => shopper.chooseShipping(cartId, scene.store.shippingOptionId),
    () => shopper.updateCart(cartId, { region_id: region.regionId }),
  ])
}

/** So many pieces, as the admin API takes them. */
function added(buyer: Buyer, quantity: number) {
  const { variantId } = buyer.item("wallpaper", quantity)
  return [{ variant_id: variantId, quantity }]
}

/** Puts so many pieces into an order. */
export async function add(
  buyer: Buyer,
  orderId: string,
  quantity: number
): Promise<void> {
  const items = added(buyer, quantity)
  await edit(buyer, orderId, (path) =>
    buyer.askAdmin(`${path}/items`, { items })
  )
}

async function edit(
  buyer: Buyer,
  order_id: string,
  change: (path: string) => Promise<unknown>
): Promise<void> {
  const path = `/admin/order-edits/${order_id}`
  await buyer.askAdmin("/admin/order-edits", { order_id })
  await change(path)
  await buyer.askAdmin(`${path}/confirm`)
}

/** Changes how many pieces were added. */
export function changeAdded(buyer: Buyer, orderId: string, quantity: number) {
  return changeItem(buyer, orderId, "Wallpaper", quantity)
}

async function changeItem(
  buyer: Buyer,
  orderId: string,
  title: string,
  quantity: number
): Promise<void> {
  await edit(buyer, orderId, async (path) => {
    const { order } = await buyer.admin.get<{
      order: { items: { id: string; product_title: string }[] }
    }>(`/admin/orders/${orderId}?fields=items.id,items.product_title`)
    const item = order.items.find((each) => each.product_title === title)
    if (!item) return
    await buyer.askAdmin(`${path}/items/item/${item.id}`, { quantity })
  })
}

/** Null where nothing is due any more. */
async function openDue(buyer: Buyer, orderId: string) {
  const due = await dueCollection(buyer.admin, orderId)
  return due ? buyer.openCollection(due) : null
}

async function payDue(buyer: Buyer, orderId: string): Promise<void> {
  const opened = await openDue(buyer, orderId)
  if (opened) await buyer.pay(opened)
}
