import { setTimeout as wait } from "node:timers/promises"
import { OTHER, PROMOTION } from "../shop"
import { type Buyer, type Kind, kind, patient, share } from "./buyer"

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
      const items = [buyer.driver.item("print", 1)]
      const { cartId } = await buyer.buy("exact", { items })
      await wait(buyer.random.whole(0, 2_000))
      for (let times = buyer.random.whole(0, 2); times > 0; times--) {
        await tamper(buyer, cartId)
      }
      await buyer.complete(cartId)
    }
  ),
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
    const orderId = await buyer.orderOf((await buyer.buy()).cartId)
    if (!orderId) return
    await add(buyer, orderId, 3)
    const due = await patient(buyer.driver, buyer).dueCollection(orderId)
    const opened = due && (await buyer.openCollection(due))
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
  /** The cart is completed elsewhere; a tab that was left open pays all the same. */
  stale_tab: kind(3, share(0.3, 1, "duplicate_payment"), async (buyer) => {
    const cartId = await buyer.cart()
    const collection = await buyer.unlessRefused(
      buyer.shopper.paymentCollection(cartId)
    )
    if (!collection) return
    if (buyer.random.chance(0.5)) {
      await buyer.shopper.startPayment(cartId, OTHER)
      await buyer.complete(cartId)
    } else {
      await buyer.pay(await buyer.open(cartId))
      await buyer.orderOf(cartId)
    }
    const stale = await buyer.openCollection(collection.id)
    if (stale) await buyer.pay(stale)
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
      const second = await buyer.openEither(cartId)
      await buyer.pay(first)
      if (buyer.random.chance(0.4)) await buyer.pay(second)
    }
  ),
}

/** Changes what a cart costs: once, twice, or several times at the same time. */
async function tamper(buyer: Buyer, cartId: string): Promise<void> {
  const change = changeOf(buyer, cartId)
  // Refused, locked, or not answered at all.
  const once = () => change().catch(() => {})
  await buyer.either(
    once,
    () => once().then(once),
    () => Promise.all([once(), once(), once()])
  )
}

function changeOf(buyer: Buyer, cartId: string): () => Promise<unknown> {
  const { random, scene, driver } = buyer
  const { shopper, shop } = driver
  const [quantity, region] = [random.whole(1, 200), random.pick(scene.regions)]
  return random.pick([
    () => shopper.addItem(cartId, buyer.driver.item("wallpaper", 1)),
    async () => {
      const [item] = (await shopper.cart(cartId)).items ?? []
      return shopper.changeQuantity(cartId, item.id, quantity)
    },
    () => shopper.updateCart(cartId, { promo_codes: [PROMOTION] }),
    () => shopper.chooseShipping(cartId, shop.store.shippingOptionId),
    () => shopper.updateCart(cartId, { region_id: region.regionId }),
  ])
}

/** Puts so many pieces into an order. */
export function add(buyer: Buyer, orderId: string, quantity: number) {
  const { variantId } = buyer.driver.item("wallpaper", quantity)
  return edit(buyer, orderId, (path) =>
    buyer.askAdmin(`${path}/items`, {
      items: [{ variant_id: variantId, quantity }],
    })
  )
}

/** Changes how many pieces were added. */
export function changeAdded(buyer: Buyer, orderId: string, quantity: number) {
  return edit(buyer, orderId, async (path) => {
    const { order } = await buyer.admin.get<{
      order: { items: { id: string; product_title: string }[] }
    }>(`/admin/orders/${orderId}?fields=items.id,items.product_title`)
    const item = order.items.find((each) => each.product_title === "Wallpaper")
    if (!item) return
    await buyer.askAdmin(`${path}/items/item/${item.id}`, { quantity })
  })
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
