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
  markResolvedStep,
  type ResolveCryptoPaymentInput,
} from "./by-hand/mark-resolved"
import { deliverCryptoPaymentEventStep } from "./deliver-crypto-payment-events"

export type { ResolveCryptoPaymentInput }

export const resolveCryptoPaymentWorkflowId = "resolve-crypto-payment"

/** `booking_error`: why Medusa did not book a refund that is recorded. */
export type ResolveCryptoPaymentResult = Booking & { id: string }

/**
 * Takes a payment that needed attention out of a person's hands; one that was
 * never confirmed is closed, and watched for late money. Resolved as
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
    const resolved = markResolvedStep(input)
    const booking = bookCryptoRefundsStep(input)
    releaseCryptoPaymentStep(hold)
    deliverCryptoPaymentEventStep(resolved)
    return new WorkflowResponse(transform({ input, booking }, toResult))
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
