import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
import type { CryptoPaymentResolvedEvent } from "../crypto-payment-events"
import { underCartLock } from "./under-cart-lock"

/** `amount` is a decimal string in the payment's priced currency. */
export type RecordCryptoRefundInput = {
  id: string
  amount: string
  /** The transaction that sent the coins back; unique for the payment. */
  transaction_hash: string
  note?: string | null
  /** The admin user. */
  actor_id: string
}

export type RecordedRefund = {
  resolved: boolean
  event: CryptoPaymentResolvedEvent
}

/** Not undone when a later step fails: the coins are gone. */
export const recordRefundStep = createStep(
  "record-crypto-refund",
  async (input: RecordCryptoRefundInput, { container }) => {
    const { id, amount, transaction_hash, note, actor_id } = input
    const ledger = container.resolve<CryptoPaymentModuleService>(
      CRYPTO_PAYMENT_MODULE
    )
    const { attempt, resolved } = await underCartLock(container, id, () =>
      ledger.recordRefund(id, {
        amount,
        transaction_hash,
        note: note ?? null,
        by: actor_id,
      })
    )
    return new StepResponse<RecordedRefund>({
      resolved,
      event: {
        id,
        order_id: attempt.order_id,
        reason: attempt.attention_reason,
        kind: "refunded",
      },
    })
  }
)
