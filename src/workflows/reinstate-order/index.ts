import {
  convertDraftOrderWorkflow,
  createOrUpdateOrderPaymentCollectionWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
  Modules,
  PaymentCollectionStatus,
} from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { notAllowed } from "../../medusa-errors"
import { findRecord, type Query } from "../../medusa-query"
import {
  type Attempt,
  attemptPrice,
  checkAllowed,
  checkShown,
  comparablePrice,
  CRYPTO_PAYMENT_MODULE,
  decide,
  describePrice,
  isSamePrice,
  reinstatedOrderId,
  type ShownAttempt,
} from "../../modules/crypto-payment/internal"
import { ADMIN_SETTLING } from "../check-crypto-payment"
import { explainToAdmin } from "../medusa/blocker"
import { gatherFacts } from "../settle-crypto-payment/gather-facts"
import { detachCollection } from "../medusa/leftover-orders"
import {
  leaseForAdminStep,
  releaseLeaseStep,
} from "../settle-crypto-payment/locks"
import { refuseWhileLocked, withCoreLock } from "../medusa/core-lock"
import { findLinks, findMedusaPayment } from "../medusa/records"
import { settleCryptoPaymentWorkflow } from "../settle-crypto-payment"
import { COPIED_ORDER_FIELDS, type CopiedOrder, copyOrder } from "./copy-order"

export const reinstateOrderWorkflowId = "reinstate-crypto-payment-order"

/** `actor_id`: the admin's user id; `shown` is what that person decided about. */
export type ReinstateOrderInput = {
  id: string
  actor_id: string
  shown?: ShownAttempt
}

/** Not undone when a later step fails: the order is placed, and the money is its. */
const placeOrderAgainStep = createStep(
  "place-order-of-crypto-payment-again",
  async ({ id, actor_id, shown }: ReinstateOrderInput, { container }) => {
    const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
    const facts = await ledger.adminActions.readFacts(id)
    const { attempt } = facts
    checkShown(attempt, shown)
    checkAllowed("reinstate", facts)
    const orderId = String(attempt.order_id)
    // Two payments for one order: only one of them places it again.
    const reinstate = async () => {
      await checkLate(container, attempt)
      const order_id = reinstatedOrderId(orderId)
      await placeAgain(container, attempt, orderId, order_id)
      const taken = await takePayment(container, attempt, orderId, order_id)
      await ledger.adminActions.reinstate(id, {
        order_id,
        payment_collection_id:
          taken ?? (await ensureCollection(container, order_id)),
        // Its session is the canceled order's, which brings nothing any more.
        ...(taken ? {} : { authorized_session_id: null }),
        by: actor_id,
      })
    }
    await refuseWhileLocked(() => withCoreLock(container, orderId, reinstate))
    return new StepResponse(id)
  }
)

/**
 * Places the canceled order of a late payment again: a new order with the same
 * items, prices and taxes, where stock allows, and gives it the payment, which
 * `settleCryptoPaymentWorkflow` then settles. Safe to run again after a failure
 * or a crash, which leave a draft, or the new order unpaid.
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED where the payment is not late, the
 * order was placed again before, costs something else than was paid, or core refuses it.
 */
export const reinstateOrderWorkflow = createWorkflow(
  reinstateOrderWorkflowId,
  (input: ReinstateOrderInput) => {
    const leased = leaseForAdminStep(input)
    const id = placeOrderAgainStep(input)
    releaseLeaseStep(leased)
    return new WorkflowResponse(id)
  }
)

/** Places the order of a late payment again, and settles the payment with it. */
export async function reinstateOrder(
  container: MedusaContainer,
  input: ReinstateOrderInput
): Promise<void> {
  await reinstateOrderWorkflow(container).run({ input })
  await settleCryptoPaymentWorkflow(container).run({
    input: { crypto_payment_id: input.id, ...ADMIN_SETTLING },
  })
}

async function checkLate(container: MedusaContainer, attempt: Attempt) {
  const facts = await gatherFacts(container, attempt)
  const decision = decide(facts)
  if (
    decision.type === "attention" &&
    decision.reason === "late_payment" &&
    facts.order?.id === attempt.order_id
  ) {
    if (!facts.payment || facts.payment.captured) return
    throw refused("Medusa has begun to capture the payment for it.")
  }
  throw notAllowed(
    "The order of this payment is not canceled any more. Check the payment again before you decide about it."
  )
}

/** Places the order, unless an earlier try did; what that left as a draft is deleted. */
async function placeAgain(
  container: MedusaContainer,
  attempt: Attempt,
  orderId: string,
  newId: string
): Promise<void> {
  const query = container.resolve("query")
  const fields = ["id", "status", "display_id", "is_draft_order"]
  const earlier = await findRecord(query, "order", newId, fields)
  if (earlier && !earlier.is_draft_order) {
    return await checkUnpaid(container, earlier)
  }
  if (earlier) await deleteDraft(container, newId)
  const canceled: CopiedOrder = await findRecord(
    query,
    "order",
    orderId,
    COPIED_ORDER_FIELDS
  )
  const orders = container.resolve(Modules.ORDER)
  await orders.createOrders(copyOrder(canceled, newId))
  try {
    await checkPrice(query, attempt, newId)
    const { errors } = await convertDraftOrderWorkflow(container).run({
      input: { id: newId },
      throwOnError: false,
    })
    if (errors.length > 0) throw refused(explainToAdmin(errors))
  } catch (error) {
    await deleteDraft(container, newId)
    throw error
  }
  await orders.updateOrders([
    {
      id: orderId,
      metadata: { ...canceled.metadata, reinstated_as: newId },
    },
  ])
  const promotions = canceled.promotions?.flatMap((each) => each?.id ?? [])
  await container.resolve(ContainerRegistrationKeys.LINK).create(
    (promotions ?? []).map((promotion_id) => ({
      [Modules.ORDER]: { order_id: newId },
      [Modules.PROMOTION]: { promotion_id },
    }))
  )
}

/** Of an earlier try, whose end is not known: no payment may have got the order. */
async function checkUnpaid(
  container: MedusaContainer,
  order: { id: string; status: string; display_id: number }
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const paying = await ledger.listCryptoPayments({ order_id: order.id })
  if (order.status !== "canceled" && paying.length === 0) return
  throw notAllowed(
    `The order was placed again before, as #${order.display_id}. Refund the coins, or place another order manually.`
  )
}

async function checkPrice(
  query: Query,
  attempt: Attempt,
  orderId: string
): Promise<void> {
  const fields = ["id", "total", "currency_code"]
  const order = await findRecord(query, "order", orderId, fields)
  const total = comparablePrice({ ...order, amount: order.total })
  const paid = attemptPrice(attempt)
  if (paid && isSamePrice(total, paid)) return
  throw refused(
    `It costs ${describePrice(total)}, and ${describePrice(paid)} was paid for it.`
  )
}

function refused(detail: string): MedusaError {
  return notAllowed(
    `The order cannot be placed again: ${detail} Place an order manually, or refund the coins.`
  )
}

/** With the reservations that an interrupted conversion left. */
async function deleteDraft(container: MedusaContainer, id: string) {
  const orders = container.resolve(Modules.ORDER)
  const { items } = await orders.retrieveOrder(id, { relations: ["items"] })
  await container
    .resolve(Modules.INVENTORY)
    .deleteReservationItemsByLineItem(items?.map((item) => item.id) ?? [])
  await orders.deleteOrders([id])
}

/**
 * Gives the new order the collection in which core captured the money for the
 * canceled one. Undefined where the money is not captured yet.
 */
async function takePayment(
  container: MedusaContainer,
  attempt: Attempt,
  canceledOrderId: string,
  order_id: string
): Promise<string | undefined> {
  const payment = await findMedusaPayment(container, attempt)
  if (!payment) return undefined
  const { payment_collection_id } = payment
  await detachCollection(container, canceledOrderId, payment_collection_id)
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.ORDER]: { order_id },
    [Modules.PAYMENT]: { payment_collection_id },
  })
  // Core has canceled it with the order.
  await container
    .resolve(Modules.PAYMENT)
    .updatePaymentCollections(payment_collection_id, {
      status: PaymentCollectionStatus.COMPLETED,
    })
  return payment_collection_id
}

/** The order's collection; core makes it, with the amount that is due. */
async function ensureCollection(
  container: MedusaContainer,
  order_id: string
): Promise<string> {
  await createOrUpdateOrderPaymentCollectionWorkflow(container).run({
    input: { order_id },
  })
  const [id] = await findLinks(
    container.resolve("query"),
    "order_payment_collection",
    "payment_collection_id",
    { order_id }
  )
  return id
}
