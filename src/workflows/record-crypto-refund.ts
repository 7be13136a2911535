import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import {
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
  type Refund,
  type RefundKind,
  refundNote,
  type ShownAttempt,
} from "../modules/crypto-payment/internal"
import { deliverCryptoPaymentEventStep } from "./deliver-crypto-payment-events"
import { explainToAdmin } from "./medusa/blocker"
import {
  detachLeftoverOrders,
  removeOrphanedRefunds,
  removeOrphanedTransactions,
} from "./settle/repair"
import { leaseForAdminStep, releaseLeaseStep } from "./settle/locks"
import { actUnlessOrderPlaced } from "./settle/sessions"
import { withCoreLock } from "./medusa/core-lock"
import { findMedusaPayment, type MedusaPayment } from "./medusa/records"

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
  request?: { id: string; address: string }
  /** The transaction that sent the coins back; of no other refund in this coin. */
  transaction_hash: string
  note?: string | null
  actor_id: string
  /** What that person decided about. */
  shown?: ShownAttempt
}

/** Null where all recorded refunds are booked in Medusa, or none belongs there. */
export type Booking = { booking_error: string | null }

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
 * Books the recorded refunds in Medusa, under the attempt's lease. A failure is
 * returned, not thrown: the record stays, and the same request again finishes it.
 */
export const bookCryptoRefundsStep = createStep(
  "book-crypto-refunds",
  async ({ id }: { id: string }, { container }) =>
    new StepResponse<Booking>({
      booking_error: await bookRefunds(container, id),
    })
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

/**
 * Books what is recorded and not booked yet; core then calls our provider, which
 * accepts exactly these refunds. Returns why Medusa did not book one, or null.
 */
async function bookRefunds(container: MedusaContainer, attemptId: string) {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempt = await ledger.attempts.retrieve(attemptId)
  await removeOrphanedRefunds(container, attempt)
  await detachLeftoverOrders(container, attempt)
  const payment = await findMedusaPayment(container, attempt)
  if (!payment) return null
  const records = await ledger.listCryptoPaymentRefunds(
    // A surplus was never captured in Medusa.
    { crypto_payment_id: attemptId, kind: "price" },
    { order: { created_at: "ASC" } }
  )
  try {
    for (const refund of records) {
      const { refund_id } = refund
      if (refund_id && payment.refundIds.includes(refund_id)) continue
      await book(container, ledger, refund, payment)
    }
    if (records.length > 0 && payment.order) {
      await addMissingTransactions(container, payment.order.id, payment.id)
    }
    return null
  } catch (error) {
    return explainToAdmin([{ error }])
  }
}

async function book(
  container: MedusaContainer,
  ledger: CryptoPaymentModuleService,
  refund: Refund,
  payment: MedusaPayment
): Promise<void> {
  // Medusa deletes its refund when something failed after ours was assigned to it.
  if (refund.refund_id !== null) {
    await ledger.updateCryptoPaymentRefunds({ id: refund.id, refund_id: null })
  }
  const input = {
    payment_id: payment.id,
    amount: refund.amount,
    created_by: refund.created_by ?? undefined,
    note: refundNote(refund),
  }
  if (payment.order && !payment.order.canceled) {
    await refundPaymentWorkflow(container).run({ input })
    return
  }
  // Core's workflow refuses a payment without an order, and stops half-way for
  // a canceled one.
  await container.resolve(Modules.PAYMENT).refundPayment(input)
}

/**
 * Adds the order transactions that the refunds lack: core's refund workflow
 * stops half-way for a canceled order, and may have been killed for any other.
 */
async function addMissingTransactions(
  container: MedusaContainer,
  orderId: string,
  paymentId: string
): Promise<void> {
  await removeOrphanedTransactions(container, orderId, paymentId)
  const payments = container.resolve(Modules.PAYMENT)
  const orders = container.resolve(Modules.ORDER)
  await withCoreLock(container, orderId, async () => {
    const [payment, refunds, transactions] = await Promise.all([
      payments.retrievePayment(paymentId, { select: ["id", "currency_code"] }),
      payments.listRefunds({ payment_id: paymentId }),
      orders.listOrderTransactions({ order_id: orderId, reference: "refund" }),
    ])
    const booked = new Set(transactions.map(({ reference_id }) => reference_id))
    const missing = refunds.filter(({ id }) => !booked.has(id))
    if (missing.length === 0) return
    await orders.addOrderTransactions(
      missing.map(({ id, amount }) => ({
        order_id: orderId,
        amount: MathBN.mult(amount, -1),
        currency_code: payment.currency_code,
        reference: "refund",
        reference_id: id,
      }))
    )
  })
}
