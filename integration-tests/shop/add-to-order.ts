import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  beginOrderEditOrderWorkflow,
  confirmOrderEditRequestWorkflow,
  orderEditAddNewItemWorkflow,
} from "@medusajs/medusa/core-flows"

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
