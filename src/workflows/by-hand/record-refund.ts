import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import {
  CRYPTO_PAYMENT_MODULE,
  type OutboxEvent,
} from "../../modules/crypto-payment"
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
  id: string
  resolved: boolean
  event: OutboxEvent | null
}

/** Not undone when a later step fails: the coins are gone. */
export const recordRefundStep = createStep(
  "record-crypto-refund",
  async (input: RecordCryptoRefundInput, { container }) => {
    const { id, amount, transaction_hash, note, actor_id } = input
    const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
    const { resolved } = await underCartLock(container, id, () =>
      ledger.recordRefund(id, {
        amount,
        transaction_hash,
        note: note ?? null,
        by: actor_id,
      })
    )
    return new StepResponse<RecordedRefund>({
      id,
      resolved: resolved !== null,
      event: resolved?.event ?? null,
    })
  }
)
