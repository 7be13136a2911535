import {
  type Books,
  heldOf,
  isConfirmed,
  isCrypto,
  isSamePrice,
  isUnlinked,
  type LedgerRow,
  type MedusaPayment,
  type Order,
  placedPrice,
  type Price,
  priceOf,
} from "./books"
import { isMore, isSameAmount, rounded, subtract, sum, sumOf } from "./decimal"
import { rulesOf, type Subject } from "./rule"

const ofOrder = (order: Order): Subject<Order> => ({
  of: order,
  name: order.id,
  orderId: order.id,
})

/** What Medusa has: no order twice, and no money without a confirmation. */
const ORDERS = [
  ...rulesOf(cartsWithOrders, {
    cart_with_two_orders: (orders) =>
      orders.length > 1 && `has the orders ${orders.join(", ")}`,
  }),

  ...rulesOf(
    (books) =>
      books.payments
        .filter((payment) => isCrypto(payment) && payment.captures.length > 0)
        .map((payment) => ({
          of: payment,
          name: payment.id,
          gatewayPaymentId: books.gatewayPaymentsBehind(payment)[0]?.id,
          orderId: books.orderOf(payment)?.id,
        })),
    {
      /** Captured by our provider, and no confirmed payment behind it. */
      captured_without_confirmation: (payment, books) =>
        !books.gatewayPaymentsBehind(payment).some(isConfirmed),
    }
  ),

  ...rulesOf((books) => books.orders.map(ofOrder), {
    /**
     * An order costs, when it is placed, what one of its cart's payments brought; or,
     * where it was edited while it was unpaid, that is all that was due then. An edit can
     * be confirmed between core's authorization and its capture: then a person is asked.
     */
    order_of_other_worth: (order, books) => {
      const forCart = books.capturedFor(order).filter(books.isForCart)
      const placed = placedPrice(order)
      const paid = forCart
        .flatMap(books.gatewayPaymentsBehind)
        .filter(isConfirmed)
        .map(priceOf)
      // Money without a confirmation is another rule's.
      if (paid.length === 0) return
      if (placed && paid.some((price) => isSamePrice(price, placed))) return
      const paidAllDue = forCart.some(({ captures, currency_code: currency }) =>
        captures.some((capture) =>
          isSamePrice(
            { amount: capture.amount, currency },
            dueAt(books, order, capture)
          )
        )
      )
      const isExplained = paidAllDue || books.hasAttention(order)
      if (isExplained && order.versions.length > 1) return
      return `was placed for ${placed ? written(placed) : "an unknown amount"}, paid was ${paid.map(written).join(" and ")}`
    },

    /**
     * A change of an order that was taken back, or made smaller, costs less than
     * was asked for. What counts is what was due when the money was captured.
     */
    paid_more_than_due: (order, books) => {
      if (books.hasAttention(order)) return
      const capture = books
        .capturedFor(order)
        .filter((payment) => !books.isForCart(payment))
        .flatMap(({ captures }) => captures)
        .find((each) =>
          isMore(
            rounded(each.amount, order.currency_code),
            rounded(books.dueBefore(order, each), order.currency_code)
          )
        )
      return (
        capture &&
        `${capture.id} of ${capture.amount}, while ${books.dueBefore(order, capture)} was due`
      )
    },

    /** What an order waits for besides, an attention says why. */
    pending_difference: (order, books) => {
      const expected = expectedDue(order, books)
      if (expected === null) return
      if (isSameAmount(noticedDue(order, books), expected)) return
      const isForPerson =
        isUnchanged(order) &&
        isOnlyCrypto(order, books) &&
        books.hasAttention(order)
      if (isForPerson) return
      return `not ${expected} in ${JSON.stringify(order)}`
    },

    /** An order that took more than it costs, while none of it needs attention. */
    paid_twice_unnoticed: (order, books) => {
      const captured = books.capturedFor(order)
      if (captured.length === 0 || books.hasAttention(order)) return
      const moments = captured.flatMap(({ captures }) =>
        captures.map(({ at }) => at)
      )
      // What an admin booked after it is Medusa's to show.
      const isLater = ({ captures: [first] }: MedusaPayment) =>
        first && moments.every((moment) => moment < first.at)
      const payments = books
        .paymentsOf(order)
        .filter((each) => !each.canceled && (isCrypto(each) || !isLater(each)))
      const held = subtract(
        sumOf(payments),
        sumOf(payments.flatMap(({ refunds }) => refunds))
      )
      // What an edit made cheaper was not paid twice.
      const costs = [order.total, ...order.versions.map(({ total }) => total)]
      return (
        costs.every((cost) => isMore(held, cost)) &&
        `costs ${order.total} and holds ${held}`
      )
    },

    /**
     * A payment by other means stands for as long as its order does. Core itself cancels it first
     * when it takes a completion back or cancels an order, and may be stopped there.
     */
    foreign_payment_touched: (order, books) => {
      if (order.status === "canceled" || order.half_rolled_back) return
      if (books.terms?.canceledByAdmin.has(order.id)) return
      const touched = books
        .paymentsOf(order)
        .find(
          (each) =>
            !isCrypto(each) && (each.canceled || each.refunds.length > 0)
        )
      return touched && JSON.stringify(touched)
    },
  }),
]

function cartsWithOrders({ orders }: Books): Subject<string[]>[] {
  const cartIds = new Set(orders.flatMap(({ cart_ids }) => cart_ids))
  return [...cartIds].map((name) => {
    const ids = orders
      .filter(({ cart_ids }) => cart_ids.includes(name))
      .map(({ id }) => id)
    return { of: ids, name, orderId: ids[0] }
  })
}

/** What was due for an order when a capture of it was made. */
export function dueAt(
  books: Books,
  order: Order,
  capture: { id: string; at: string }
): Price {
  const amount = books.dueBefore(order, capture)
  return { amount, currency: order.currency_code }
}

function isUnchanged({ status, versions }: Order): boolean {
  return status !== "canceled" && versions.length === 1
}

/** Whether nothing but crypto paid an order. */
function isOnlyCrypto(order: Order, books: Books): boolean {
  return (
    books.capturedFor(order).length > 0 &&
    openPayments(order, books).every(isCrypto)
  )
}

/**
 * Where nothing but crypto paid, an order waits for its total less what was captured and not sent
 * back; and where it was never edited, that is what was sent back. Else it waits for its total less
 * its transactions; null where nothing is settled for it.
 */
function expectedDue(order: Order, books: Books): string | null {
  if (!isOnlyCrypto(order, books)) {
    const isSettled = books.ledger.some(
      ({ order_id, state }) => order_id === order.id && state === "settled"
    )
    return isSettled ? dueByTransactions(order) : null
  }
  if (!isUnchanged(order)) {
    return subtract(order.total, heldOf(openPayments(order, books)))
  }
  return sumOf(openPayments(order, books).flatMap(({ refunds }) => refunds))
}

function openPayments(order: Order, books: Books): MedusaPayment[] {
  return books
    .paymentsOf(order)
    .filter(({ captures, canceled }) => captures.length > 0 || !canceled)
}

function dueByTransactions({ total, transactions }: Order): string {
  return subtract(total, sumOf(transactions))
}

/** As core's summary says, which loses one of two bookings at once; or as a timeline says then. */
function noticedDue(order: Order, { timeline }: Books): string {
  const booked = dueByTransactions(order)
  const isNoted = timeline.some(
    ({ type, data }) =>
      type === "order_misstated" &&
      data?.order_id === order.id &&
      isSameAmount(String(data.amount), booked)
  )
  return isNoted ? booked : order.pending_difference
}

function written({ amount, currency }: Price): string {
  return `${amount} ${currency.toUpperCase()}`
}

/** With the moment until which it could be paid. */
type Unpaid = { order: Order; until: number }

/**
 * Orders that were placed before their payment: each ends paid, or canceled once
 * its time is over, and never the one while its money says the other.
 */
const UNPAID_ORDERS = [
  ...rulesOf((books) => unpaidOrders(books, false), {
    unpaid_past_its_time: ({ order, until }, books) => {
      const isPaid = books.paymentsOf(order).some(({ canceled }) => !canceled)
      const { isOver, slackMs = 0, now = 0 } = books.terms ?? {}
      if (isPaid || !(isOver || until + slackMs < now)) return
      if (!isMore(order.pending_difference, "0")) return
      return !unresolvedPayments(books, order).some(
        (payment) => isConfirmed(payment) || payment.status === "pending"
      )
    },
  }),

  ...rulesOf((books) => unpaidOrders(books, true), {
    canceled_before_its_time: ({ order, until }) =>
      order.canceled_at !== null && Date.parse(order.canceled_at) < until,

    /**
     * A payment whose coin was chosen is waited for, so money that came while its
     * countdown ran is never late. Money after the countdown is, unless it came while
     * the order could be paid: then the job must have read it.
     */
    canceled_while_paid: ({ order, until }, books) => {
      const canceledAt = Date.parse(order.canceled_at ?? "")
      const payment = unresolvedPayments(books, order).find(
        ({ history = [] }) => {
          const before = history.filter(
            ({ at }) => Date.parse(at) <= canceledAt
          )
          const paidAt = before.findIndex(isConfirmed)
          const [previous, paid] = [before[paidAt - 1], before[paidAt]]
          const isLate =
            (previous?.status === "expired" || previous?.status === "failed") &&
            Date.parse(paid.at) >= until
          return (paid && !isLate) || before.at(-1)?.status === "pending"
        }
      )
      return (
        payment &&
        `canceled ${order.canceled_at}, payable until ${new Date(until).toISOString()}: ${JSON.stringify(payment)}`
      )
    },

    canceled_order_shows_money: ({ order }, books) =>
      books.paymentsOf(order).some((each) => isMore(heldOf([each]), "0")),
  }),
]

/** Those that were canceled, but by an admin, or the others. */
function unpaidOrders(books: Books, canceled: boolean): Subject<Unpaid>[] {
  const { terms, ledger, orders } = books
  if (!terms) return []
  const { providers, canceledByAdmin, payableMs, endedAt } = terms
  return orders
    .filter(
      (order) =>
        ledger.some(
          (row) =>
            providers.includes(row.provider_id) && isForCartOf(order, row)
        ) &&
        (order.status === "canceled") === canceled &&
        !(canceled && canceledByAdmin.has(order.id))
    )
    .map((order) => {
      const until = Math.min(
        Date.parse(order.created_at) + payableMs,
        ...order.cart_ids.flatMap((id) => endedAt.get(id) ?? [])
      )
      return { ...ofOrder(order), of: { order, until } }
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

type Line = { order: Order; line: Order["lines"][number] }

/**
 * Whatever placed them: canceled orders reserve nothing, others what they contain.
 * Core reserves stock while it links an order to its cart: where it is stopped
 * then, the next completion finds the order, and nothing reserves its stock. No
 * payment is settled with such an order.
 */
const STOCK = [
  ...rulesOf(linesOfOrders, {
    stock_not_released: ({ order, line }, books) =>
      order.status === "canceled" && books.reservedFor(line.id).length > 0,

    stock_not_reserved: ({ order, line }, books) => {
      const { id, quantity, inventory_item_id: itemId } = line
      // Of other items some orders have none: see `contest` of the campaign.
      if (order.status === "canceled" || !itemId) return
      if (!(itemId in (books.terms?.stock ?? {}))) return
      const kept = quantityOf(books.reservedFor(id, itemId))
      const mayLack = isSameAmount(kept, "0") && isHalfDone(books, order)
      return !isSameAmount(kept, quantity) && !mayLack
    },
  }),

  ...rulesOf(
    ({ terms, levels }) =>
      terms ? levels.map((of) => ({ of, name: of.inventory_item_id })) : [],
    {
      /** Reservations and the counted quantity differ. */
      stock_count_wrong: (level, books) => {
        const kept = quantityOf(
          books.reservations.filter(
            (each) =>
              each.inventory_item_id === level.inventory_item_id &&
              each.location_id === level.location_id
          )
        )
        const stocked = level.stocked_quantity
        const inStock = books.terms?.stock[level.inventory_item_id]
        const expected = String(inStock ?? stocked)
        const isRight =
          isSameAmount(kept, level.reserved_quantity) &&
          isSameAmount(stocked, expected)
        return (
          !isRight && `${kept} reserved, not as in ${JSON.stringify(level)}`
        )
      },
    }
  ),
]

function linesOfOrders({ orders, terms }: Books): Subject<Line>[] {
  if (!terms) return []
  return orders.flatMap((order) =>
    order.lines.map((line) => ({
      ...ofOrder(order),
      of: { order, line },
    }))
  )
}

/** Whether core was stopped while it placed the order, and no payment of a cart is settled with it. */
function isHalfDone({ ledger }: Books, order: Order): boolean {
  const rows = ledger.filter(
    ({ cart_id, order_id }) => cart_id !== null && order_id === order.id
  )
  const isForPerson = rows.some(
    ({ state, attention_reason }) =>
      state === "resolved" || attention_reason === "order_not_placed"
  )
  return (
    rows.every(({ state }) => state !== "settled") &&
    (isForPerson || order.half_placed || isUnlinked(order))
  )
}

/** Whether less is reserved for an order than it contains. */
export function lacksStock(books: Books, { lines }: Order): boolean {
  return lines.some(
    ({ id, quantity, inventory_item_id: itemId }) =>
      itemId !== null &&
      isMore(quantity, quantityOf(books.reservedFor(id, itemId)))
  )
}

function quantityOf(reservations: { quantity: string }[]): string {
  return sum(reservations.map(({ quantity }) => quantity))
}

export const ORDER_RULES = [...ORDERS, ...UNPAID_ORDERS, ...STOCK]
