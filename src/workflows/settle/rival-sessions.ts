import type {
  IPaymentModuleService,
  Logger,
  MedusaContainer,
  PaymentSessionDTO,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { endSession } from "./end-session"

/**
 * The sessions on which core could complete a cart in place of `session`: it
 * takes whichever comes first. One that is authorized is none: it is money.
 */
export async function findRivals(
  container: MedusaContainer,
  session: PaymentSessionDTO
): Promise<PaymentSessionDTO[]> {
  const all = await container
    .resolve<IPaymentModuleService>(Modules.PAYMENT)
    .listPaymentSessions({
      payment_collection_id: session.payment_collection_id,
    })
  return all.filter(
    ({ id, status }) => id !== session.id && status !== "authorized"
  )
}

/**
 * Takes the rivals of a paid session away. One that holds confirmed money for
 * another price cannot go; it is ended, and core passes it over.
 */
export async function removeRivals(
  container: MedusaContainer,
  session: PaymentSessionDTO
): Promise<void> {
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT)
  for (const rival of await findRivals(container, session)) {
    try {
      await payments.deletePaymentSession(rival.id)
    } catch {
      await endRival(container, rival.id, session.id)
    }
  }
}

async function endRival(
  container: MedusaContainer,
  rivalId: string,
  sessionId: string
): Promise<void> {
  try {
    await endSession(container, rivalId, "canceled")
  } catch (error) {
    container
      .resolve<Logger>(ContainerRegistrationKeys.LOGGER)
      .warn(
        `crypto payment: session ${rivalId} could not make room for the paid session ${sessionId}: ${String(error)}`
      )
  }
}
