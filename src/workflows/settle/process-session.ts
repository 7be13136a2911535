import type { Link } from "@medusajs/framework/modules-sdk"
import { processPaymentWorkflowId } from "@medusajs/medusa/core-flows"
import type {
  IPaymentModuleService,
  IWorkflowEngineService,
  MedusaContainer,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  Modules,
  PaymentActions,
} from "@medusajs/framework/utils"
import { type Facts, isSamePrice } from "../../modules/crypto-payment"
import type { StepFailure } from "./core-errors"
import type { IfStillSo } from "./if-still-so"
import { mendCollectionAmount } from "./mend-collection-amount"
import { findRivals, removeRivals } from "./rival-sessions"

/**
 * Hands a paid session to core as captured, with the session's own amount:
 * core writes the amount that it is told into the order's transactions.
 *
 * @returns what failed; that nothing failed does not mean an order came out.
 */
export async function processSession(
  container: MedusaContainer,
  sessionId: string,
  facts: Facts,
  ifStillSo: IfStillSo
): Promise<StepFailure[]> {
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT)
  const session = await payments.retrievePaymentSession(sessionId)
  const rivals = await findRivals(container, session)
  if (rivals.length > 0 || hasOtherPrice(facts)) {
    const ready = await ifStillSo(async ({ cart, collection }) => {
      await removeRivals(container, session)
      if (!cart?.price || !collection) return
      await mendCollectionAmount(payments, collection.id, cart.price)
    })
    if (!ready) return []
  }
  if (facts.attempt.for_cart && facts.order) {
    await linkToOrder(container, facts.order.id, session.payment_collection_id)
  }
  const engine = container.resolve<IWorkflowEngineService>(
    Modules.WORKFLOW_ENGINE
  )
  const { errors } = await engine.run(processPaymentWorkflowId, {
    input: {
      action: PaymentActions.SUCCESSFUL,
      data: { session_id: sessionId, amount: session.amount },
    },
    throwOnError: false,
  })
  return errors
}

/**
 * Core writes the order's links to its cart and to its collection one by one.
 * Killed in between, it never finds the collection's order again, and books
 * nothing on it.
 */
async function linkToOrder(
  container: MedusaContainer,
  order_id: string,
  payment_collection_id: string
): Promise<void> {
  const query = container.resolve<RemoteQueryFunction>(
    ContainerRegistrationKeys.QUERY
  )
  const { data } = await query.graph({
    entity: "order_payment_collection",
    fields: ["order_id"],
    filters: { order_id, payment_collection_id },
  })
  if (data.length > 0) return
  await container.resolve<Link>(ContainerRegistrationKeys.LINK).create({
    [Modules.ORDER]: { order_id },
    [Modules.PAYMENT]: { payment_collection_id },
  })
}

function hasOtherPrice({ cart, collection }: Facts): boolean {
  if (!cart?.price || !collection) return false
  return !isSamePrice(cart.price, collection.price)
}
