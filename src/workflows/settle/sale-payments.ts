import type {
  IOrderModuleService,
  MedusaContainer,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import {
  type Attempt,
  paymentMovementFields,
  type PaymentMovements,
} from "../../modules/crypto-payment"

/** A Medusa payment of a sale, with what tells whose it is. */
export type SalePayment = Omit<PaymentMovements, "captures"> & {
  id: string
  provider_id: string
  payment_session_id: string | null
  captured_at: unknown
  data: Record<string, unknown> | null
  captures?: ({ id: string; amount: number } | null)[] | null
}

/** The payments of payment collections. */
export async function findPayments(
  query: RemoteQueryFunction,
  collectionIds: readonly string[]
): Promise<SalePayment[]> {
  if (collectionIds.length === 0) return []
  const { data } = await query.graph({
    entity: "payment",
    fields: [
      "id",
      "provider_id",
      "payment_session_id",
      "captured_at",
      "data",
      "captures.id",
      ...paymentMovementFields,
    ],
    filters: { payment_collection_id: [...collectionIds] },
  })
  return data
}

/**
 * The Medusa payment that this attempt's money became: one session's only.
 * After the ledger was lost, only the payment itself tells whose it is; its
 * data was written by our provider.
 */
export function isOwn(payment: SalePayment, attempt: Attempt): boolean {
  if (attempt.authorized_session_id) {
    return payment.payment_session_id === attempt.authorized_session_id
  }
  return (
    payment.provider_id === attempt.provider_id &&
    payment.data?.gateway_payment_id !== undefined &&
    payment.data.gateway_payment_id === attempt.gateway_payment_id
  )
}

/** Whether each capture is among the order's transactions; true without an order. */
export async function isBooked(
  container: MedusaContainer,
  payment: SalePayment | undefined,
  orderId: string | undefined
): Promise<boolean> {
  const captureIds = (payment?.captures ?? []).flatMap((capture) =>
    capture ? [capture.id] : []
  )
  if (!orderId || captureIds.length === 0) return true
  const transactions = await container
    .resolve<IOrderModuleService>(Modules.ORDER)
    .listOrderTransactions(
      { order_id: orderId, reference_id: captureIds },
      { select: ["id", "reference_id"] }
    )
  return captureIds.every((id) =>
    transactions.some(({ reference_id }) => reference_id === id)
  )
}
