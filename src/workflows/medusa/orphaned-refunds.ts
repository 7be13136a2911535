import type {
  IOrderModuleService,
  IPaymentModuleService,
  MedusaContainer,
  RefundDTO,
} from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"

import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  isOrphanedRefund,
  toComparableAmount,
} from "../../modules/crypto-payment/internal"
import { withCoreLock } from "./core-lock"
import { findMedusaPayment } from "./records"

/**
 * Core writes a refund before it calls the provider, and deletes it when the
 * provider refuses. A crash in between leaves an orphaned refund, which was
 * never sent, and with it the payment would count as refunded. Runs under the
 * attempt's lease, so that no recorded refund is being booked meanwhile.
 */
export async function removeOrphanedRefunds(
  container: MedusaContainer,
  attempt: Attempt
): Promise<void> {
  const payment = await findMedusaPayment(container, attempt)
  if (!payment || payment.refundIds.length === 0) return
  const payments = container.resolve(Modules.PAYMENT)
  // Read before the records: a refund booked in between has its record then.
  const refunds = await payments.listRefunds({ payment_id: payment.id })
  const records = await container
    .resolve(CRYPTO_PAYMENT_MODULE)
    .listCryptoPaymentRefunds({ crypto_payment_id: attempt.id })
  const orphaned = refunds.filter((refund) => isOrphanedRefund(refund, records))
  if (orphaned.length === 0) return
  const { currency_code, payment_collection_id } =
    await payments.retrievePayment(payment.id)
  for (const refund of orphaned) {
    await noteRemoval(container, attempt, refund, currency_code)
  }
  const ids = orphaned.map(({ id }) => id)
  // Deleted last: after a crash before that, the next run finds them again.
  await subtractRefunds(payments, payment_collection_id, ids)
  await payments.deleteRefunds(ids)
}

/**
 * Core's cancellation of an order writes a refund into the order's transactions
 * even where the provider refused it, with the payment's id where a real refund
 * has its own. No coins were sent back, so the transaction is deleted.
 */
export async function removeOrphanedTransactions(
  container: MedusaContainer,
  orderId: string,
  paymentId: string
): Promise<void> {
  await removeOrderTransactions(container, orderId, {
    reference: "refund",
    reference_id: [paymentId],
  })
}

/**
 * Follows the cancellation of a paid order: removes what core booked as sent
 * back, and says in the timeline what is left to do, since Medusa's own refund
 * of a canceled order cannot send coins back.
 */
export async function noteCanceledOrder(
  container: MedusaContainer,
  paid: { id: string; order_id: string; payment_id: string }
): Promise<void> {
  const { id, order_id, payment_id } = paid
  await removeOrphanedTransactions(container, order_id, payment_id)
  await container.resolve(CRYPTO_PAYMENT_MODULE).timeline.append(id, {
    type: "order_canceled",
    source: "order",
    fact: `order_canceled:${order_id}`,
    data: {
      order_id,
      advice:
        "The coins are still in your wallet; refund them at the crypto payment.",
    },
  })
}

/** Generated for each model of the module, and not among its typed methods. */
type OrderModule = IOrderModuleService & {
  updateOrderTransactions(
    data: readonly { id: string; version: number }[]
  ): Promise<unknown>
}

/**
 * Deletes an order's transactions of money that never moved for it;
 * `reference_id` has ids of captures, refunds or payments.
 *
 * A deleted transaction is subtracted from the sums of its own version only, and
 * the order may have a newer one: so it is moved to the current version first.
 * Core subtracts what it listed before it deleted, without a lock: two at once
 * would subtract the same transaction twice.
 *
 * @throws when the order's lock is not free within ten seconds
 */
export async function removeOrderTransactions(
  container: MedusaContainer,
  orderId: string,
  { reference_id, ...more }: { reference_id: string[]; reference?: string }
): Promise<void> {
  const filters = { order_id: orderId, reference_id, ...more }
  if (!(await hasTransactions(container, filters))) return
  await withCoreLock(container, orderId, () =>
    deleteOrderTransactions(container, filters)
  )
}

/** By who has the order's lock. */
async function deleteOrderTransactions(
  container: MedusaContainer,
  filters: TransactionFilters
): Promise<void> {
  if (!(await hasTransactions(container, filters))) return
  const orders = container.resolve<OrderModule>(Modules.ORDER)
  const transactions = await orders.listOrderTransactions(filters)
  const ids = transactions.map(({ id }) => id)
  const { version } = await orders.retrieveOrder(filters.order_id, {
    select: ["id", "version"],
  })
  await orders.updateOrderTransactions(ids.map((id) => ({ id, version })))
  await orders.deleteOrderTransactions(ids)
}

type TransactionFilters = {
  order_id: string
  reference_id: string[]
  reference?: string
}

async function hasTransactions(
  container: MedusaContainer,
  filters: TransactionFilters
): Promise<boolean> {
  if (filters.reference_id.length === 0) return false
  const orders = container.resolve(Modules.ORDER)
  return (await orders.listOrderTransactions(filters)).length > 0
}

/** The collection's refunded amount: core sums it when it books, and counts all refunds that exist. */
async function subtractRefunds(
  payments: IPaymentModuleService,
  collectionId: string,
  orphanedIds: readonly string[]
): Promise<void> {
  const collection = await payments.retrievePaymentCollection(collectionId, {
    relations: ["payments.refunds"],
  })
  const refunded_amount = (collection.payments ?? [])
    .flatMap(({ refunds }) => refunds ?? [])
    .filter(({ id }) => !orphanedIds.includes(id))
    .reduce((sum, { amount }) => MathBN.add(sum, amount), MathBN.convert(0))
  await payments.updatePaymentCollections(collectionId, {
    refunded_amount,
  } as object)
}

async function noteRemoval(
  container: MedusaContainer,
  { id }: Attempt,
  refund: RefundDTO,
  currency_code: string
): Promise<void> {
  const amount = toComparableAmount(refund.amount, currency_code)
  const isNew = await container
    .resolve(CRYPTO_PAYMENT_MODULE)
    .timeline.append(id, {
      type: "refund_removed",
      source: "decision",
      fact: `refund_removed:${refund.id}`,
      data: { refund_id: refund.id, amount, currency_code },
    })
  if (!isNew) return
  container
    .resolve("logger")
    .warn(
      `crypto payment ${id}: Medusa has refund ${refund.id} of ${amount} ${currency_code.toUpperCase()}, which was never sent; it is deleted`
    )
}
