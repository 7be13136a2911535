import type { Query } from "../../medusa-query"
import { MathBN } from "@medusajs/framework/utils"
import type { Attempt, Price } from "../../modules/crypto-payment/internal"

/** A capture of Medusa; `amount` is a decimal string. */
export type Booking = Price & { id: string; created_at: Date }

/** A capture as Medusa stores it. */
type StoredBooking = {
  id: string
  raw_amount: { value: string }
  created_at: string | Date
}

/** A payment of Medusa with these fields. */
type StoredPayment = {
  id: string
  currency_code: string
  captures?: (StoredBooking | null)[] | null
}

/** The captures of payments, oldest first, by the payment's id. */
export async function findCaptures(
  query: Query,
  paymentIds: readonly (string | null)[]
): Promise<Map<string, Booking[]>> {
  const id = [...new Set(paymentIds.filter((each) => each !== null))]
  if (id.length === 0) return new Map()
  const { data } = await query.graph({
    entity: "payment",
    fields: [
      ...["id", "currency_code"],
      ...["captures.id", "captures.raw_amount", "captures.created_at"],
    ],
    filters: { id },
  })
  const payments: StoredPayment[] = data
  return new Map(
    payments.map(({ id, currency_code, captures }) => [
      id,
      (captures ?? [])
        .flatMap((capture) => capture ?? [])
        .map((capture) => toBooking(capture, currency_code))
        .sort(
          (one, other) => Number(one.created_at) - Number(other.created_at)
        ),
    ])
  )
}

/** Exact, as Medusa stores it. */
function toBooking(
  { id, raw_amount, created_at }: StoredBooking,
  currency_code: string
): Booking {
  return {
    id,
    currency_code,
    amount: MathBN.convert(raw_amount.value).toFixed(),
    created_at: new Date(created_at),
  }
}

/**
 * Those of a payment's captures that are of an attempt: a payment that was completed by a remainder is
 * captured in two parts, the remainder last.
 */
export function capturesOf(
  {
    remainder_of,
    remainder_id,
  }: Pick<Attempt, "remainder_of" | "remainder_id">,
  captures: readonly Booking[]
): readonly Booking[] {
  if (remainder_of !== null) return captures.slice(1)
  return remainder_id !== null ? captures.slice(0, 1) : captures
}
