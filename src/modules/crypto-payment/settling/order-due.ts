import { MathBN } from "@medusajs/framework/utils"
import type { BigNumberInput } from "@medusajs/framework/types"
import { comparablePrice, type Price } from "./price"
import { isOverpaid, type OrderFacts } from "./facts"

/** A payment collection of an order as `query.graph` gives it, with these fields. */
export type OrderCollection = {
  id: string
  status: string
  amount: BigNumberInput
  authorized_amount?: BigNumberInput | null
  captured_amount?: BigNumberInput | null
}

/** Fields for `query.graph`. */
export const ORDER_COLLECTION_FIELDS = [
  "id",
  "status",
  "amount",
  "authorized_amount",
  "captured_amount",
]

/** Whether a payment was ever authorized or captured in one of the collections. */
export function hasMoney(collections: readonly OrderCollection[]): boolean {
  return collections.some((each) => MathBN.gt(broughtBy(each), 0))
}

/**
 * What a customer can be asked to pay, and the collection to pay it in: null
 * where Medusa has no unpaid one for the order.
 */
export type OrderDue = { price: Price; payment_collection_id: string | null }

/** The statuses in which a collection takes a payment; Medusa's own payment link knows the first. */
const UNPAID_STATUSES = ["not_paid", "awaiting"]

/**
 * What is due for an order now, and in which collection it is paid: the one of
 * Medusa's own payment link (`not_paid`), else the one of an order that was
 * placed before its payment (`awaiting`). One for more than is pending comes last:
 * core does not lower it where a part is forgiven, and what is pending is paid in it.
 *
 * @returns null where nothing is due, or what is due is authorized already and
 * waits for its capture.
 */
export function orderDue(
  { canceled, pending }: Pick<OrderFacts, "canceled" | "pending">,
  collections: readonly OrderCollection[]
): OrderDue | null {
  if (canceled || !pending || !MathBN.gt(pending.amount, 0)) return null
  const { currency_code } = pending
  for (const status of UNPAID_STATUSES) {
    for (const { id, amount, ...unpaid } of collections) {
      if (unpaid.status !== status) continue
      const price = comparablePrice({ amount, currency_code })
      if (!MathBN.gt(price.amount, 0)) continue
      if (MathBN.gt(price.amount, pending.amount)) continue
      return { price, payment_collection_id: id }
    }
  }
  const larger = collections.find(
    ({ status, amount }) =>
      status === "not_paid" && MathBN.gt(amount, pending.amount)
  )
  if (larger) return { price: pending, payment_collection_id: larger.id }
  const amount = collections.reduce(
    (rest, each) => MathBN.sub(rest, awaitingCapture(each)),
    MathBN.convert(pending.amount)
  )
  const price = comparablePrice({ amount, currency_code })
  return MathBN.gt(price.amount, 0)
    ? { price, payment_collection_id: null }
    : null
}

/** What Medusa computed to give back, for a return, a claim or an edit; null where there is nothing. */
export function orderToReturn({
  pending,
}: Pick<OrderFacts, "pending">): Price | null {
  if (!pending || !isOverpaid({ pending })) return null
  const amount = MathBN.mult(pending.amount, -1)
  return comparablePrice({ ...pending, amount })
}

/** An order with when it was canceled, and until when it could have been paid. */
type EndedOrder = Pick<OrderFacts, "canceled"> & {
  canceled_at: Date | string | null
  cancel_at: Date | null
}

/** Whether an order was canceled after its time to pay was over, without any payment. */
export function isCanceledUnpaid(
  { canceled, canceled_at, cancel_at }: EndedOrder,
  collections: readonly OrderCollection[]
): boolean {
  if (!canceled || !canceled_at || !cancel_at) return false
  return new Date(canceled_at) >= cancel_at && !hasMoney(collections)
}

function broughtBy({ authorized_amount, captured_amount }: OrderCollection) {
  return MathBN.max(authorized_amount ?? 0, captured_amount ?? 0)
}

function awaitingCapture(collection: OrderCollection) {
  if (collection.status === "canceled") return MathBN.convert(0)
  return MathBN.sub(broughtBy(collection), collection.captured_amount ?? 0)
}
