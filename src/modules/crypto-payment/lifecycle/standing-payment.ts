import { MathBN } from "@medusajs/framework/utils"

type Movement = { amount: number } | null

/** A payment of Medusa as `query.graph` gives it, with these fields. */
export type PaymentMovements = {
  canceled_at?: unknown
  captures?: Movement[] | null
  refunds?: Movement[] | null
}

/** The fields to ask `query.graph` for. */
export const paymentMovementFields = [
  "canceled_at",
  "captures.amount",
  "refunds.amount",
]

/**
 * Whether a payment still stands against its sale: not cancelled, and not
 * given back in full.
 */
export function isStandingPayment(payment: PaymentMovements): boolean {
  if (payment.canceled_at) return false
  const captured = sum(payment.captures)
  return MathBN.eq(captured, 0) || MathBN.lt(sum(payment.refunds), captured)
}

function sum(movements: Movement[] | null | undefined) {
  return (movements ?? []).reduce(
    (total, movement) => MathBN.add(total, movement?.amount ?? 0),
    MathBN.convert(0)
  )
}
