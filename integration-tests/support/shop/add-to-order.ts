import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  beginOrderEditOrderWorkflow,
  confirmOrderEditRequestWorkflow,
  orderEditAddNewItemWorkflow,
  orderEditUpdateItemQuantityWorkflow,
} from "@medusajs/medusa/core-flows"

import type { HttpClient } from "../store"

/** Edits an order; the id of the collection by which the difference is due. */
export async function addToOrder(
  container: MedusaContainer,
  order_id: string,
  item: { variant_id: string; quantity: number }
): Promise<string> {
  await beginOrderEditOrderWorkflow(container).run({ input: { order_id } })
  await orderEditAddNewItemWorkflow(container).run({
    input: { order_id, items: [item] },
  })
  await confirmOrderEditRequestWorkflow(container).run({ input: { order_id } })
  const { data: links } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "order_payment_collection",
      fields: ["payment_collection_id", "payment_collection.status"],
      filters: { order_id },
    })
  const due = links.find(
    (link) => link.payment_collection?.status === "not_paid"
  )
  return String(due?.payment_collection_id)
}

/** Requests a claim that adds one item to an order, which is then due. */
export async function claimReplacement(
  admin: HttpClient,
  order_id: string,
  variant_id: string
): Promise<void> {
  const { claim } = await admin.post<{ claim: { id: string } }>(
    "/admin/claims",
    { order_id, type: "replace" }
  )
  await admin.post(`/admin/claims/${claim.id}/outbound/items`, {
    items: [{ variant_id, quantity: 1 }],
  })
  await admin.post(`/admin/claims/${claim.id}/request`)
}

/** Edits the quantity of each item of an order; what is due afterwards is not paid. */
export async function setQuantities(
  container: MedusaContainer,
  order_id: string,
  quantityOf: (itemId: string, index: number) => number
): Promise<void> {
  const { data: orders } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "order",
      fields: ["items.id"],
      filters: { id: order_id },
    })
  const items: ({ id: string } | null)[] = orders[0]?.items ?? []
  await beginOrderEditOrderWorkflow(container).run({ input: { order_id } })
  await orderEditUpdateItemQuantityWorkflow(container).run({
    input: {
      order_id,
      items: items.flatMap((item, index) =>
        item ? [{ id: item.id, quantity: quantityOf(item.id, index) }] : []
      ),
    },
  })
  await confirmOrderEditRequestWorkflow(container).run({ input: { order_id } })
}
