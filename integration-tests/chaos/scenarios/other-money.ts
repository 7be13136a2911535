import { setTimeout as wait } from "node:timers/promises"
import { patiently } from "../patience"
import type { Buyer, Opened } from "./buyer"
import { placeUnpaid } from "./unpaid-order"

const PRICE_SHARE = 0.4

/**
 * Money besides the cart's own payment: another collection that the merchant marks as paid or the
 * buyer pays in crypto, or a credit line; of all that is due or a part, before, after or while the
 * first page is paid.
 */
export async function otherMoney(buyer: Buyer): Promise<void> {
  const unpaid = await placeUnpaid(buyer)
  if (!unpaid) return
  const { random } = buyer
  const { orderId, opened } = unpaid
  const amount = await amountOf(buyer, orderId)
  if (amount === null) return
  const bring = random.pick([markAsPaid, paySecond, credit, openSecond])
  const other = () => bring(buyer, orderId, amount)
  const pay = () => buyer.pay(opened)
  switch (random.pick(["before", "after", "at once", "alone"] as const)) {
    case "before":
      await other()
      return pay()
    case "after":
      await pay()
      await wait(random.whole(0, 1_500))
      return other()
    case "at once":
      await Promise.all([other(), pay()])
      return
    case "alone":
      return other()
  }
}

/** All that is due for the order, or a part. */
async function amountOf(buyer: Buyer, orderId: string) {
  const answer = await buyer.unlessRefused(() =>
    patiently(() =>
      buyer.scene.admin.get<{ order: { total: number } }>(
        `/admin/orders/${orderId}?fields=total`
      )
    )
  )
  if (!answer) return null
  const { total } = answer.order
  return buyer.random.chance(0.6)
    ? total
    : Math.round(total * PRICE_SHARE * 100) / 100
}

async function secondCollection(
  buyer: Buyer,
  order_id: string,
  amount: number
) {
  const answer = await buyer.askAdmin<{ payment_collection: { id: string } }>(
    "/admin/payment-collections",
    { order_id, amount }
  )
  return answer?.payment_collection.id
}

async function markAsPaid(buyer: Buyer, order_id: string, amount: number) {
  const id = await secondCollection(buyer, order_id, amount)
  if (!id) return
  await buyer.askAdmin(`/admin/payment-collections/${id}/mark-as-paid`, {
    order_id,
  })
}

async function openSecond(
  buyer: Buyer,
  orderId: string,
  amount: number
): Promise<void> {
  await opened(buyer, orderId, amount)
}

async function paySecond(buyer: Buyer, orderId: string, amount: number) {
  const second = await opened(buyer, orderId, amount)
  if (second) await buyer.pay(second)
}

async function opened(
  buyer: Buyer,
  orderId: string,
  amount: number
): Promise<Opened | null> {
  const id = await secondCollection(buyer, orderId, amount)
  return id ? await buyer.openCollection(id) : null
}

async function credit(buyer: Buyer, orderId: string, amount: number) {
  await buyer.askAdmin(`/admin/orders/${orderId}/credit-lines`, {
    amount,
    reference: "voucher",
    reference_id: "voucher",
  })
}
