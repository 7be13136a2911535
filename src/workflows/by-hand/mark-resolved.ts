import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment"
import type { Resolution } from "../../modules/crypto-payment/ledger/resolve"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
import type { CryptoPaymentResolvedEvent } from "../crypto-payment-events"
import { underCartLock } from "./under-cart-lock"

/** `transaction_hash` is required for `refunded`, unless a refund was recorded before. */
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
    const ledger = container.resolve<CryptoPaymentModuleService>(
      CRYPTO_PAYMENT_MODULE
    )
    const attempt = await underCartLock(container, id, () =>
      ledger.resolveAttempt(id, {
        kind,
        note: note ?? null,
        transaction_hash: transaction_hash ?? null,
        by: actor_id,
      })
    )
    return new StepResponse<CryptoPaymentResolvedEvent>({
      id,
      order_id: attempt.order_id,
      reason: attempt.attention_reason,
      kind,
    })
  }
)
