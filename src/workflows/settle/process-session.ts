import { processPaymentWorkflowId } from "@medusajs/medusa/core-flows"
import type {
  IPaymentModuleService,
  IWorkflowEngineService,
  MedusaContainer,
} from "@medusajs/framework/types"
import { Modules, PaymentActions } from "@medusajs/framework/utils"

import type { Facts } from "../../modules/crypto-payment/lifecycle/facts"
import { isSamePrice } from "../../modules/crypto-payment/lifecycle/may-authorize"
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

function hasOtherPrice({ cart, collection }: Facts): boolean {
  if (!cart?.price || !collection) return false
  return !isSamePrice(cart.price, collection.price)
}
