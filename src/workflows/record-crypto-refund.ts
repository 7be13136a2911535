import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { ShownAttempt } from "../modules/crypto-payment/admin-actions/allowed-actions"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"
import type { RefundKind } from "../modules/crypto-payment/refunds/refund-request"
import { bookCryptoRefundsStep, type Booking } from "./book-crypto-refunds"
import { deliverCryptoPaymentEventStep } from "./deliver-crypto-payment-events"
import { leaseForAdminStep, releaseLeaseStep } from "./settle/locks"
import { actUnlessOrderPlaced } from "./settle/sessions"

export const recordCryptoRefundWorkflowId = "record-crypto-refund"

/**
 * Numbers are decimal strings: `amount` in the payment's priced currency, `crypto_amount` in coins
 * for the kind `surplus`. With `request`, the refund that this request of the payment says, sent to
 * `address`.
 */
export type RecordCryptoRefundInput = {
  id: string
  /** @default "price" */
  kind?: RefundKind
  amount?: string
  crypto_amount?: string
  request?: { id: string; address: string; address_tag?: string | null }
  /** The transaction that sent the coins back; of no other refund in this coin. */
  transaction_hash: string
  note?: string | null
  actor_id: string
  /** What that person decided about. */
  shown?: ShownAttempt
}

/** `booking_error`: why Medusa did not book the refund; it is recorded anyway. */
export type RecordCryptoRefundResult = Booking & {
  id: string
  /** The whole amount is recorded as refunded, which resolved the attempt. */
  resolved: boolean
}

/** Not undone when a later step fails: the coins were sent. */
const recordRefundStep = createStep(
  "record-crypto-refund",
  async (input: RecordCryptoRefundInput, { container }) => {
    const { id, note, actor_id, ...refund } = input
    const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
    const { resolved, sent } = await actUnlessOrderPlaced(container, id, () =>
      ledger.adminActions.recordRefund(id, {
        ...refund,
        note: note ?? null,
        by: actor_id,
      })
    )
    return new StepResponse({
      id,
      resolved: resolved !== null,
      event: resolved?.event ?? null,
      sent,
    })
  }
)

/**
 * Records coins that the merchant sent back, and books them in Medusa where the money
 * became a payment there, so that the order shows it; a surplus never did. The same transaction with the
 * same amount twice is one refund; sent again, it finishes a booking that failed.
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED where nothing is left to refund, the state
 * forbids it, or another run works on the payment; INVALID_DATA for an invalid amount.
 */
export const recordCryptoRefundWorkflow = createWorkflow(
  recordCryptoRefundWorkflowId,
  (input: RecordCryptoRefundInput) => {
    const leased = leaseForAdminStep(input)
    const recorded = recordRefundStep(input)
    const booking = bookCryptoRefundsStep(input)
    releaseLeaseStep(leased)
    deliverCryptoPaymentEventStep(
      transform({ recorded }, ({ recorded }) => [recorded.event, recorded.sent])
    )
    return new WorkflowResponse(
      transform(
        { recorded, booking },
        ({ recorded, booking }): RecordCryptoRefundResult => ({
          id: recorded.id,
          resolved: recorded.resolved,
          ...booking,
        })
      )
    )
  }
)
