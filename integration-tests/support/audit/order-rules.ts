import {
  type Books,
  type GatewayPayment,
  bookingsBy,
  heldOf,
  isConfirmed,
  isCrypto,
  isOurs,
  isSamePrice,
  type LedgerRow,
  type MedusaPayment,
  type Order,
  placedPrice,
  priceOf,
  totalsOf,
} from "./books"
import { isMore, isSameAmount, subtract, sumOf } from "./decimal"
import { rulesOf, type Subject } from "./rule"

export const ORDER_RULES = [
  // What Medusa has: no order twice, and no money without a confirmation.
  ...rulesOf(
    (books) =>
      books.payments
        .filter(isOurs)
        .map((of) => ({ of, orderId: books.orderOf(of)?.id })),
    {
      captured_without_confirmation: (payment, books) =>
        !books.gatewayPaymentsBehind(payment).some(isConfirmed),
    }
  ),

  ...rulesOf((books) => books.orders.map(ofOrder), {
    cart_with_two_orders: (order, { orders }) => {
      const first = orders.find(({ cart_ids }) =>
        cart_ids.some((id) => order.cart_ids.includes(id))
      )
      return first && first !== order && `as well as ${first.id}`
    },

    /**
     * An order costs, when it is placed, what one of its cart's payments brought; or,
     * where it was edited while it was unpaid, that is all that was due then. An edit can
     * be confirmed between core's authorization and its capture: then a person is asked.
     */
    order_of_other_worth: (order, books) => {
      const forCart = books
        .capturedFor(order)
        .filter(({ payment_collection_id: id }) =>
          books.carts.some(({ collection_ids }) => collection_ids.includes(id))
        )
      const placed = placedPrice(order)
      const paid = forCart
        .flatMap(books.gatewayPaymentsBehind)
        .filter(isConfirmed)
        .map(priceOf)
      // Money without a confirmation is another rule's.
      if (paid.length === 0) return
      if (paid.some((price) => isSamePrice(price, placed))) return
      const paidAllDue = forCart.some(({ captures, currency_code: currency }) =>
        captures.some((capture) =>
          isSamePrice(
            { amount: capture.amount, currency },
            books.dueAt(order, capture)
          )
        )
      )
      const isExplained = paidAllDue || books.hasAttention(order)
      if (isExplained && order.versions.length > 1) return
      return JSON.stringify({ placed, paid })
    },

    /**
     * What an order waits for besides, an attention says why. Where nothing but crypto paid, it
     * waits for its total less what was captured and not sent back; and where it was never edited,
     * that is what was sent back. Else it waits for its total less its transactions.
     */
    pending_difference: (order, books) => {
      const open = books
        .paymentsOf(order)
        .filter(({ captures, canceled }) => captures.length > 0 || !canceled)
      const isOnlyCrypto =
        books.capturedFor(order).length > 0 && open.every(isCrypto)
      const isSettled = books.ledger.some(
        ({ order_id, state }) => order_id === order.id && state === "settled"
      )
      if (!isOnlyCrypto && !isSettled) return
      const isUnchanged =
        order.status !== "canceled" && order.versions.length === 1
      if (isOnlyCrypto && isUnchanged && books.hasAttention(order)) return
      const { total, pending } = totalsOf(order)
      const booked = subtract(total, sumOf(order.transactions))
      const due = isUnchanged
        ? sumOf(open.flatMap(({ refunds }) => refunds))
        : subtract(total, heldOf(open))
      const expected = isOnlyCrypto ? due : booked
      // Core's summary loses one of two bookings at once; then a timeline says what is due.
      const isNoted = books.timeline.some(
        ({ type, data }) =>
          type === "order_misstated" &&
          data?.order_id === order.id &&
          isSameAmount(String(data.amount), booked)
      )
      const shown = isNoted ? booked : pending
      return !isSameAmount(shown, expected) && `${shown}, not ${expected}`
    },

    /** Each capture and each refund stands once in its order: core writes them without a lock. */
    booked_twice: (order, books) => {
      const repeated = books
        .paymentsOf(order)
        .flatMap(({ captures, refunds }) => [...captures, ...refunds])
        .filter(({ id }) => bookingsBy(order, id).length > 1)
      return repeated.map(({ id }) => id).join()
    },

    /** An order that took more than it costs, while none of it needs attention. */
    paid_twice_unnoticed: (order, books) => {
      const moments = books
        .capturedFor(order)
        .flatMap(({ captures }) => captures.map(({ at }) => at))
      if (moments.length === 0 || books.hasAttention(order)) return
      // What an admin booked after it is Medusa's to show.
      const isLater = ({ captures: [first] }: MedusaPayment) =>
        first && moments.every((moment) => moment < first.at)
      const payments = books
        .paymentsOf(order)
        .filter((each) => !each.canceled && (isCrypto(each) || !isLater(each)))
      const refunds = payments.flatMap((each) => each.refunds)
      const held = subtract(sumOf(payments), sumOf(refunds))
      // What an edit made cheaper was not paid twice.
      return (
        order.versions.every(({ total }) => isMore(held, total)) &&
        `holds ${held}: ${JSON.stringify(order)}`
      )
    },

    /**
     * A payment by other means stands for as long as its order does. Core itself cancels it first
     * when it takes a completion back or cancels an order, and may be stopped there.
     */
    foreign_payment_touched: (order, books) => {
      const takenBack = ["waiting_to_compensate", "compensating", "failed"]
      if (order.status === "canceled") return
      if (order.completions.some((each) => takenBack.includes(each))) return
      if (books.terms?.canceledByAdmin.has(order.id)) return
      return books
        .paymentsOf(order)
        .some(
          (each) =>
            !isCrypto(each) && (each.canceled || each.refunds.length > 0)
        )
    },
  }),

  // Orders that were placed before their payment: each ends paid, or canceled once its time is
  // over, and never the one while its money says the other.
  ...rulesOf(unpaidOrders, {
    unpaid_past_its_time: ({ order, until }, books) => {
      if (order.status === "canceled") return
      const isPaid = books.paymentsOf(order).some(({ canceled }) => !canceled)
      const { slackMs = 0, now = 0 } = books.terms ?? {}
      if (isPaid || until + slackMs >= now) return
      if (!isMore(totalsOf(order).pending, "0")) return
      return !unresolvedPayments(books, order).some(
        (payment) => isConfirmed(payment) || payment.status === "pending"
      )
    },

    canceled_order_shows_money: ({ order, byJob }, books) =>
      byJob &&
      books.paymentsOf(order).some((each) => isMore(heldOf([each]), "0")),

    canceled_before_its_time: ({ order, until, byJob }) =>
      byJob && Date.parse(order.canceled_at ?? "") < until,

    /**
     * A payment whose coin was chosen is waited for, so money that came while its
     * countdown ran is never late. Money after the countdown is, unless it came while
     * the order could be paid: then the job must have read it.
     */
    canceled_while_paid: ({ order, until, byJob }, books) => {
      const canceledAt = Date.parse(order.canceled_at ?? "")
      const paidBefore = ({ history = [] }: GatewayPayment) => {
        const before = history.filter(({ at }) => Date.parse(at) <= canceledAt)
        const paidAt = before.findIndex(isConfirmed)
        const [previous, paid] = [before[paidAt - 1], before[paidAt]]
        const isLate =
          (previous?.status === "expired" || previous?.status === "failed") &&
          Date.parse(paid.at) >= until
        return (paid && !isLate) || before.at(-1)?.status === "pending"
      }
      return byJob && unresolvedPayments(books, order).some(paidBefore)
    },
  }),

  // Whatever placed them: canceled orders reserve nothing, others what they contain. Core reserves
  // stock while it links an order to its cart: where it is stopped then, the next completion finds
  // the order, and nothing reserves its stock. No payment is settled with such an order.
  ...rulesOf((books) => (books.terms ? books.orders.map(ofOrder) : []), {
    stock_reserved_wrong: (order, books) =>
      order.lines.some((line) => {
        const kept = books.reservedFor(line)
        if (order.status === "canceled") return !isSameAmount(kept, "0")
        // Of other items some orders have none: see `contest` of the campaign.
        const { stock = {} } = books.terms ?? {}
        if (!((line.inventory_item_id ?? "") in stock)) return false
        const mayLack = isSameAmount(kept, "0") && isOrphaned(books, order)
        return !isSameAmount(kept, line.quantity) && !mayLack
      }),
  }),

  ...rulesOf(
    ({ terms, levels }) =>
      terms
        ? levels.map((level) => ({ of: { level, stock: terms.stock } }))
        : [],
    {
      /**
       * Reservations and the counted quantity differ. Of two cancellations of an order that both
       * fail, core restores and counts its reservations twice (`inventory-module.js`, line 342).
       */
      stock_count_wrong: (
        { level, stock },
        { reservations, orders, terms }
      ) => {
        const { inventory_item_id, location_id, stocked_quantity } = level
        const kept = sumOf(
          reservations.filter(
            (each) =>
              each.inventory_item_id === inventory_item_id &&
              each.location_id === location_id
          )
        )
        const expected = String(stock[inventory_item_id] ?? stocked_quantity)
        // An unpaid order that an admin canceled besides the job, or twice.
        const canceledTwice = orders
          .filter(({ id }) => terms?.canceledByAdmin.has(id))
          .flatMap(({ lines }) => lines)
          .filter((line) => line.inventory_item_id === inventory_item_id)
          .map(({ quantity }) => ({ amount: quantity }))
        const excess = subtract(level.reserved_quantity, kept)
        const isByCore =
          isMore(excess, "0") && !isMore(excess, sumOf(canceledTwice))
        return (
          (!isSameAmount(excess, "0") && !isByCore) ||
          !isSameAmount(stocked_quantity, expected)
        )
      },
    }
  ),
]

function ofOrder(order: Order): Subject<Order> {
  return { of: order, orderId: order.id }
}

/** With the moment until which each could be paid, and whether the job canceled it. */
function unpaidOrders({ terms, ledger, orders }: Books) {
  if (!terms) return []
  const { providers, canceledByAdmin, payableMs, endedAt } = terms
  return orders
    .filter((order) =>
      ledger.some(
        (row) => providers.includes(row.provider_id) && isForCartOf(order, row)
      )
    )
    .map((order) => {
      const until = Math.min(
        Date.parse(order.created_at) + payableMs,
        ...order.cart_ids.flatMap((id) => endedAt.get(id) ?? [])
      )
      const byJob =
        order.status === "canceled" && !canceledByAdmin.has(order.id)
      return { of: { order, until, byJob }, orderId: order.id }
    })
}

function isForCartOf({ cart_ids }: Order, { cart_id }: LedgerRow): boolean {
  return cart_id !== null && cart_ids.includes(cart_id)
}

/** The gateway's payments of an order or its collections, those aside that a person resolved. */
function unresolvedPayments(books: Books, order: Order) {
  return books.ledger
    .filter(
      (row) =>
        row.state !== "resolved" &&
        (isForCartOf(order, row) ||
          order.collection_ids.includes(row.payment_collection_id ?? ""))
    )
    .flatMap((row) => books.gatewayPaymentOf(row) ?? [])
}

/**
 * Whether core was stopped while it placed the order, and no payment of a cart is settled with it.
 */
function isOrphaned({ ledger }: Books, order: Order): boolean {
  const rows = ledger.filter(
    ({ cart_id, order_id }) => cart_id !== null && order_id === order.id
  )
  const isForPerson = rows.some(
    ({ state, attention_reason }) =>
      state === "resolved" || attention_reason === "order_not_placed"
  )
  const isHalfPlaced = order.completions.some(
    (state) => state !== "done" && state !== "reverted"
  )
  // Core links the order while it reserves the stock.
  const isUnlinked =
    order.cart_ids.length === 0 && order.collection_ids.length === 0
  return (
    rows.every(({ state }) => state !== "settled") &&
    (isForPerson || isHalfPlaced || isUnlinked)
  )
}
