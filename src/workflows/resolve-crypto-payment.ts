import { emitEventStep } from "@medusajs/medusa/core-flows"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment"
import type { Resolution } from "../modules/crypto-payment/ledger/resolve"
import type CryptoPaymentModuleService from "../modules/crypto-payment/service"
import {
  bookCryptoRefundsStep,
  type Booking,
} from "./by-hand/book-crypto-refunds"
import {
  holdCryptoPaymentStep,
  releaseCryptoPaymentStep,
} from "./by-hand/hold-crypto-payment"
import { underCartLock } from "./by-hand/under-cart-lock"
import { cryptoPaymentEvents } from "./crypto-payment-events"

export const resolveCryptoPaymentWorkflowId = "resolve-crypto-payment"

/** `transaction_hash` is required for `refunded`, unless a refund was recorded before. */
export type ResolveCryptoPaymentInput = {
  id: string
  kind: Resolution["kind"]
  note?: string | null
  transaction_hash?: string | null
  /** The admin user. */
  actor_id: string
}

/** `booking_error`: why Medusa did not book a refund that is recorded. */
export type ResolveCryptoPaymentResult = Booking & { id: string }

/**
 * Takes a payment that needed attention out of a person's hands. Resolved as
 * `refunded`, a payment that Medusa captured without an order is refunded in
 * Medusa's books too, so that its cart can be paid anew.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED where it does not need attention
 * or is being worked on; INVALID_DATA for a refund without its transaction.
 */
export const resolveCryptoPaymentWorkflow = createWorkflow(
  resolveCryptoPaymentWorkflowId,
  (input: ResolveCryptoPaymentInput) => {
    const hold = holdCryptoPaymentStep(input)
    const resolved = resolveStep(input)
    const booking = bookCryptoRefundsStep(input)
    releaseCryptoPaymentStep(hold)
    emitEventStep({
      eventName: cryptoPaymentEvents.resolved,
      data: resolved,
    }).config({ name: "emit-crypto-payment-resolved" })
    return new WorkflowResponse(transform({ input, booking }, toResult))
  }
)

/** Not undone when a later step fails: what a person said stands. */
const resolveStep = createStep(
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
    return new StepResponse({
      id,
      order_id: attempt.order_id,
      reason: attempt.attention_reason,
      kind,
    })
  }
)

function toResult({
  input,
  booking,
}: {
  input: ResolveCryptoPaymentInput
  booking: Booking
}): ResolveCryptoPaymentResult {
  return { id: input.id, ...booking }
}
