import type {
  IOrderModuleService,
  MedusaContainer,
} from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/**
 * Core's cancellation of an order writes a refund into the order's transactions
 * even where the provider refused it; it names the payment where a real refund
 * is named. Coins never went back by that, so the line is taken out.
 */
export async function removePhantomRefunds(
  container: MedusaContainer,
  orderId: string,
  paymentId: string
): Promise<void> {
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER)
  const phantoms = await orders.listOrderTransactions({
    order_id: orderId,
    reference: "refund",
    reference_id: paymentId,
  })
  if (phantoms.length === 0) return
  await orders.deleteOrderTransactions(phantoms.map(({ id }) => id))
}
