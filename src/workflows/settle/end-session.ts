import type {
  IPaymentModuleService,
  MedusaContainer,
  PaymentSessionStatus,
} from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/**
 * Ends the session of an attempt that ran out unpaid, so that the cart cannot
 * complete on it; the shopper gets a new one by choosing again.
 */
export async function endSession(
  container: MedusaContainer,
  sessionId: string,
  status: Extract<PaymentSessionStatus, "canceled" | "error">
): Promise<void> {
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT)
  const session = await payments.retrievePaymentSession(sessionId)
  if (session.status === status) return
  await payments.updatePaymentSession({
    id: session.id,
    amount: session.amount,
    currency_code: session.currency_code,
    // Empty after a crash between core's session and the provider's answer.
    data: { ...session.data, session_id: session.id },
    status,
  })
}
