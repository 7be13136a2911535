import { processPaymentWorkflowId } from "@medusajs/medusa/core-flows"
import type {
  IPaymentModuleService,
  IWorkflowEngineService,
  Logger,
  MedusaContainer,
  PaymentSessionDTO,
} from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  Modules,
  PaymentActions,
} from "@medusajs/framework/utils"

import type { Facts } from "../../modules/crypto-payment/lifecycle/facts"
import type { StepFailure } from "./core-errors"
import { endSession } from "./end-session"
import { mendCollectionAmount } from "./mend-collection-amount"

/**
 * Hands a paid session to core as captured, with the session's own amount:
 * core writes the amount that it is told into the order's transactions.
 *
 * @returns what failed; that nothing failed does not mean an order came out.
 */
export async function processSession(
  container: MedusaContainer,
  sessionId: string,
  facts: Facts
): Promise<StepFailure[]> {
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT)
  const session = await payments.retrievePaymentSession(sessionId)
  await makeItTheOnlySession(container, session)
  const due = facts.cart?.price
  if (due && facts.collection) {
    await mendCollectionAmount(payments, facts.collection.id, due)
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
 * Core completes a cart with whichever session comes first, so those of other
 * attempts and providers go before. One that is authorized stays: it is money.
 * One that holds confirmed money for another price cannot go; it is ended, and
 * core passes it over.
 */
async function makeItTheOnlySession(
  container: MedusaContainer,
  session: PaymentSessionDTO
): Promise<void> {
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT)
  const all = await payments.listPaymentSessions({
    payment_collection_id: session.payment_collection_id,
  })
  for (const other of all) {
    if (other.id === session.id) continue
    if (other.status === "authorized") continue
    try {
      await payments.deletePaymentSession(other.id)
    } catch {
      await endOther(container, other.id, session.id)
    }
  }
}

async function endOther(
  container: MedusaContainer,
  otherId: string,
  sessionId: string
): Promise<void> {
  try {
    await endSession(container, otherId, "canceled")
  } catch (error) {
    container
      .resolve<Logger>(ContainerRegistrationKeys.LOGGER)
      .warn(
        `crypto payment: session ${otherId} could not make room for the paid session ${sessionId}: ${String(error)}`
      )
  }
}
