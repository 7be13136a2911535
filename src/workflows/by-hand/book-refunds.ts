import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import type {
  IPaymentModuleService,
  MedusaContainer,
} from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import {
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
  refundNote,
} from "../../modules/crypto-payment"
import { describeFailures } from "../settle/core-errors"
import { detachLeftoverOrders } from "../settle/leftover-orders"
import { removeUnsentRefunds } from "../settle/remove-unsent-refunds"
import { completeOrderBooks } from "./complete-order-books"
import {
  findMedusaPayment,
  type MedusaPayment,
} from "../settle/find-medusa-payment"

type Recorded = Awaited<
  ReturnType<CryptoPaymentModuleService["listCryptoPaymentRefunds"]>
>[number]

/**
 * Books in Medusa what was recorded as given back and is not booked yet, where
 * the money became a payment of Medusa. Core then asks our provider, which
 * accepts exactly these. Runs under the attempt's lease.
 *
 * @returns why Medusa did not book one, or null. The record stays in any case.
 */
export async function bookRefunds(
  container: MedusaContainer,
  attemptId: string
): Promise<string | null> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempt = await ledger.retrieveAttempt(attemptId)
  await removeUnsentRefunds(container, attempt)
  await detachLeftoverOrders(container, attempt)
  const payment = await findMedusaPayment(container, attempt)
  if (!payment) return null
  const recorded = await ledger.listCryptoPaymentRefunds(
    { crypto_payment_id: attemptId },
    { order: { created_at: "ASC" } }
  )
  try {
    for (const refund of recorded) {
      if (isBooked(refund, payment)) continue
      await book(container, ledger, refund, payment)
    }
    if (recorded.length > 0 && payment.order) {
      await completeOrderBooks(container, payment.order.id, payment.id)
    }
    return null
  } catch (error) {
    return describeFailures([{ error }]).detail
  }
}

function isBooked(
  { refund_id }: Recorded,
  { refundIds }: MedusaPayment
): boolean {
  return refund_id !== null && refundIds.includes(refund_id)
}

async function book(
  container: MedusaContainer,
  ledger: CryptoPaymentModuleService,
  refund: Recorded,
  payment: MedusaPayment
): Promise<void> {
  // Medusa deletes its refund when something failed after we gave it away.
  if (refund.refund_id !== null) {
    await ledger.updateCryptoPaymentRefunds({ id: refund.id, refund_id: null })
  }
  const input = {
    payment_id: payment.id,
    amount: refund.amount,
    created_by: refund.created_by ?? undefined,
    note: refundNote(refund),
  }
  if (payment.order && !payment.order.canceled) {
    await refundPaymentWorkflow(container).run({ input })
    return
  }
  // Core's workflow refuses a payment without an order, and stops half-way for
  // a cancelled one.
  await container
    .resolve<IPaymentModuleService>(Modules.PAYMENT)
    .refundPayment(input)
}
