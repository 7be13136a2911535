import { isPaidState } from "../../src/modules/crypto-payment/attempts/states"
import type { Attempt } from "../../src/modules/crypto-payment/models/crypto-payment"
import { isJustified } from "./justified"
import { isConfirmed } from "./gateway"
import { faultsOfBookings, faultsOfRefunds } from "./law-of-refunds"
import { faultsOfUnpaid, faultsOfUnpaidAtRest } from "./law-of-unpaid"
import { cryptoProviderId } from "./shop-process"
import { isStanding, type Order, type Payment, type Shop } from "./shop"

/**
 * The invariants of the design, read from the rows alone. What must never be
 * otherwise, not even between two actions; empty when all is well.
 */
export function faultsAtAnyTime(shop: Shop): string[] {
  return [
    ...shop.faults,
    ...shop.payments.flatMap((payment) => capturesWithoutMoney(shop, payment)),
    ...shop.orders.flatMap((order) => ordersOfOtherWorth(shop, order)),
    ...doubled(shop),
    ...faultsOfUnpaid(shop),
    ...faultsOfRefunds(shop),
  ]
}

/** What must hold at a quiet moment as well. */
export function faultsAtRest(shop: Shop): string[] {
  return [
    ...faultsAtAnyTime(shop),
    ...moneyWithoutPlace(shop),
    ...shop.attempts.flatMap((attempt) => faultsOf(shop, attempt)),
    ...refundsThatNobodySent(shop),
    ...faultsOfBookings(shop),
    ...faultsOfUnpaidAtRest(shop),
  ]
}

/** Nothing is captured without a confirmed payment that was due at that moment. */
function capturesWithoutMoney(shop: Shop, payment: Payment): string[] {
  if (payment.provider_id !== cryptoProviderId) return []
  const money = moneyOf(shop, payment)
  if (!money || !isConfirmed(money.statuses)) {
    return [`${payment.id} was captured without a confirmed payment`]
  }
  const { amount, captures, then } = payment
  const faults: string[] = []
  if (
    captures.length !== 1 ||
    rounded(captures[0].amount) !== rounded(amount)
  ) {
    const amounts = captures.map((capture) => capture.amount)
    faults.push(`${payment.id} has the captures [${amounts.join()}]`)
  }
  if (!isSame(payment, money)) {
    faults.push(`${payment.id} took ${amount} where ${money.amount} was paid`)
  }
  if (!then) return faults
  if (then.due === null || rounded(then.due) !== rounded(amount)) {
    faults.push(`${payment.id} took ${amount} where ${then.due} was due`)
  }
  if (money.is_test !== then.test_mode) {
    faults.push(`${payment.id} took the wrong kind of coins`)
  }
  if (then.order_canceled) {
    faults.push(`${payment.id} was captured for a canceled order`)
  }
  if (then.paid_otherwise) {
    faults.push(`${payment.id} was captured for what was paid already`)
  }
  if (then.underpaid) {
    faults.push(`${payment.id} was captured for fewer coins than are accepted`)
  }
  if (then.sent_back) {
    faults.push(`${payment.id} was captured of money that was sent back`)
  }
  return faults
}

/** No order is placed on a paid crypto session for another total or currency. */
function ordersOfOtherWorth(shop: Shop, order: Order): string[] {
  const link = shop.orderCarts.find(({ order_id }) => order_id === order.id)
  const cart = shop.carts.find(({ id }) => id === link?.cart_id)
  if (!cart) return []
  const captures = shop.payments.filter(
    (payment) =>
      payment.collection_id === cart.collection_id &&
      payment.captured_at &&
      !payment.canceled_at &&
      isPlacedOn(shop, order, payment)
  )
  if (captures.some(({ provider_id }) => provider_id !== cryptoProviderId)) {
    return []
  }
  // That no more and no less was due then is judged at its capture.
  const isEdited = order.totals.length > 1 && shop.placedUnpaid.has(cart.id)
  const placed = order.totals[0].total
  const { currency_code } = order
  return captures
    .filter((payment) => !isSame(payment, { amount: placed, currency_code }))
    .filter(({ currency_code: paid }) => !isEdited || paid !== currency_code)
    .map(
      ({ id, amount, currency_code: paid }) =>
        `${order.id} was placed for ${placed} ${currency_code}, ${id} brought ${amount} ${paid}`
    )
}

/** Without its session a payment pays for no other order than the one it is booked on. */
function isPlacedOn(shop: Shop, order: Order, payment: Payment): boolean {
  return (
    shop.session(payment.session_id) !== undefined ||
    order.transactions.some(({ reference_id }) =>
      payment.captures.some(({ id }) => id === reference_id)
    )
  )
}

function doubled(shop: Shop): string[] {
  const captured = shop.payments.flatMap((payment) =>
    payment.canceled_at ? [] : (moneyOf(shop, payment)?.id ?? [])
  )
  return [
    ...repeated(captured).map((id) => `${id} was captured twice`),
    ...repeated(shop.orderCarts.map(({ cart_id }) => cart_id)).map(
      (id) => `${id} has two orders`
    ),
  ]
}

/** Each confirmed payment has one attempt, which is settled or in front of a person. */
function moneyWithoutPlace(shop: Shop): string[] {
  return shop.gateway.flatMap(({ id, external_id, statuses }) => {
    const attempts = shop.attempts.filter(
      ({ gateway_payment_id }) => gateway_payment_id === id
    )
    const [attempt] = attempts
    if (attempts.length > 1) return [`${id} has ${attempts.length} attempts`]
    const is = attempt?.state ?? "without an attempt"
    const ends = ["settled", "attention", "resolved"].includes(is)
    if (isConfirmed(statuses) && !ends) {
      return [`${id} (${external_id}) is confirmed, but ${is}`]
    }
    if (!isConfirmed(statuses) && attempt && isPaidState(attempt.state)) {
      return [`${id} is ${statuses.join(", ")}, but ${is}`]
    }
    return []
  })
}

function faultsOf(shop: Shop, attempt: Attempt): string[] {
  switch (attempt.state) {
    case "settled":
      return faultsOfSettled(shop, attempt)
    case "attention":
      return isJustified(shop, attempt)
        ? []
        : [
            `${attempt.id} needs attention (${attempt.attention_reason}: ${JSON.stringify(attempt.attention_fact)}), and nothing is the matter`,
          ]
    case "paid":
      return [`${attempt.id} is paid and left lying`]
    case "creating":
    case "open":
    case "closed":
    case "resolved":
      return []
  }
}

/** Exactly one order, with exactly one capture among its transactions. */
function faultsOfSettled(shop: Shop, attempt: Attempt): string[] {
  const payments = shop.payments.filter(
    (payment) =>
      moneyOf(shop, payment)?.id === attempt.gateway_payment_id &&
      !payment.canceled_at
  )
  const [payment] = payments
  if (!payment) return [`${attempt.id} is settled without a capture`]
  const order = shop.order(attempt.order_id ?? undefined)
  if (!order) return [`${attempt.id} is settled without an order`]
  const isLinked = attempt.cart_id
    ? shop.orderOfCart(attempt.cart_id)?.id === order.id
    : shop.orderOfCollection(payment.collection_id)?.id === order.id
  if (!isLinked) return [`${attempt.id} is settled with the order of another`]
  const [capture] = payment.captures
  const booked = order.transactions.filter(
    ({ reference_id }) => reference_id === capture?.id
  )
  if (order.status === "canceled" && isStanding(payment)) {
    return [
      `${attempt.id} is settled, and ${order.id}, which is canceled, holds it`,
    ]
  }
  const cart = attempt.cart_id ? shop.cart(attempt.cart_id) : undefined
  const isUntouched =
    order.status === "pending" &&
    order.totals.length === 1 &&
    order.transactions.length === booked.length
  if (isUntouched && cart && !cart.completed_at) {
    return [`${attempt.id} is settled with ${order.id}, which is half-done`]
  }
  const isBooked =
    order.status === "canceled" ||
    (booked.length === 1 &&
      rounded(booked[0].amount) === rounded(capture.amount))
  return isBooked
    ? []
    : [
        `${attempt.id} is settled, and ${order.id} shows it ${booked.length} times`,
      ]
}

function refundsThatNobodySent(shop: Shop): string[] {
  const known = new Set(shop.refunds.map(({ refund_id }) => refund_id))
  return shop.payments
    .filter(({ provider_id }) => provider_id === cryptoProviderId)
    .flatMap(({ id, refunds }) =>
      refunds
        .filter((refund) => !known.has(refund.id))
        .map((refund) => `${refund.id} of ${id} was not sent by an admin`)
    )
}

/** The gateway's payment that a Medusa payment is made of. */
function moneyOf(shop: Shop, { provider_id, session_id, data }: Payment) {
  if (provider_id !== cryptoProviderId) return undefined
  const attempt = shop.attempts.find(
    ({ authorized_session_id }) => authorized_session_id === session_id
  )
  const id = attempt?.gateway_payment_id ?? data?.gateway_payment_id
  return shop.gateway.find((each) => each.id === id)
}

function isSame(
  one: { amount: string; currency_code: string },
  other: { amount: string; currency_code: string }
): boolean {
  return (
    rounded(one.amount) === rounded(other.amount) &&
    one.currency_code === other.currency_code
  )
}

function rounded(amount: string): string {
  return Number(amount).toFixed(2)
}

function repeated(ids: readonly string[]): string[] {
  return ids.filter((id, at) => ids.indexOf(id) !== at)
}
