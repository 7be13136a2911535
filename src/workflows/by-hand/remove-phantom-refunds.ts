import type {
  IOrderModuleService,
  MedusaContainer,
} from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/** Generated for each model of the module, and not among its typed methods. */
type OrderModule = IOrderModuleService & {
  updateOrderTransactions(
    data: readonly { id: string; version: number }[]
  ): Promise<unknown>
}

/**
 * Core's cancellation of an order writes a refund into the order's transactions
 * even where the provider refused it; it names the payment where a real refund
 * is named. Coins never went back by that, so the line is taken out.
 *
 * The cancellation makes a new version of the order after it, and a deleted
 * transaction is taken out of the sums of its own version only: so it is moved
 * to the version of today first.
 */
export async function removePhantomRefunds(
  container: MedusaContainer,
  orderId: string,
  paymentId: string
): Promise<void> {
  const orders = container.resolve<OrderModule>(Modules.ORDER)
  const phantoms = await orders.listOrderTransactions({
    order_id: orderId,
    reference: "refund",
    reference_id: paymentId,
  })
  if (phantoms.length === 0) return
  const ids = phantoms.map(({ id }) => id)
  const { version } = await orders.retrieveOrder(orderId, {
    select: ["id", "version"],
  })
  await orders.updateOrderTransactions(ids.map((id) => ({ id, version })))
  await orders.deleteOrderTransactions(ids)
}
