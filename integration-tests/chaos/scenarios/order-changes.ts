import { dueCollection } from "../../support/store/admin"
import { patiently } from "../patience"
import type { Buyer, Opened } from "./buyer"

type Line = { id: string; quantity: number; title?: string }

/** More is put into a paid order; that is paid, taken back, or both at once. */
export async function editUp(buyer: Buyer): Promise<void> {
  const orderId = await buyer.order()
  if (!orderId) return
  await add(buyer, orderId, 3)
  const opened = await openDue(buyer, orderId)
  if (!opened) return
  switch (
    buyer.random.weighted({ pay: 4, more: 2, back: 2, meanwhile: 2 } as const)
  ) {
    case "pay":
      return buyer.pay(opened)
    case "more":
      // What was opened is no longer what is due.
      await changeAdded(buyer, orderId, 7)
      return buyer.pay(opened)
    case "back":
      await changeAdded(buyer, orderId, 0)
      return buyer.pay(opened)
    case "meanwhile":
      await Promise.all([
        changeAdded(buyer, orderId, buyer.random.pick([0, 1, 7])),
        buyer.pay(opened),
      ])
  }
}

/** A paid order becomes smaller: nothing more is to be paid. */
export async function editDown(buyer: Buyer): Promise<void> {
  const orderId = await buyer.order({ items: [buyer.item("guide", 3)] })
  if (!orderId) return
  await edit(buyer, orderId, async (path) => {
    const [line] = await linesOf(buyer, orderId)
    await buyer.askAdmin(`${path}/items/item/${line.id}`, { quantity: 1 })
  })
  const opened = await openDue(buyer, orderId)
  if (opened) await buyer.pay(opened)
}

/** A claim or an exchange sends something dearer, which is paid in crypto. */
export async function replacement(buyer: Buyer): Promise<void> {
  const orderId = await buyer.order()
  if (!orderId) return
  const kind = buyer.random.pick(["exchange", "claim"] as const)
  const made = await buyer.askAdmin<Record<string, { id: string }>>(
    `/admin/${kind}s`,
    { order_id: orderId, ...(kind === "claim" ? { type: "replace" } : {}) }
  )
  if (!made) return
  const path = `/admin/${kind}s/${made[kind].id}`
  await buyer.askAdmin(`${path}/outbound/items`, {
    items: [buyer.item("wallpaper", 2)],
  })
  await buyer.askAdmin(`${path}/request`)
  const opened = await openDue(buyer, orderId)
  if (opened) await buyer.pay(opened)
}

/** Puts so many pieces into an order. */
export async function add(
  buyer: Buyer,
  orderId: string,
  quantity: number
): Promise<void> {
  await edit(buyer, orderId, (path) =>
    buyer.askAdmin(`${path}/items`, {
      items: [buyer.item("wallpaper", quantity)],
    })
  )
}

async function edit(
  buyer: Buyer,
  orderId: string,
  change: (path: string) => Promise<unknown>
): Promise<void> {
  const path = `/admin/order-edits/${orderId}`
  await buyer.askAdmin("/admin/order-edits", { order_id: orderId })
  await change(path)
  await buyer.askAdmin(`${path}/confirm`)
}

/** Changes how many pieces were added. */
export async function changeAdded(
  buyer: Buyer,
  orderId: string,
  quantity: number
): Promise<void> {
  await edit(buyer, orderId, async (path) => {
    const lines = await linesOf(buyer, orderId)
    const added = lines.find(({ title }) => title === "Wallpaper")
    if (!added) return
    await buyer.askAdmin(`${path}/items/item/${added.id}`, { quantity })
  })
}

async function linesOf(buyer: Buyer, orderId: string): Promise<Line[]> {
  const { order } = await patiently(() =>
    buyer.scene.admin.get<{
      order: { items: (Line & { product_title: string })[] }
    }>(
      `/admin/orders/${orderId}?fields=items.id,items.quantity,items.product_title`
    )
  )
  return order.items.map((item) => ({ ...item, title: item.product_title }))
}

/** Null where nothing is due any more. */
async function openDue(buyer: Buyer, orderId: string): Promise<Opened | null> {
  const due = await patiently(() => dueCollection(buyer.scene.admin, orderId))
  return due ? buyer.openCollection(due) : null
}
