import { MathBN } from "@medusajs/framework/utils"
import type { Attempt } from "../modules/crypto-payment/models/crypto-payment"
import { findCaptures } from "./collections"
import type { Query } from "./query"

/** Exact, as Medusa stores them. */
export type Captures = readonly { amount: string; created_at: Date }[]

/** What tells which payment of Medusa an attempt's money became. */
type PaymentIds = Pick<Attempt, "authorized_session_id" | "payment_id">

/** The captures of Medusa's payment of an attempt, oldest first, whatever became of its order. */
export async function readCaptures(
  query: Query,
  attempts: readonly PaymentIds[]
): Promise<(attempt: PaymentIds) => Captures> {
  const payment_session_id = idsOf(attempts, "authorized_session_id")
  const id = idsOf(attempts, "payment_id")
  const payments = await findCaptures(query, { id, payment_session_id })
  const captures = new Map<string, Captures>()
  for (const payment of payments) {
    const booked = payment.captures
      .map(({ raw_amount, created_at }) => ({
        amount: MathBN.convert(raw_amount.value).toFixed(),
        created_at,
      }))
      .sort((one, other) => Number(one.created_at) - Number(other.created_at))
    captures.set(payment.id, booked)
    if (payment.payment_session_id) {
      captures.set(payment.payment_session_id, booked)
    }
  }
  return ({ authorized_session_id, payment_id }) =>
    captures.get(authorized_session_id ?? payment_id ?? "") ?? []
}

function idsOf(
  attempts: readonly PaymentIds[],
  column: keyof PaymentIds
): string[] {
  return [...new Set(attempts.flatMap((each) => each[column] ?? []))]
}
