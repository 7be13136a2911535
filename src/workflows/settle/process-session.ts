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
import { isSamePrice } from "../../modules/crypto-payment/lifecycle/may-authorize"
import type { StepFailure } from "./core-errors"
import { endSession } from "./end-session"

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
  await mendCollectionAmount(payments, facts)
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

/**
 * A change of the cart that core refused and rolled back leaves the refused
 * total on the payment collection; the order's payment status is read from it.
 */
async function mendCollectionAmount(
  payments: IPaymentModuleService,
  { cart, collection }: Facts
): Promise<void> {
  if (!cart?.price || !collection) return
  if (isSamePrice(cart.price, collection.price)) return
  await payments.updatePaymentCollections(collection.id, {
    amount: cart.price.amount,
    currency_code: cart.price.currency_code,
  })
}
