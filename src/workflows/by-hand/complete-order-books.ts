import type {
  IOrderModuleService,
  IPaymentModuleService,
  MedusaContainer,
} from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"

import { removePhantomRefunds } from "./remove-phantom-refunds"

/**
 * Gives an order the transactions of its payment's refunds that it lacks:
 * core's workflow for refunds ends half-way for a cancelled order, and may have
 * been cut off for any other.
 */
export async function completeOrderBooks(
  container: MedusaContainer,
  orderId: string,
  paymentId: string
): Promise<void> {
  await removePhantomRefunds(container, orderId, paymentId)
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT)
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER)
  const [payment, refunds, known] = await Promise.all([
    payments.retrievePayment(paymentId, { select: ["id", "currency_code"] }),
    payments.listRefunds({ payment_id: paymentId }),
    orders.listOrderTransactions({ order_id: orderId, reference: "refund" }),
  ])
  const booked = new Set(known.map(({ reference_id }) => reference_id))
  const missing = refunds.filter(({ id }) => !booked.has(id))
  if (missing.length === 0) return
  await orders.addOrderTransactions(
    missing.map(({ id, amount }) => ({
      order_id: orderId,
      amount: MathBN.mult(amount, -1),
      currency_code: payment.currency_code,
      reference: "refund",
      reference_id: id,
    }))
  )
}
