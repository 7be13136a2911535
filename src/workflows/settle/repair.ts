import type { MedusaContainer, RefundDTO } from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import { findMedusaPayment } from "../../medusa/collections"
import type { OrderChange, OrderModule } from "../../medusa/orders"
import type {
  Attempt,
  Refund,
} from "../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import {
  isOrphanedRefund,
  readRefundNote,
} from "../../modules/crypto-payment/refunds/limits"
import { toComparableAmount } from "../../modules/crypto-payment/settling/money"
import { noteAndWarn } from "./order-notes"
import {
  removeOrphanedLink,
  unlinkOrphanedOrders,
  takeBackOrphanedOrders,
} from "./orphaned-orders"

/**
 * Removes what a killed process left, before all facts about an attempt are read: orphaned refunds,
 * and the orders and links of a half-done completion.
 */
export async function repair(
  container: MedusaContainer,
  attempt: Attempt
): Promise<void> {
  await removeOrphanedRefunds(container, attempt)
  await removeOrphanedLink(container, attempt)
  await unlinkOrphanedOrders(container, attempt)
  if (attempt.state === "settled") {
    await takeBackOrphanedOrders(container, attempt)
  }
}

/**
 * Core writes a refund before it calls the provider, and deletes it when the provider refuses
 * (2.21.2, `payment-module.js`, lines 433 to 451). A crash in between leaves one that was never
 * sent, and the payment would count as refunded. Runs under the attempt's lease, so that no
 * recorded refund is being booked meanwhile.
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
  await restoreLostRefunds(container, attempt, refunds, records)
  const orphaned = refunds.filter((refund) => isOrphanedRefund(refund, records))
  if (orphaned.length === 0) return
  const { currency_code, payment_collection_id } =
    await payments.retrievePayment(payment.id)
  for (const refund of orphaned) {
    const amount = toComparableAmount(refund.amount, currency_code)
    await noteAndWarn(
      container,
      attempt.id,
      {
        type: "refund_removed",
        source: "decision",
        fact: `refund_removed:${refund.id}`,
        data: { refund_id: refund.id, amount, currency_code },
      },
      `Medusa has refund ${refund.id} of ${amount} ${currency_code.toUpperCase()}, which was never sent; it is deleted`
    )
  }
  const ids = orphaned.map(({ id }) => id)
  // Deleted last: after a crash before that, the next run finds them again.
  await sumRefunds(container, payment_collection_id, ids)
  await payments.deleteRefunds(ids)
}

/** Of a lost ledger: what Medusa has of a refund says that the money was sent back. */
async function restoreLostRefunds(
  container: MedusaContainer,
  attempt: Attempt,
  refunds: readonly RefundDTO[],
  records: readonly Pick<Refund, "id" | "refund_id">[]
): Promise<void> {
  const { currency_code } = attempt
  if (currency_code === null) return
  const isRecorded = (refund_id: string, id: string) =>
    records.some((each) => each.id === id || each.refund_id === refund_id)
  const lost = refunds.flatMap((refund) => {
    const record = readRefundNote(refund.note)
    if (!record || isRecorded(refund.id, record.id)) return []
    const amount = toComparableAmount(refund.amount, currency_code)
    const created_by = refund.created_by ?? null
    const refund_id = refund.id
    return [{ ...record, amount, currency_code, created_by, refund_id }]
  })
  if (lost.length === 0) return
  await container.resolve(CRYPTO_PAYMENT_MODULE).refunds.restore(attempt, lost)
}

/** Core sums a collection's refunds when it books, and counts all that exist. */
export async function sumRefunds(
  container: MedusaContainer,
  collectionId: string,
  orphanedIds: readonly string[] = []
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const collection = await payments.retrievePaymentCollection(collectionId, {
    relations: ["payments.refunds"],
  })
  const amounts = (collection.payments ?? [])
    .flatMap(({ refunds }) => refunds ?? [])
    .filter(({ id }) => !orphanedIds.includes(id))
    .map(({ amount }) => amount)
  const refunded: object = { refunded_amount: MathBN.sum(...amounts) }
  await payments.updatePaymentCollections(collectionId, refunded)
}

/** Longer than core needs for a credit line. */
const HALF_DONE_AFTER_MS = 60_000

/**
 * Ends a change that a killed run left of a credit line: core begins it where it cancels an order
 * or refunds it, and confirms it at once. Until it has ended, core refuses both.
 * @returns a change that stands: somebody's edit, or a credit line that another run has just begun
 */
export async function endHalfDoneChange(
  container: MedusaContainer,
  order_id: string
): Promise<OrderChange | undefined> {
  const orders = container.resolve<OrderModule>(Modules.ORDER)
  const now = await container.resolve(CRYPTO_PAYMENT_MODULE).now()
  const status = ["pending", "requested"]
  for (const change of await orders.listOrderChanges({ order_id, status })) {
    const age = now.getTime() - new Date(change.created_at).getTime()
    if (change.change_type !== "credit_line" || age < HALF_DONE_AFTER_MS) {
      return change
    }
    await orders.cancelOrderChange(change.id)
  }
  return undefined
}
