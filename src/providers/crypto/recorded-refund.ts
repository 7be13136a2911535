import type {
  RefundPaymentInput,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import {
  type Attempt,
  type CryptoPaymentModuleService,
  recordNamedIn,
  toComparableAmount,
} from "../../modules/crypto-payment"

type Dependencies = {
  cryptoPayment: CryptoPaymentModuleService
  query: RemoteQueryFunction
}

/**
 * Whether a refund that core asks for is one that was recorded as sent by hand
 * and is not booked yet; it is then taken, so that no second one passes. Core
 * has written its own refund by now and names it as the idempotency key: the
 * record's id is in that refund's note. A refund that core starts by itself,
 * an order's cancellation or the admin's refund button, names none.
 */
export async function isRecordedRefund(
  { cryptoPayment, query }: Dependencies,
  attempt: Attempt,
  { amount, context }: RefundPaymentInput
): Promise<boolean> {
  const refundId = context?.idempotency_key
  if (!refundId || !attempt.currency_code) return false
  const { data } = await query.graph({
    entity: "refund",
    fields: ["id", "note"],
    filters: { id: refundId },
  })
  const record = recordNamedIn(data[0]?.note)
  if (!record) return false
  return await cryptoPayment.refunds.book({
    id: record,
    crypto_payment_id: attempt.id,
    amount: toComparableAmount(amount, attempt.currency_code),
    refund_id: refundId,
  })
}
