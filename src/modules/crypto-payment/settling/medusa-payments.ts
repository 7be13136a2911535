import { MathBN } from "@medusajs/framework/utils"
import { toComparableAmount } from "./money"

type Movement = { amount: number } | null

/** A payment of Medusa as `query.graph` gives it, with these fields. */
export type PaymentMovements = {
  currency_code: string
  canceled_at?: unknown
  captures?: Movement[] | null
  refunds?: Movement[] | null
}

/** Fields for `query.graph`. */
export const PAYMENT_MOVEMENT_FIELDS = [
  "currency_code",
  "canceled_at",
  "captures.amount",
  "refunds.amount",
]

/**
 * Whether a payment still counts for its order. Compared by the currency's
 * digits: core captures 98.9009 EUR where 98.90 was paid and can be refunded.
 */
export function isStandingPayment(payment: PaymentMovements): boolean {
  if (payment.canceled_at) return false
  const captured = sum(payment.captures)
  if (MathBN.eq(captured, 0)) return true
  const left = MathBN.sub(captured, sum(payment.refunds))
  return MathBN.gt(toComparableAmount(left, payment.currency_code), 0)
}

/** Whether it stands and has brought money: it is captured, not only authorized. */
export function isCapturedPayment(payment: PaymentMovements): boolean {
  return isStandingPayment(payment) && MathBN.gt(sum(payment.captures), 0)
}

/** What payments that stand have captured together, refunds not counted, in the digits of a currency. */
export function capturedAmount(
  payments: readonly PaymentMovements[],
  { currency_code }: { currency_code: string }
) {
  const captured = payments
    .filter(isStandingPayment)
    .reduce(
      (total, { captures }) => MathBN.add(total, sum(captures)),
      MathBN.convert(0)
    )
  return toComparableAmount(captured, currency_code)
}

function sum(movements: Movement[] | null | undefined) {
  return (movements ?? []).reduce(
    (total, movement) => MathBN.add(total, movement?.amount ?? 0),
    MathBN.convert(0)
  )
}
