import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN, Modules, PaymentEvents } from "@medusajs/framework/utils"
import { notAllowed } from "../medusa-errors"
import { findMedusaPayment, type MedusaPayment } from "../medusa/collections"
import type { StepFailure } from "../medusa/errors"
import { orderFacts, readCreditedOrder } from "../medusa/orders"
import type { Price } from "../modules/crypto-payment/column-values"
import type { Refund } from "../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"
import { refundNote } from "../modules/crypto-payment/refunds/limits"
import { creditFor } from "../modules/crypto-payment/settling/due"
import { comparablePrice } from "../modules/crypto-payment/settling/money"
import { explainToAdmin } from "./medusa/blocker"
import { withCoreLock } from "./settle/locks"
import { unlinkOrphanedOrders } from "./settle/orphaned-orders"
import {
  removeOrphanedRefunds,
  endHalfDoneChange,
  sumRefunds,
} from "./settle/repair"
import { removeOrphanedTransactions } from "./settle/transactions"

/** Core does not export the workflow, and its engine knows it by this name. */
const createCreditLinesWorkflowId = "create-order-refund-credit-lines"

/** The credit lines of these refunds name the refund's id with this reference. */
const CREDIT_REFERENCE = "crypto_refund"

/** Null where all recorded refunds are booked in Medusa, or none belongs there. */
export type Booking = { booking_error: string | null }

/**
 * Books an attempt's recorded refunds in Medusa: the refund of the payment, a credit line of its
 * order, so that it does not ask for that money again, and the transaction. Core's own workflow
 * cannot be continued; so each is made here where it lacks. The credit line comes before the
 * transaction, since core may refuse it. Safe to run again after a crash at any point.
 * Runs under the attempt's lease, and under the order's lock: an order has several payments.
 * @returns why Medusa did not book one, for an admin; or null. It is not thrown: the record stays.
 */
export async function bookRefunds(
  container: MedusaContainer,
  attemptId: string
): Promise<string | null> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempt = await ledger.attempts.retrieve(attemptId)
  await removeOrphanedRefunds(container, attempt)
  await unlinkOrphanedOrders(container, attempt)
  const found = await findMedusaPayment(container, attempt)
  if (!found || (await ledger.refunds.listUnbooked(attemptId)).length === 0) {
    return null
  }
  const failures: StepFailure[] = []
  let isRefunded = false
  try {
    const { order } = found
    if (order) await removeOrphanedTransactions(container, order.id, found.id)
    await withCoreLock(container, order && order.id, async () => {
      const payment = await findMedusaPayment(container, attempt)
      if (!payment) return
      for (const refund of await ledger.refunds.listUnbooked(attemptId)) {
        await bookRefund(container, refund, payment).then(
          () => (isRefunded = order !== null && !order.canceled),
          (error: unknown) => failures.push({ error })
        )
      }
    })
  } catch (error) {
    failures.push({ error })
  }
  if (isRefunded) await tellOfRefund(container, found.id)
  return failures.length === 0 ? null : explainToAdmin(failures)
}

/** As core's own workflow does. */
async function tellOfRefund(container: MedusaContainer, id: string) {
  const name = PaymentEvents.REFUNDED
  const bus = container.resolve(Modules.EVENT_BUS)
  await bus.emit({ name, data: { id } }).catch((error: unknown) => {
    const logger = container.resolve("logger")
    logger.warn(`the event ${name} of ${id} is lost: ${String(error)}`)
  })
}

async function bookRefund(
  container: MedusaContainer,
  refund: Refund,
  payment: MedusaPayment
): Promise<void> {
  const { order } = payment
  const sent = refund.currency_code.toUpperCase()
  const paid = payment.currency_code.toUpperCase()
  // An amount of one currency is never booked as one of another.
  if (sent !== paid) {
    throw notAllowed(
      `The refund is in ${sent}, and Medusa's payment in ${paid}.`
    )
  }
  const known = payment.refundIds.find((id) => id === refund.refund_id)
  // Before anything is written: core refuses a credit line while the order is being changed.
  if (order && (await readLack(container, order.id, refund, known)).credit) {
    if (await endHalfDoneChange(container, order.id)) {
      throw notAllowed(
        "The order is being changed. The refund is added to it once the edit, return, exchange or claim is confirmed or canceled."
      )
    }
  }
  const refundId = known ?? (await refundInMedusa(container, refund, payment))
  // Core sums them last, and may have been stopped before.
  if (known) await sumRefunds(container, payment.payment_collection_id)
  if (order) await bookOnOrder(container, order.id, refund, refundId)
  const { refunds } = container.resolve(CRYPTO_PAYMENT_MODULE)
  await refunds.markBooked(refund.id)
}

/** Core then calls our provider, which accepts exactly the recorded refunds, and assigns them. */
async function refundInMedusa(
  container: MedusaContainer,
  refund: Refund,
  payment: MedusaPayment
): Promise<string> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  // Medusa deletes its refund when something failed after ours was assigned to it.
  if (refund.refund_id !== null) await ledger.refunds.release(refund)
  await container.resolve(Modules.PAYMENT).refundPayment({
    payment_id: payment.id,
    amount: refund.amount,
    created_by: refund.created_by ?? undefined,
    note: refundNote(refund),
  })
  const { refund_id } = await ledger.retrieveCryptoPaymentRefund(refund.id)
  if (refund_id === null) throw new Error("Medusa did not keep the refund.")
  return refund_id
}

async function bookOnOrder(
  container: MedusaContainer,
  order_id: string,
  refund: Refund,
  refundId: string
): Promise<void> {
  const read = () => readLack(container, order_id, refund, refundId)
  const { credit } = await read()
  if (credit) {
    await container
      .resolve(Modules.WORKFLOW_ENGINE)
      .run(createCreditLinesWorkflowId, {
        input: {
          order_id,
          amount: credit.amount,
          reference: CREDIT_REFERENCE,
          referenceId: refundId,
          created_by: refund.created_by ?? undefined,
        },
      })
  }
  if ((await read()).isBooked) return
  await container.resolve(Modules.ORDER).addOrderTransactions({
    order_id,
    amount: MathBN.mult(refund.amount, -1),
    currency_code: refund.currency_code,
    reference: "refund",
    reference_id: refundId,
  })
  if ((await read()).isBooked) return
  throw new Error("Medusa did not keep the refund's transaction.")
}

/** @param refundId Medusa's; undefined before there is one */
async function readLack(
  container: MedusaContainer,
  orderId: string,
  refund: Refund,
  refundId: string | undefined
): Promise<{ isBooked: boolean; credit: Price | null }> {
  const query = container.resolve("query")
  const order = await readCreditedOrder(query, orderId)
  if (!order) throw new Error("The order is gone.")
  const { transactions: bookings, credit_lines } = order
  const isBooked = bookings.some((each) => each.reference_id === refundId)
  const ours = credit_lines.filter(
    ({ reference }) => reference === CREDIT_REFERENCE
  )
  const facts = await orderFacts(query, order)
  const isCredited = ours.some((line) => line.reference_id === refundId)
  if (facts.canceled || isBooked || isCredited) {
    return { isBooked, credit: null }
  }
  if (!facts.pending) throw new Error("Nobody knows what is due for the order.")
  // A refund whose transaction is still to come has left the order as it was.
  const coming = ours.filter((line) =>
    bookings.every((each) => each.reference_id !== line.reference_id)
  )
  const amount = MathBN.sum(
    facts.pending.amount,
    ...coming.map((line) => line.amount)
  )
  const pending = comparablePrice({ ...facts.pending, amount })
  return { isBooked, credit: creditFor(pending, refund) }
}
