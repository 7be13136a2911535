import {
  createWorkflow,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import {
  bookCryptoRefundsStep,
  type Booking,
} from "./by-hand/book-crypto-refunds"
import {
  holdCryptoPaymentStep,
  releaseCryptoPaymentStep,
} from "./by-hand/hold-crypto-payment"
import {
  recordRefundStep,
  type RecordCryptoRefundInput,
  type RecordedRefund,
} from "./by-hand/record-refund"
import { deliverCryptoPaymentEventStep } from "./deliver-crypto-payment-events"

export type { RecordCryptoRefundInput }

export const recordCryptoRefundWorkflowId = "record-crypto-refund"

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
    const recorded = recordRefundStep(input)
    const booking = bookCryptoRefundsStep(input)
    releaseCryptoPaymentStep(hold)
    deliverCryptoPaymentEventStep(
      transform({ recorded }, ({ recorded }) => recorded.event)
    )
    return new WorkflowResponse(transform({ recorded, booking }, toResult))
  }
)

function toResult({
  recorded,
  booking,
}: {
  recorded: RecordedRefund
  booking: Booking
}): RecordCryptoRefundResult {
  const { id, resolved } = recorded
  return { id, resolved, ...booking }
}
