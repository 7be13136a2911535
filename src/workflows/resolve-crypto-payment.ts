import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { invalidData } from "../medusa-errors"
import type { Query } from "../medusa-query"
import type { ShownAttempt } from "../modules/crypto-payment/admin-actions/allowed-actions"
import type { Resolution } from "../modules/crypto-payment/attempts/states"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"
import type { OutboxEvent } from "../modules/crypto-payment/outbox/outbox"
import { deliverCryptoPaymentEventStep } from "./deliver-crypto-payment-events"
import { bookCryptoRefundsStep, type Booking } from "./book-crypto-refunds"
import { leaseForAdminStep, releaseLeaseStep } from "./settle/locks"
import { actUnlessOrderPlaced } from "./settle/sessions"

export const resolveCryptoPaymentWorkflowId = "resolve-crypto-payment"

/** `transaction_hash` is required for `refunded`, unless the whole amount is recorded as refunded. */
export type ResolveCryptoPaymentInput = {
  id: string
  kind: Resolution["kind"]
  note?: string | null
  /** Number of the order that was placed by hand for the payment. */
  order_number?: number | null
  transaction_hash?: string | null
  actor_id: string
  /** What that person decided about. */
  shown?: ShownAttempt
}

/** `booking_error`: why Medusa did not book a refund that is recorded. */
export type ResolveCryptoPaymentResult = Booking & { id: string }

/** Not undone when a later step fails: the admin's decision stands. */
const markResolvedStep = createStep(
  "mark-crypto-payment-resolved",
  async (input: ResolveCryptoPaymentInput, { container }) => {
    const { id, kind, note, order_number, transaction_hash } = input
    const { actor_id, shown } = input
    const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
    const order = order_number
      ? await findOrder(container.resolve("query"), order_number)
      : null
    const { event, sent } = await actUnlessOrderPlaced(container, id, () =>
      ledger.adminActions.resolve(
        id,
        {
          kind,
          note: note ?? null,
          order,
          transaction_hash: transaction_hash ?? null,
          by: actor_id,
        },
        shown
      )
    )
    return new StepResponse<(OutboxEvent | null)[]>([event, sent])
  }
)

/**
 * Marks a payment that needs attention as resolved; one that was never confirmed is
 * closed, and still checked for late money. As `refunded`, one that Medusa captured
 * without an order is refunded in Medusa too, so that its cart can be paid again.
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED where it does not need attention or
 * another run works on it; INVALID_DATA for a refund without its transaction, or an order that
 * there is not.
 */
export const resolveCryptoPaymentWorkflow = createWorkflow(
  resolveCryptoPaymentWorkflowId,
  (input: ResolveCryptoPaymentInput) => {
    const leased = leaseForAdminStep(input)
    const events = markResolvedStep(input)
    const booking = bookCryptoRefundsStep(input)
    releaseLeaseStep(leased)
    deliverCryptoPaymentEventStep(events)
    return new WorkflowResponse(
      transform(
        { input, booking },
        ({ input, booking }): ResolveCryptoPaymentResult => ({
          id: input.id,
          ...booking,
        })
      )
    )
  }
)

async function findOrder(query: Query, display_id: number) {
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "display_id", "status", "is_draft_order"],
    filters: { display_id },
  })
  const order = data.find(
    ({ status, is_draft_order }) => !is_draft_order && status !== "canceled"
  )
  if (order) return { id: order.id, display_id }
  throw invalidData(
    `Order #${display_id} does not exist, is canceled, or is still a draft. Enter the number of the order that you placed for this payment.`
  )
}
