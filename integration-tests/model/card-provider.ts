import type { IPaymentProvider } from "@medusajs/framework/types"
import { MedusaError, PaymentSessionStatus } from "@medusajs/framework/utils"

/** What core calls of a payment provider here. */
export type SessionProvider = Pick<
  IPaymentProvider,
  | "initiatePayment"
  | "authorizePayment"
  | "updatePayment"
  | "deletePayment"
  | "cancelPayment"
  | "refundPayment"
>

/** Another provider of the store: cards are always good, and can be paid back. */
export class CardProvider implements SessionProvider {
  async initiatePayment() {
    return { id: "card", status: PaymentSessionStatus.PENDING, data: {} }
  }

  async authorizePayment() {
    return { data: { charged: true }, status: PaymentSessionStatus.CAPTURED }
  }

  async updatePayment({ data }: { data?: Record<string, unknown> }) {
    return { data }
  }

  async deletePayment({ data }: { data?: Record<string, unknown> }) {
    if (!data?.charged) return { data }
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "The card is charged.")
  }

  async cancelPayment({ data }: { data?: Record<string, unknown> }) {
    return { data }
  }

  async refundPayment({ data }: { data?: Record<string, unknown> }) {
    return { data }
  }
}
