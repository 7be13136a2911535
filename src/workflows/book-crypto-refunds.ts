import type {
  IOrderModuleService,
  MedusaContainer,
} from "@medusajs/framework/types"
import { MathBN, Modules, PaymentEvents } from "@medusajs/framework/utils"
import { notAllowed } from "../medusa-errors"
import { withCalculatedSummary } from "../medusa-order"
import { findRecord } from "../medusa-query"
import {
  bookingsOf,
  creditFor,
  CRYPTO_PAYMENT_MODULE,
  type MedusaOrder,
  ORDER_FACT_FIELDS,
  type Price,
  type Refund,
  refundNote,
  toOrderFacts,
} from "../modules/crypto-payment/internal"
import { explainToAdmin, type StepFailure } from "./medusa/blocker"
import { withCoreLock } from "./medusa/core-lock"
import { findMedusaPayment, type MedusaPayment } from "./medusa/records"
import {
  detachLeftoverOrders,
  removeOrphanedRefunds,
  removeOrphanedTransactions,
} from "./settle/repair"

/** Core does not export the workflow, and its engine knows it by this name. */
const createCreditLinesWorkflowId = "create-order-refund-credit-lines"

/** With the refund's id, in transactions (as core does) and in credit lines. */
const REFERENCE = "refund"

/** Longer than core needs for a credit line. */
const LEFT_AFTER_MS = 60_000

/**
 * Books an attempt's recorded refunds in Medusa. Each is three writes there: the refund of the
 * payment, the transaction of its order, and a credit line, so that the order does not ask for that
 * money again. Core's own workflow makes them one by one, by the order's summary, and knows of none
 * that it made before; so each is made here where it lacks, and a record is booked once all are
 * there. Safe to run again after a crash or a refusal at any point.
 *
 * Runs under the attempt's lease, and under the order's lock: an order has several payments.
 * @returns why Medusa did not book one, for an admin; or null
 */
export async function bookRefunds(
  container: MedusaContainer,
  attemptId: string
): Promise<string | null> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempt = await ledger.attempts.retrieve(attemptId)
  await removeOrphanedRefunds(container, attempt)
  await detachLeftoverOrders(container, attempt)
  const records = await ledger.listCryptoPaymentRefunds(
    // A surplus was never captured in Medusa.
    { crypto_payment_id: attemptId, kind: "price", booked_at: null },
    { order: { created_at: "ASC" } }
  )
  const payment = await findMedusaPayment(container, attempt)
  if (!payment || records.length === 0) return null
  const { id, order } = payment
  const failures: StepFailure[] = []
  try {
    if (order) await removeOrphanedTransactions(container, order.id, id)
    await withCoreLock(container, order && order.id, async () => {
      for (const refund of records) {
        await book(container, refund, payment).catch((error: unknown) =>
          failures.push({ error })
        )
      }
    })
  } catch (error) {
    failures.push({ error })
  }
  return failures.length === 0 ? null : explainToAdmin(failures)
}

async function book(
  container: MedusaContainer,
  refund: Refund,
  payment: MedusaPayment
): Promise<void> {
  const { order } = payment
  checkCurrency(refund, payment)
  const known = payment.refundIds.find((id) => id === refund.refund_id)
  // Before anything is written: core refuses a credit line while the order is being changed.
  if (order && (await readLack(container, order.id, refund, known)).credit) {
    await endLeftChange(container, order.id)
  }
  const refundId = known ?? (await refundInMedusa(container, refund, payment))
  if (order) {
    await addTransaction(container, order.id, refund, refundId)
    await addCreditLine(container, order.id, refund, refundId)
    const lack = await readLack(container, order.id, refund, refundId)
    if (!lack.isBooked || lack.credit) {
      throw new Error("Medusa did not keep all of the refund.")
    }
  }
  await container
    .resolve(Modules.EVENT_BUS)
    .emit({ name: PaymentEvents.REFUNDED, data: { id: payment.id } })
  const { refunds } = container.resolve(CRYPTO_PAYMENT_MODULE)
  await refunds.markBooked(refund.id)
}

/** @throws MedusaError NOT_ALLOWED: an amount of one currency is never booked as one of another. */
function checkCurrency(
  { currency_code: sent }: Refund,
  { currency_code: paid }: MedusaPayment
): void {
  if (sent.toLowerCase() === paid.toLowerCase()) return
  throw notAllowed(
    `The refund is in ${sent.toUpperCase()}, and Medusa's payment in ${paid.toUpperCase()}.`
  )
}

/** Core then calls our provider, which accepts exactly the recorded refunds, and assigns them. */
async function refundInMedusa(
  container: MedusaContainer,
  refund: Refund,
  payment: MedusaPayment
): Promise<string> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  // Medusa deletes its refund when something failed after ours was assigned to it.
  if (refund.refund_id !== null) {
    await ledger.updateCryptoPaymentRefunds({ id: refund.id, refund_id: null })
  }
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

async function addTransaction(
  container: MedusaContainer,
  order_id: string,
  refund: Refund,
  refundId: string
): Promise<void> {
  const { isBooked } = await readLack(container, order_id, refund, refundId)
  if (isBooked) return
  await container.resolve(Modules.ORDER).addOrderTransactions({
    order_id,
    amount: MathBN.mult(refund.amount, -1),
    currency_code: refund.currency_code,
    reference: REFERENCE,
    reference_id: refundId,
  })
}

async function addCreditLine(
  container: MedusaContainer,
  order_id: string,
  refund: Refund,
  refundId: string
): Promise<void> {
  const { credit } = await readLack(container, order_id, refund, refundId)
  if (!credit) return
  await container
    .resolve(Modules.WORKFLOW_ENGINE)
    .run(createCreditLinesWorkflowId, {
      input: {
        order_id,
        amount: credit.amount,
        reference: REFERENCE,
        referenceId: refundId,
        created_by: refund.created_by ?? undefined,
      },
    })
}

type CreditedOrder = MedusaOrder & {
  credit_lines?: ({ reference_id?: string | null } | null)[] | null
}

/**
 * What an order lacks of a refund: its transaction, and the credit line.
 * @param refundId Medusa's; undefined before there is one
 */
async function readLack(
  container: MedusaContainer,
  orderId: string,
  refund: Refund,
  refundId: string | undefined
): Promise<{ isBooked: boolean; credit: Price | null }> {
  const query = container.resolve("query")
  const order: CreditedOrder | undefined = await findRecord(
    query,
    "order",
    orderId,
    [
      ...ORDER_FACT_FIELDS,
      ...["id", "reference_id"].map((field) => `credit_lines.${field}`),
    ]
  )
  if (!order) throw new Error("The order is gone.")
  const isOf = ({ reference_id }: { reference_id?: string | null }) =>
    refundId !== undefined && reference_id === refundId
  const isBooked = bookingsOf(order).some(isOf)
  const isCredited = (order.credit_lines ?? []).some(
    (line) => line !== null && isOf(line)
  )
  const facts = toOrderFacts(await withCalculatedSummary(query, order))
  return {
    isBooked,
    credit: isCredited ? null : creditFor(facts, refund, isBooked),
  }
}

/** What core's types of the module leave out. */
type OrderModule = Omit<IOrderModuleService, "listOrderChanges"> & {
  listOrderChanges(filters: {
    order_id: string
    status: string[]
  }): Promise<
    { id: string; change_type?: string | null; created_at: Date | string }[]
  >
  cancelOrderChange(id: string): Promise<void>
}

/**
 * Ends a change that a killed run left of a credit line, which core confirms as soon as it began it.
 * @throws MedusaError NOT_ALLOWED where somebody is changing the order
 */
async function endLeftChange(
  container: MedusaContainer,
  order_id: string
): Promise<void> {
  const orders = container.resolve<OrderModule>(Modules.ORDER)
  const status = ["pending", "requested"]
  for (const change of await orders.listOrderChanges({ order_id, status })) {
    const age = Date.now() - new Date(change.created_at).getTime()
    if (change.change_type !== "credit_line" || age < LEFT_AFTER_MS) {
      throw notAllowed(
        "The order is being changed. The refund is added to it once the edit, return, exchange or claim is confirmed or canceled."
      )
    }
    await orders.cancelOrderChange(change.id)
  }
}
