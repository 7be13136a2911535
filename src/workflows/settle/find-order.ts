import type {
  IOrderModuleService,
  MedusaContainer,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  orderFactFields,
  type OrderFacts,
  type OrderTotals,
  toOrderFacts,
} from "../../modules/crypto-payment"

/** The Order Module generates it for each of its models; its type leaves it out. */
type OrderSummaries = {
  listOrderSummaries(
    filters: { order_id: string; version: number },
    config: { take: number }
  ): Promise<{ totals: OrderTotals }[]>
}

/** Null where there is none, or core took it back. */
export async function findOrder(
  container: MedusaContainer,
  id: string | undefined
): Promise<OrderFacts | null> {
  if (!id) return null
  const { data } = await container
    .resolve<RemoteQueryFunction>(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: orderFactFields, filters: { id } })
  const order = data[0]
  if (!order) return null
  if (order.version === 1) return toOrderFacts(order)
  const orders = container.resolve<IOrderModuleService & OrderSummaries>(
    Modules.ORDER
  )
  const [first] = await orders.listOrderSummaries(
    { order_id: id, version: 1 },
    { take: 1 }
  )
  return toOrderFacts(order, first?.totals)
}
