import type {
  IOrderModuleService,
  MedusaContainer,
} from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import {
  areBooked,
  bookedTotal,
  comparablePrice,
  dueAtBooking,
  isStandingPayment,
  type MedusaOrder,
  type OrderBooking,
  type OrderTotals,
  type OrderVersion,
  type PaidOrderFacts,
  type Price,
  toOrderFacts,
  versionAt,
} from "../../modules/crypto-payment"
import {
  type CollectionPayment,
  findOrderCollectionIds,
  findPayments,
} from "./medusa-records"

/** The Order Module generates it for each of its models; its type leaves it out. */
type OrderModule = IOrderModuleService & {
  listOrderSummaries(filters: {
    order_id: string
  }): Promise<(OrderVersion & { totals: OrderTotals })[]>
}

/**
 * What an order says to a payment of it: what that is for, what stands in its other
 * collections, and whether the payment's captures are among its transactions.
 * @param collectionIds those that the payment is looked for in
 */
export async function readOrder(
  container: MedusaContainer,
  order: MedusaOrder,
  collectionIds: readonly string[],
  own: CollectionPayment | undefined
): Promise<{ facts: PaidOrderFacts; booked: boolean }> {
  const query = container.resolve("query")
  const [bookings, others] = await Promise.all([
    container.resolve(Modules.ORDER).listOrderTransactions({
      order_id: order.id,
    }),
    findOrderCollectionIds(query, order.id).then((ids) =>
      findPayments(
        query,
        ids.filter((id) => !collectionIds.includes(id))
      )
    ),
  ])
  const facts = toOrderFacts(order)
  const captureIds = captureIdsOf(own)
  return {
    facts: {
      ...facts,
      due: own?.captured_at
        ? await readDueAtCapture(
            container,
            order,
            bookings,
            own,
            own.captured_at
          )
        : dueNow(facts.pending, own, bookings),
      others: judgeOthers(others, bookings),
    },
    booked: areBooked(bookings, captureIds),
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

/** With what is booked of the first of two parts. */
function dueNow(
  pending: Price | null,
  own: CollectionPayment | undefined,
  bookings: readonly OrderBooking[]
): Price | null {
  const captureIds = captureIdsOf(own)
  if (!pending || captureIds.length === 0) return pending
  const booked = bookedTotal(
    bookings.filter(({ reference_id }) =>
      captureIds.includes(String(reference_id))
    )
  )
  return comparablePrice({
    ...pending,
    amount: MathBN.add(pending.amount, booked),
  })
}

/** @param capturedAt when core captured the payment, booked or not */
async function readDueAtCapture(
  container: MedusaContainer,
  order: MedusaOrder,
  bookings: readonly OrderBooking[],
  own: CollectionPayment,
  capturedAt: Date | string
): Promise<Price | null> {
  const total = await readTotal(container, order, bookings, capturedAt)
  return total === null
    ? null
    : dueAtBooking(bookings, captureIdsOf(own), total, order.currency_code)
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

function judgeOthers(
  payments: readonly CollectionPayment[],
  bookings: readonly OrderBooking[]
): PaidOrderFacts["others"] {
  const standing = payments.filter(isStandingPayment)
  if (standing.length === 0) return "none"
  const isCounted = (payment: CollectionPayment) =>
    Boolean(payment.captured_at) && areBooked(bookings, captureIdsOf(payment))
  return standing.every(isCounted) ? "counted" : "uncounted"
}

function captureIdsOf(payment: CollectionPayment | undefined): string[] {
  return (payment?.captures ?? []).flatMap((capture) =>
    capture ? [capture.id] : []
  )
}
