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
 * Takes transactions of money that never moved for this order out of its books;
 * `reference_id` names captures, refunds or payments.
 *
 * A deleted transaction is taken out of the sums of its own version only, and
 * the order may have got another one since: so it is moved to today's first.
 */
export async function removeOrderTransactions(
  container: MedusaContainer,
  orderId: string,
  { reference_id, ...more }: { reference_id: string[]; reference?: string }
): Promise<void> {
  if (reference_id.length === 0) return
  const orders = container.resolve<OrderModule>(Modules.ORDER)
  const transactions = await orders.listOrderTransactions({
    order_id: orderId,
    reference_id,
    ...more,
  })
  if (transactions.length === 0) return
  const ids = transactions.map(({ id }) => id)
  const { version } = await orders.retrieveOrder(orderId, {
    select: ["id", "version"],
  })
  await orders.updateOrderTransactions(ids.map((id) => ({ id, version })))
  await orders.deleteOrderTransactions(ids)
}
