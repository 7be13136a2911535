import type {
  IOrderModuleService,
  MedusaContainer,
} from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import {
  areBooked,
  bookedTotal,
  comparablePrice,
  dueAtCapture,
  dueNow,
  isStandingPayment,
  type MedusaOrder,
  type OrderBooking,
  type OrderCapture,
  type OrderTotals,
  type OrderVersion,
  type PaidOrderFacts,
  type Price,
  toOrderFacts,
  versionAt,
} from "../../modules/crypto-payment/internal"
import {
  type CollectionPayment,
  findOrderCollectionIds,
  findPayments,
} from "../medusa/records"

/** The Order Module generates it for each of its models; its type leaves it out. */
type OrderModule = IOrderModuleService & {
  listOrderSummaries(filters: {
    order_id: string
  }): Promise<(OrderVersion & { totals: OrderTotals })[]>
}

/**
 * What an order says to a payment of it: what that is for, whether others stand in its other
 * collections, and whether the payment's captures are among its transactions.
 * @param payments those of the collections in which the payment is looked for
 */
export async function readOrder(
  container: MedusaContainer,
  order: MedusaOrder,
  collectionIds: readonly string[],
  payments: readonly CollectionPayment[],
  own: CollectionPayment | undefined
): Promise<{ facts: PaidOrderFacts; booked: boolean }> {
  const query = container.resolve("query")
  const [bookings, ofOthers] = await Promise.all([
    container
      .resolve(Modules.ORDER)
      .listOrderTransactions({ order_id: order.id }),
    findOrderCollectionIds(query, order.id).then((ids) =>
      findPayments(
        query,
        ids.filter((id) => !collectionIds.includes(id))
      )
    ),
  ])
  const facts = toOrderFacts(order)
  const captures = capturesOf(own)
  const others = [...payments, ...ofOthers].filter((each) => each !== own)
  return {
    facts: {
      ...facts,
      due: own?.captured_at
        ? await readDueAtCapture(container, order, bookings, {
            capturedAt: own.captured_at,
            own: captures,
            others: others.flatMap(capturesOf),
          })
        : facts.pending &&
          dueNow(
            facts.pending,
            bookings,
            captures,
            others
              .filter(isStandingPayment)
              .map((each) => ({ ...each, captures: capturesOf(each) }))
          ),
      has_others: ofOthers.some(isStandingPayment),
    },
    booked: areBooked(
      bookings,
      captures.map(({ id }) => id)
    ),
  }
}

/** What a payment has captured; null when it has captured nothing. */
export function capturedPrice({
  captures,
  currency_code,
}: CollectionPayment): Price | null {
  const amounts = (captures ?? []).flatMap((each) => each?.amount ?? [])
  if (amounts.length === 0) return null
  const amount = amounts.reduce(
    (sum, each) => MathBN.add(sum, each),
    MathBN.convert(0)
  )
  return comparablePrice({ amount, currency_code })
}

/** `capturedAt`: when core captured all of the payment, booked or not. */
async function readDueAtCapture(
  container: MedusaContainer,
  order: MedusaOrder,
  bookings: readonly OrderBooking[],
  payment: {
    capturedAt: Date | string
    own: OrderCapture[]
    others: OrderCapture[]
  }
): Promise<Price | null> {
  const { capturedAt, own, others } = payment
  const total = await readTotal(container, order, bookings, capturedAt)
  return total === null
    ? null
    : dueAtCapture(total, order.currency_code, bookings, own, others)
}

/** What an order cost at a moment: what is paid of that version, and what is not. */
async function readTotal(
  container: MedusaContainer,
  { id, version: current, summary }: MedusaOrder,
  bookings: readonly OrderBooking[],
  moment: Date | string
) {
  const versions =
    current === 1
      ? []
      : await container
          .resolve<OrderModule>(Modules.ORDER)
          .listOrderSummaries({ order_id: id })
  const version = versionAt(versions, moment)
  if (version === current) {
    const pending = summary?.pending_difference
    return pending === undefined
      ? null
      : MathBN.add(pending, bookedTotal(bookings))
  }
  const { totals } = versions.find((each) => each.version === version) ?? {}
  const { pending_difference, transaction_total } = totals ?? {}
  return pending_difference === undefined || transaction_total === undefined
    ? null
    : MathBN.add(pending_difference, transaction_total)
}

function capturesOf(payment: CollectionPayment | undefined): OrderCapture[] {
  if (payment?.canceled_at) return []
  return (payment?.captures ?? []).filter((capture) => capture !== null)
}
