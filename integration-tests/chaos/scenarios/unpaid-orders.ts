import { setTimeout as wait } from "node:timers/promises"
import { patiently } from "../patience"
import type { Buyer } from "./buyer"
import { add, changeAdded } from "./order-changes"
import { endTime, isCanceledSoon, placeUnpaid } from "./unpaid-order"

export async function orderFirst(buyer: Buyer): Promise<void> {
  const unpaid = await placeUnpaid(buyer)
  if (!unpaid) return
  if (buyer.random.chance(0.3)) await buyer.complete(unpaid.cartId)
  await buyer.pay(unpaid.opened)
  if (buyer.random.chance(0.3)) await buyer.look(unpaid.opened)
}

export async function payAgain(buyer: Buyer): Promise<void> {
  const unpaid = await placeUnpaid(buyer)
  if (!unpaid) return
  const { random, scene } = buyer
  const { gatewayId } = unpaid.opened
  await buyer.unlessRefused(() =>
    random.chance(0.7)
      ? scene.gateway.expire(gatewayId)
      : scene.gateway.fail(gatewayId)
  )
  await wait(random.whole(0, 1_500))
  const open = () =>
    buyer.unlessRefused(() =>
      random.chance(0.5)
        ? buyer.open(unpaid.cartId)
        : buyer.openInline(unpaid.cartId)
    )
  const again = random.chance(0.3)
    ? (await Promise.all([open(), open()]))[0]
    : await open()
  if (!again) return
  if (random.chance(0.3)) {
    await Promise.all([buyer.payLate(unpaid.opened), buyer.pay(again)])
  } else {
    await buyer.pay(again)
  }
}

export async function neverPay(buyer: Buyer): Promise<void> {
  const unpaid = await placeUnpaid(buyer)
  if (!unpaid) return
  const { random, scene } = buyer
  const { gatewayId } = unpaid.opened
  switch (random.pick(["nothing", "coin", "under", "expired"] as const)) {
    case "nothing":
      break
    case "coin":
      await buyer.unlessRefused(() => scene.gateway.chooseCoin(gatewayId))
      break
    case "under":
      await buyer.pay(unpaid.opened, "under")
      break
    case "expired":
      await buyer.unlessRefused(() => scene.gateway.expire(gatewayId))
  }
  // For the others it is over once the campaign is.
  if (random.chance(0.6)) await endTime(buyer, unpaid)
}

export async function payCanceled(buyer: Buyer): Promise<void> {
  const unpaid = await placeUnpaid(buyer)
  if (!unpaid) return
  await endTime(buyer, unpaid)
  if (await isCanceledSoon(buyer, unpaid)) await buyer.payLate(unpaid.opened)
}

export async function payAtTheEnd(buyer: Buyer): Promise<void> {
  const unpaid = await placeUnpaid(buyer)
  if (!unpaid) return
  const { random, scene } = buyer
  const isExpired = random.chance(0.4)
  if (isExpired) {
    await buyer.unlessRefused(() =>
      scene.gateway.expire(unpaid.opened.gatewayId)
    )
  }
  const pay = async () => {
    // The job comes every three seconds.
    await wait(random.whole(0, 5_000))
    await buyer.pay(unpaid.opened)
  }
  await Promise.all([endTime(buyer, unpaid), pay()])
}

export async function payUnnoticed(buyer: Buyer): Promise<void> {
  const unpaid = await placeUnpaid(buyer)
  if (!unpaid) return
  const { random, scene } = buyer
  if (random.chance(0.6)) {
    await buyer.unlessRefused(() =>
      scene.gateway.expire(unpaid.opened.gatewayId)
    )
    await wait(random.whole(0, 2_000))
  }
  await scene.gateway.addFaults({ webhooks: [{ kind: "drop", count: 1 }] })
  await buyer.pay(unpaid.opened)
  await endTime(buyer, unpaid)
}

export async function adminCancels(buyer: Buyer): Promise<void> {
  const unpaid = await placeUnpaid(buyer)
  if (!unpaid) return
  const { admin, cancellations, canceledByAdmin } = buyer.scene
  const path = `/admin/orders/${unpaid.orderId}/cancel`
  const cancel = async () => {
    cancellations.add(path)
    canceledByAdmin.add(unpaid.orderId)
    await buyer.unlessRefused(() => patiently(() => admin.post(path)))
    cancellations.delete(path)
  }
  switch (buyer.random.pick(["alone", "before", "at once", "ended"] as const)) {
    case "alone":
      return cancel()
    case "before":
      await cancel()
      return buyer.pay(unpaid.opened)
    case "at once":
      await Promise.all([cancel(), buyer.pay(unpaid.opened)])
      return
    case "ended":
      // The job cancels the order at the same time.
      await Promise.all([endTime(buyer, unpaid), cancel(), cancel()])
  }
}

export async function editUnpaid(buyer: Buyer): Promise<void> {
  const unpaid = await placeUnpaid(buyer)
  if (!unpaid) return
  const { random } = buyer
  const { orderId, cartId, opened } = unpaid
  await add(buyer, orderId, random.whole(1, 3))
  const payNow = async () => {
    const again = await buyer.unlessRefused(() => buyer.open(cartId))
    if (again) await buyer.pay(again)
  }
  switch (
    random.pick(["new", "old", "both", "back", "meanwhile", "never"] as const)
  ) {
    case "new":
      return payNow()
    case "old":
      return buyer.pay(opened)
    case "both":
      await payNow()
      return buyer.pay(opened)
    case "back":
      await changeAdded(buyer, orderId, 0)
      return random.chance(0.5) ? payNow() : buyer.pay(opened)
    case "meanwhile":
      await Promise.all([
        changeAdded(buyer, orderId, random.pick([0, 1, 5])),
        payNow(),
      ])
      return
    case "never":
      return endTime(buyer, unpaid)
  }
}
