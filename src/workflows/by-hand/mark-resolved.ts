import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import {
  CRYPTO_PAYMENT_MODULE,
  type OutboxEvent,
  type Resolution,
} from "../../modules/crypto-payment"
import { underCartLock } from "./under-cart-lock"

/** `transaction_hash` is required for `refunded`, unless the whole amount is recorded as refunded. */
export type ResolveCryptoPaymentInput = {
  id: string
  kind: Resolution["kind"]
  note?: string | null
  transaction_hash?: string | null
  /** The admin user. */
  actor_id: string
}

/** Not undone when a later step fails: what a person said stands. */
export const markResolvedStep = createStep(
  "mark-crypto-payment-resolved",
  async (input: ResolveCryptoPaymentInput, { container }) => {
    const { id, kind, note, transaction_hash, actor_id } = input
    const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
    const { event } = await underCartLock(container, id, () =>
      ledger.resolveAttempt(id, {
        kind,
        note: note ?? null,
        transaction_hash: transaction_hash ?? null,
        by: actor_id,
      })
    )
    return new StepResponse<OutboxEvent | null>(event)
  }
)
