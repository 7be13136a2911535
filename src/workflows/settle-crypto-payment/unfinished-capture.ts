import type { MedusaContainer, PaymentDTO } from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"

import {
  type Attempt,
  comparablePrice,
  isSamePrice,
} from "../../modules/crypto-payment/internal"
import { findOrderId } from "../medusa/records"
import { removeOrderTransactions } from "../medusa/orphaned-refunds"

/** By then core has finished a capture, or was stopped in it. */
const CAPTURING_MS = 10_000

/**
 * Core writes the last of two captures before it notes that the payment is captured. Stopped in
 * between, it refuses every later capture, since nothing is left. So that capture is deleted, and
 * core makes it again. Runs under the attempt's lease.
 */
export async function removeUnfinishedCapture(
  container: MedusaContainer,
  attempt: Attempt
): Promise<void> {
  const { remainder_amount, authorized_session_id } = attempt
  if (remainder_amount === null || authorized_session_id === null) return
  const payments = container.resolve(Modules.PAYMENT)
  const [payment] = await payments.listPayments(
    { payment_session_id: authorized_session_id },
    { relations: ["captures"] }
  )
  const id = payment && unfinishedCapture(payment)
  if (!id) return
  const orderId = await findOrderId(container.resolve("query"), attempt)
  if (orderId) {
    const booked = { reference: "capture", reference_id: [id] }
    await removeOrderTransactions(container, orderId, booked)
  }
  await payments.deleteCaptures([id])
}

/** The newest capture of a payment that is not captured, though its captures leave nothing. */
function unfinishedCapture(payment: PaymentDTO): string | undefined {
  const { captured_at, canceled_at, currency_code, captures = [] } = payment
  if (captured_at || canceled_at) return undefined
  const amount = captures.reduce(
    (sum, each) => MathBN.add(sum, each.amount),
    MathBN.convert(0)
  )
  const captured = comparablePrice({ amount, currency_code })
  if (!isSamePrice(captured, comparablePrice(payment))) return undefined
  const createdMs = ({ created_at }: (typeof captures)[number]) =>
    new Date(created_at ?? 0).getTime()
  const newest = [...captures].sort(
    (one, other) => createdMs(other) - createdMs(one)
  )[0]
  const isOver = Date.now() - createdMs(newest) >= CAPTURING_MS
  return isOver ? newest.id : undefined
}
