import type { Attempt } from "../../src/modules/crypto-payment/models/crypto-payment"
import { openRequestsOf, refundsOf } from "./ledger-parts"
import { dueCoins, shortCoins } from "./gateway"
import { type Order, type Payment, pendingDifference, type Shop } from "./shop"

/** What holds at any time of refunds and requests. */
export function faultsOfRefunds(shop: Shop): string[] {
  return [
    ...shop.requests.flatMap(({ id }) => faultsOfRequest(shop, id)),
    ...shop.attempts.flatMap((attempt) => faultsOfSum(shop, attempt)),
  ]
}

/**
 * At rest, each refund of money that Medusa captured is in its books: as one refund of the payment,
 * and as one transaction of its order, which asks for none of it again.
 */
export function faultsOfBookings(shop: Shop): string[] {
  return shop.refunds.flatMap(
    ({ id, crypto_payment_id, refund_id, amount }) => {
      const attempt = shop.attempts.find(
        (each) => each.id === crypto_payment_id
      )
      const payment = shop.payments.find(
        ({ session_id, captures, canceled_at }) =>
          session_id === attempt?.authorized_session_id &&
          captures.length > 0 &&
          !canceled_at
      )
      if (!payment) return []
      const refunds = payment.refunds.filter((each) => each.id === refund_id)
      const order = shop.orderOfCollection(payment.collection_id)
      const transactions = (order?.transactions ?? []).filter(
        (each) => each.reference_id === refund_id
      )
      const isRight =
        refunds.length === 1 &&
        (!order ||
          (transactions.length === 1 &&
            Number(transactions[0].amount) === -Number(amount) &&
            !asksAgain(order, payment)))
      return isRight
        ? []
        : [
            `${id} of ${amount} is booked as ${refunds.length} refunds and ${transactions.length} transactions`,
          ]
    }
  )
}

/** An order that one payment paid, and that was never edited, is paid whatever was given back. */
function asksAgain(order: Order, { captures }: Payment): boolean {
  const [placed] = order.totals
  const isUnchanged = order.totals.length === order.credit_lines.length + 1
  const paid = captures.reduce((sum, { amount }) => sum + Number(amount), 0)
  return (
    order.status !== "canceled" &&
    isUnchanged &&
    paid === Number(placed.total) &&
    pendingDifference(order) > 0
  )
}

/** A request that was sent is exactly one refund, of its amount; another one is none. */
function faultsOfRequest(shop: Shop, id: string): string[] {
  const refunds = shop.refunds.filter(({ request_id }) => request_id === id)
  const request = shop.requests.find((each) => each.id === id)
  const isRight =
    request?.state === "sent"
      ? refunds.length === 1 &&
        Number(refunds[0].amount) === Number(request.amount)
      : refunds.length === 0
  if (isRight) return []
  const amounts = refunds.map(({ amount }) => amount).join(" and ")
  return [`${id} (${request?.state}) was sent as [${amounts}]`]
}

/** No more is sent back and promised together than the payment brought. */
function faultsOfSum(shop: Shop, attempt: Attempt): string[] {
  const given = [
    ...refundsOf(shop, attempt.id),
    ...openRequestsOf(shop, attempt.id),
  ]
  if (given.length === 0) return []
  const sum = given.reduce((total, { amount }) => total + Number(amount), 0)
  // Without its quote nobody knows what the coins are worth: all of them are the limit then.
  const isQuoted = attempt.quoted_crypto_amount !== null
  const arrived =
    isQuoted && isJudgedByCoins(attempt)
      ? Number(shortCoins) / Number(dueCoins)
      : 1
  const brought = Number(attempt.amount) * arrived
  return sum <= brought + 0.005
    ? []
    : [`${sum} of ${attempt.id} are sent back or promised, of ${brought}`]
}

/** Whatever its reason says; an order that was settled is paid in full. */
function isJudgedByCoins(attempt: Attempt): boolean {
  const { settled_at, received_crypto_amount } = attempt
  return settled_at === null && received_crypto_amount === shortCoins
}
