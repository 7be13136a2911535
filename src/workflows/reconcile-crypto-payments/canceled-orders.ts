import type { MedusaContainer } from "@medusajs/framework/types"
import { findPayments, findPaymentsById } from "../../medusa/collections"
import { findLinks, findOrderCollectionIds } from "../../medusa/links"
import { findCanceledOrderIds, listRefundBookings } from "../../medusa/orders"
import { isPaidState } from "../../modules/crypto-payment/attempts/states"
import { isCryptoProvider } from "../../modules/crypto-payment/merchants/merchants"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import { expireAtGateway } from "./check-attempt"
import type { Run } from "./run"
import { settleCryptoPaymentWorkflow } from "../settle"
import {
  noteCanceledOrder,
  removeOrphanedTransactions,
} from "../settle/transactions"

const INTERVAL_SECONDS = 15 * 60
const PAGE_SIZE = 100
const SETTLING_WAIT_MS = 10_000

/** Supersedes the attempts of a canceled order; one that was paid is judged again. */
export async function followCanceledOrder(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const query = container.resolve("query")
  const [cart_id, payment_collection_id] = await Promise.all([
    findLinks(query, "order_cart", "cart_id", { order_id: orderId }),
    findOrderCollectionIds(query, orderId),
  ])
  const attempts = await ledger.listCryptoPayments(
    { $or: [{ order_id: [orderId] }, { cart_id }, { payment_collection_id }] },
    { select: ["id", "state", "order_id", "payment_id"] }
  )
  for (const { id, state, order_id, payment_id } of attempts) {
    if (isPaidState(state) && order_id === orderId && payment_id) {
      // First: the job verifies it, too, where this run fails.
      await ledger.attempts.verifyAgain(id)
      await noteCanceledOrder(container, { id, order_id, payment_id })
    } else if (state !== "paid" && state !== "attention") continue
    if (state === "resolved") continue
    // Another run may be settling it at this moment, or have judged a half-canceled order.
    await settleCryptoPaymentWorkflow(container).run({
      input: {
        crypto_payment_id: id,
        again: "verify",
        lease_wait_ms: SETTLING_WAIT_MS,
      },
    })
  }
  // Also of an attempt that has no order, since a person resolved it.
  for (const { id, provider_id } of await findPayments(
    query,
    payment_collection_id
  )) {
    if (!isCryptoProvider(provider_id)) continue
    await removeOrphanedTransactions(container, orderId, id)
  }
  await supersedeAttempts(
    container,
    attempts.map(({ id }) => id)
  )
  await ledger.unpaidOrders.checkCanceled(orderId)
}

/**
 * Marks open attempts whose order changed, and expires them; where that fails, the job tries again.
 */
export async function supersedeAttempts(
  container: MedusaContainer,
  attemptIds: readonly string[]
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const logger = container.resolve("logger")
  for (const id of attemptIds) {
    const found = await ledger.attempts.find(id)
    const attempt = found && (await ledger.attempts.supersede(found, "order"))
    if (!attempt) continue
    await expireAtGateway(container, attempt).catch((error: unknown) =>
      logger.warn(
        `crypto payment ${id} is superseded, but could not be expired at the gateway: ${error instanceof Error ? error.message : String(error)}`
      )
    )
  }
}

/**
 * Does what the subscriber may not have done for recently canceled orders. Core writes the refund
 * before it cancels the order, so a cancellation that was killed in between is found by the refund.
 */
export async function followCanceledOrders(run: Run): Promise<void> {
  if (run.isOutOfTime) return
  const task = await run.beginTask("canceled-orders")
  if (!task) return
  let { position } = task
  for (;;) {
    const ids = await findCanceledOrderIds(
      run.container.resolve("query"),
      task.since,
      { take: PAGE_SIZE, skip: position }
    )
    for (const id of ids) {
      if (run.isOutOfTime) {
        return await run.ledger.tasks.pause(task.id, position, 0)
      }
      const what = `crypto payments of the canceled order ${id}`
      await run.within(what, () =>
        followCanceledOrder(run.container, id).catch((error: unknown) =>
          run.fail(`${what} could not be updated`, error)
        )
      )
      position++
    }
    if (ids.length < PAGE_SIZE) break
  }
  await removeTransactionsSince(run, task.since)
  await run.ledger.tasks.complete(task.id, INTERVAL_SECONDS)
}

/**
 * Refunds among orders' transactions that name a crypto payment, see `removeOrphanedTransactions`.
 */
async function removeTransactionsSince(run: Run, since: Date): Promise<void> {
  const transactions = await listRefundBookings(run.container, since)
  if (transactions.length === 0) return
  const payments = await findPaymentsById(
    run.container.resolve("query"),
    transactions.map(({ reference_id }) => reference_id)
  )
  const ours = new Set(
    payments
      .filter(({ provider_id }) => isCryptoProvider(provider_id))
      .map(({ id }) => id)
  )
  for (const { order_id, reference_id } of transactions) {
    if (!ours.has(reference_id)) continue
    await removeOrphanedTransactions(run.container, order_id, reference_id)
  }
}
