import { emitEventStep } from "@medusajs/medusa/core-flows"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  when,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment"
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
import {
  cryptoPaymentEvents,
  type CryptoPaymentResolvedEvent,
} from "./crypto-payment-events"

export const recordCryptoRefundWorkflowId = "record-crypto-refund"

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

/** `booking_error`: why Medusa did not book the refund, which is recorded all the same. */
export type RecordCryptoRefundResult = Booking & {
  id: string
  /** The whole amount is given back, which ended the need for attention. */
  resolved: boolean
}

/**
 * Records coins that the merchant sent back by hand: first in the ledger, then,
 * where the money became a payment of Medusa, in Medusa's own books, so that
 * the order shows it. The same transaction with the same amount twice is one
 * refund; sent again, it finishes a booking that failed.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED where nothing is left to refund,
 * the state forbids it, or the payment is being worked on; INVALID_DATA for an
 * amount that is none.
 */
export const recordCryptoRefundWorkflow = createWorkflow(
  recordCryptoRefundWorkflowId,
  (input: RecordCryptoRefundInput) => {
    const hold = holdCryptoPaymentStep(input)
    const recorded = recordStep(input)
    const booking = bookCryptoRefundsStep(input)
    releaseCryptoPaymentStep(hold)
    when("tell-resolved", recorded, ({ resolved }) => resolved).then(() => {
      emitEventStep({
        eventName: cryptoPaymentEvents.resolved,
        data: transform({ recorded }, ({ recorded }) => recorded.event),
      }).config({ name: "emit-crypto-payment-resolved-by-refund" })
    })
    return new WorkflowResponse(transform({ recorded, booking }, toResult))
  }
)

type Recorded = { resolved: boolean; event: CryptoPaymentResolvedEvent }

/** Not undone when a later step fails: the coins are gone. */
const recordStep = createStep(
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
    return new StepResponse<Recorded>({
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

function toResult({
  recorded,
  booking,
}: {
  recorded: Recorded
  booking: Booking
}): RecordCryptoRefundResult {
  const { resolved, event } = recorded
  return { id: event.id, resolved, ...booking }
}
