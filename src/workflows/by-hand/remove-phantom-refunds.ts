import type { MedusaContainer } from "@medusajs/framework/types"

import { removeOrderTransactions } from "../settle/remove-order-transactions"

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
  await removeOrderTransactions(container, orderId, {
    reference: "refund",
    reference_id: [paymentId],
  })
}
