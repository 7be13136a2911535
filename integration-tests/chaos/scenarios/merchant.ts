import { setTimeout as wait } from "node:timers/promises"
import { addProduct, addPromotion, addRegion, LIVE } from "../prepare-shop"
import { patiently } from "../patience"
import type { Buyer } from "./buyer"
import { attemptIn } from "./short-and-refunds"

/** Regions of one country each, which no other scenario of the campaign uses. */
const COUNTRIES =
  "ar at au be bg br ca ch cl co cr cy cz dk ee eg es fi fr gb ge gr hr hu ie il in is it ke kr lt lu lv ma md mt mx my no nz pe ph pl pt ro rs se sg si sk th tn tr ua uy vn za".split(
    " "
  )

/** The merchant looks at payments in every state, and tries their orders. */
export async function checkNow(buyer: Buyer): Promise<void> {
  const opened = await buyer.open(await buyer.cart())
  const check = async () => {
    const id = await buyer.attemptOf(opened)
    if (id) await buyer.askAdmin(`/admin/crypto-payments/${id}/check`)
  }
  const retry = async () => {
    const id = await buyer.attemptOf(opened)
    if (id) await buyer.decide(id, "retry-order")
  }
  await Promise.all([buyer.pay(opened), check()])
  await Promise.all([check(), retry()])
}

/** A payment that needs a person gets one: sent back in parts, or resolved. */
export async function admins(buyer: Buyer): Promise<void> {
  const { random } = buyer
  const cartId = await buyer.cart()
  const opened = await buyer.open(cartId)
  await buyer.change(cartId)
  await buyer.pay(opened)
  await wait(random.whole(300, 1_500))
  const id = await buyer.attemptOf(opened)
  if (!id) return
  const hash = `0x${random.whole(0, 2 ** 31).toString(16)}`
  const refund = (amount: string, part: number) =>
    buyer.decide(id, "refunds", {
      amount,
      transaction_hash: `${hash}${part}`,
    })
  switch (random.pick(["in parts", "refunded", "other", "left"] as const)) {
    case "in parts":
      await Promise.all([refund("1", 1), refund("1", 1), refund("0.5", 2)])
      return
    case "refunded":
      await buyer.decide(id, "resolve", {
        kind: "refunded",
        transaction_hash: hash,
      })
      return
    case "other":
      await buyer.decide(id, "resolve", { kind: "other", note: "Talked" })
      return
    case "left":
      return
  }
}

/** An order that is paid and settled is sent back, in parts or as a whole. */
export async function refundOrder(buyer: Buyer): Promise<void> {
  const paid = await payOrder(buyer)
  if (!paid) return
  for (let part = 0; part < buyer.random.whole(1, 3); part++) {
    await refundPart(buyer, paid.id, "1.11", part)
  }
}

/** Two refunds of one order, and the second one again, in the same moment. */
export async function refundTwo(buyer: Buyer): Promise<void> {
  const paid = await payOrder(buyer)
  if (!paid) return
  const hash = buyer.random.whole(0, 2 ** 31)
  await Promise.all([
    refundPart(buyer, paid.id, "1.11", 1),
    refundPart(buyer, paid.id, "0.50", 2, hash),
    refundPart(buyer, paid.id, "0.50", 2, hash),
  ])
}

/** Medusa books no refund of an order that is being edited. */
export async function refundInEdit(buyer: Buyer): Promise<void> {
  const paid = await payOrder(buyer)
  if (!paid) return
  await buyer.askAdmin("/admin/order-edits", { order_id: paid.orderId })
  const giveUp = async () => {
    await wait(buyer.random.whole(500, 2_000))
    const path = `/admin/order-edits/${paid.orderId}`
    await buyer.unlessRefused(() =>
      patiently(() => buyer.scene.admin.delete(path))
    )
  }
  // Recorded at once, and tried again as the message says.
  await Promise.all([refundPart(buyer, paid.id, "1.11", 1), giveUp()])
  if (buyer.random.chance(0.5)) await refundPart(buyer, paid.id, "0.50", 2)
}

/** A settled payment with its order; undefined where it is none soon. */
async function payOrder(buyer: Buyer) {
  const cartId = await buyer.cart()
  const opened = await buyer.open(cartId)
  await buyer.pay(opened)
  const orderId = await buyer.orderOf(cartId)
  const id = orderId ? await attemptIn(buyer, opened, "settled") : null
  return orderId && id ? { id, orderId } : undefined
}

async function refundPart(
  buyer: Buyer,
  id: string,
  amount: string,
  part: number,
  hash = buyer.random.whole(0, 2 ** 31)
): Promise<void> {
  const transaction_hash = `0x${hash.toString(16)}${part}`
  await buyer.decide(id, "refunds", { amount, transaction_hash })
}

/** Pays the second merchant, who takes real coins. */
export async function otherMerchant(buyer: Buyer): Promise<void> {
  const cartId = await buyer.cart()
  const opened = await buyer.open(cartId, LIVE)
  await buyer.pay(opened)
  if (buyer.random.chance(0.5)) await buyer.complete(cartId)
}

/** Currencies without and with three digits, and fractions of both. */
export async function otherCurrency(buyer: Buyer): Promise<void> {
  const { random, scene } = buyer
  const region = random.pick(Object.values(scene.regions))
  const cartId = await buyer.cart({
    region,
    items: [buyer.item("guide", random.whole(1, 7))],
    ...(random.chance(0.5) ? { promotion: "EIGHTH" } : {}),
  })
  const opened = await buyer.open(cartId)
  await buyer.pay(opened)
  if (random.chance(0.5)) await buyer.complete(cartId)
}

/** The product is taken out of the catalogue while its payment is open. */
export async function removedProduct(buyer: Buyer): Promise<void> {
  const { admin, store } = buyer.scene
  const { productId, variantId } = await patiently(() =>
    addProduct(admin, store.salesChannelId)
  )
  const cartId = await buyer.cart({
    items: [{ variant_id: variantId, quantity: 2 }],
  })
  await payWhile(buyer, cartId, () =>
    admin.delete(`/admin/products/${productId}`)
  )
}

/** The promotion that made the cart cheaper is deleted. */
export async function removedPromotion(buyer: Buyer): Promise<void> {
  const { admin } = buyer.scene
  const code = `P${buyer.random.whole(0, 2 ** 31)}`
  const id = await patiently(() => addPromotion(admin, code))
  const cartId = await buyer.cart({ promotion: code })
  await payWhile(buyer, cartId, () => admin.delete(`/admin/promotions/${id}`))
}

/** The region, or crypto in it, goes away while the payment is open. */
export async function removedRegion(
  buyer: Buyer,
  { rarity }: { rarity: number }
): Promise<void> {
  const { admin } = buyer.scene
  const country = COUNTRIES[rarity % COUNTRIES.length]
  // Refused where an earlier buyer's region still has the country.
  const region = await buyer.unlessRefused(() =>
    patiently(() => addRegion(admin, country, "eur"))
  )
  if (!region) return
  const cartId = await buyer.cart({ region })
  const path = `/admin/regions/${region.id}`
  await payWhile(buyer, cartId, () =>
    buyer.random.chance(0.5)
      ? admin.delete(path)
      : admin.post(path, { payment_providers: ["pp_system_default"] })
  )
}

/** Before the payment, or at the same time. */
async function payWhile(
  buyer: Buyer,
  cartId: string,
  remove: () => Promise<unknown>
): Promise<void> {
  const opened = await buyer.open(cartId)
  if (buyer.random.chance(0.5)) {
    await buyer.tryOnce(remove)
    await buyer.pay(opened)
  } else {
    await Promise.all([buyer.pay(opened), buyer.tryOnce(remove)])
  }
  if (buyer.random.chance(0.3)) await buyer.complete(cartId)
}
