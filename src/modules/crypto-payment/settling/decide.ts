import { describePrice, type Price } from "./price"
import { type Facts, isOverpaid, type PaidOrderFacts, priceDue } from "./facts"
import { MathBN } from "@medusajs/framework/utils"
import { isSamePrice } from "./authorization"
import { attention, type Decision } from "./decision"
import {
  decideCompleting,
  decideSettledRemainder,
  decideTooLate,
} from "../shortfalls/remainder"
import { shortfallReason } from "../shortfalls/shortfall"

/** The decision table of the one workflow for money. Pure: same facts, same decision. */
export function decide(facts: Facts): Decision {
  const { state, outcome } = facts.attempt
  if (state === "resolved") return { type: "record" }
  if (state === "settled") return decideSettled(facts)
  if (state === "paid" || state === "attention") return decidePaid(facts)
  switch (outcome) {
    case "paid":
      return decidePaid(facts)
    case "unpaid":
      return decideUnpaid(facts)
    case "open":
      return { type: "record" }
  }
}

function decideUnpaid({ attempt, session, payment }: Facts): Decision {
  return {
    type: "close",
    session_id: session && !payment ? session.id : null,
    session_status: attempt.gateway_status === "failed" ? "error" : "canceled",
  }
}

/**
 * An order is visible before core's completion has ended, and a late failure
 * takes it back. So what was settled is compared once more, some minutes later.
 */
function decideSettled({ attempt, first, payment, order }: Facts): Decision {
  if (first) return decideSettledRemainder(attempt, first)
  if (attempt.order_id && attempt.order_id !== order?.id) {
    return {
      type: "reopen",
      detail: `Order ${attempt.order_id} does not exist any more.`,
    }
  }
  if (!payment?.captured) {
    return { type: "reopen", detail: "Its capture does not exist any more." }
  }
  if (order?.canceled && payment.stands) {
    return { type: "reopen", detail: holdsPayment(order.id) }
  }
  if (order && !order.canceled && !payment.booked) {
    return {
      type: "reopen",
      detail: `Order ${order.id} does not show the payment any more.`,
    }
  }
  return { type: "verify" }
}

function decidePaid(facts: Facts): Decision {
  const { attempt, first, merchant, payment, order } = facts
  if (first?.completed_by === "this") return decideCompleting(attempt, first)
  const testCoins = testModeMismatch(attempt.is_test, merchant)
  if (testCoins) return attention("test_mode_mismatch", testCoins)
  if (order?.canceled) return decideCanceled(facts, order)
  if (payment?.captured && (order || !attempt.for_cart)) {
    return decideCaptured(facts, payment)
  }
  if (facts.paid_otherwise) return duplicate(facts)
  if (facts.session && isHalfCaptured(facts)) {
    return isForAllThatIsDue(facts)
      ? { type: "capture", session_id: facts.session.id }
      : wrongAmount(facts)
  }
  return decideOpenSale(facts)
}

/** The order is canceled, whether it holds this money or not. */
function decideCanceled(facts: Facts, { id }: PaidOrderFacts): Decision {
  const { attempt, payment } = facts
  if (payment?.captured) {
    return payment.stands
      ? attention("late_payment", holdsPayment(id))
      : { type: "settle", order_id: id, payment_id: payment.id }
  }
  if (facts.paid_otherwise) return duplicate(facts)
  const { shortfall } = attempt
  if (shortfall.type === "awaited") return { type: "record" }
  const canceled = `Order ${id} was canceled before.`
  return shortfall.type === "accepted"
    ? attention("late_payment", canceled)
    : attention(shortfallReason(shortfall), `${shortfall.detail} ${canceled}`)
}

function holdsPayment(orderId: string): string {
  return `Order ${orderId} was canceled, and holds this payment.`
}

/** The first of two parts is captured, and the order, where there is to be one, exists. */
function isHalfCaptured({ attempt, payment, order }: Facts): boolean {
  if (attempt.remainder_amount === null || attempt.sent_back) return false
  if (!payment?.price || payment.captured) return false
  return order !== null || !attempt.for_cart
}

/** Whether the order of a cart has or had exactly this to be paid. */
function isForAllThatIsDue({ attempt, payment, order }: Facts): boolean {
  if (!order || !attempt.for_cart) return true
  const paid = attempt.price ?? payment?.price ?? null
  return isExactly(order.due, paid)
}

/** Its order is paid in full with it, since the order or another payment changed. */
function leavesNothingOpen({ order }: Facts): boolean {
  return order?.pending ? MathBN.eq(order.pending.amount, 0) : false
}

/** The money is Medusa's already; what did core make of it? */
function decideCaptured(
  facts: Facts,
  payment: NonNullable<Facts["payment"]>
): Decision {
  const { attempt, session, order } = facts
  if (order && !payment.booked) return book(order.id, session)
  if (!isForAllThatIsDue(facts) && !leavesNothingOpen(facts)) {
    return wrongAmount(facts)
  }
  if (facts.paid_otherwise && !order) return duplicate(facts)
  if (order && !attempt.for_cart && isOverpaid(order)) {
    return facts.paid_otherwise
      ? duplicate(facts)
      : attention(
          "amount_mismatch",
          `Order ${order.id} shows more money than is due: pending is ${describePrice(order.pending)}.`
        )
  }
  return {
    type: "settle",
    order_id: order?.id ?? null,
    payment_id: payment.id,
  }
}

function book(orderId: string, session: Facts["session"]): Decision {
  return session
    ? { type: "book", session_id: session.id }
    : attention(
        "order_not_placed",
        `Order ${orderId} does not show the payment, and its session is gone.`
      )
}

/** Nothing else has paid it: can an order (or a paid order) come of it? */
function decideOpenSale(facts: Facts): Decision {
  const { attempt, first, session, cart, collection, gateway_price, order } =
    facts
  const { price } = attempt
  if (!first && !(attempt.for_cart ? cart : collection)) return unmatched(facts)
  const due = first
    ? price
    : priceDue({
        for_cart: attempt.for_cart,
        cart_price: cart?.price ?? null,
        collection_price: collection?.price ?? null,
        order,
      })
  if (!price || !due) return unmatched(facts)
  if (attempt.is_test === null) {
    return attention(
      "test_mode_mismatch",
      "The gateway did not report whether this is a test payment."
    )
  }
  if (gateway_price && !isSamePrice(gateway_price, price)) {
    return mismatch(gateway_price, price)
  }
  if (!isSamePrice(due, price)) {
    return isPaidByOthers(facts) ? duplicate(facts) : mismatch(price, due)
  }
  if (first && (!first.may_be_completed || attempt.sent_back)) {
    return decideTooLate(first)
  }
  // What Medusa captured was accepted then.
  const { shortfall } = attempt
  if (shortfall.type !== "accepted" && !facts.payment?.captured) {
    return shortfall.type === "awaited"
      ? { type: "record" }
      : attention(shortfallReason(shortfall), shortfall.detail)
  }
  if (first) return { type: "complete" }
  if (attempt.sent_back) {
    return attention(
      "order_not_placed",
      "An admin recorded or requested a refund, or recorded that the order was placed manually, so no order is placed automatically."
    )
  }
  if (session && isSamePrice(session.price, price)) {
    return { type: "process", session_id: session.id }
  }
  return { type: "reattach" }
}

function unmatched({ attempt, cart, collection }: Facts): Decision {
  if (attempt.for_cart ? !cart : !collection) {
    if (attempt.was_closed) {
      return attention(
        "late_payment",
        "Its cart was deleted after the attempt was closed."
      )
    }
    return attention(
      "unmatched",
      attempt.for_cart
        ? "Its cart no longer exists."
        : "It belongs to no cart and no payment collection."
    )
  }
  return attention("unmatched", "Its price is unknown.")
}

function duplicate({ order, payment }: Facts): Decision {
  const target = order ? `Order ${order.id}` : "Its cart"
  return attention(
    "duplicate_payment",
    payment
      ? `${target} is paid twice: by this payment and by another one.`
      : `${target} was already paid by another payment.`
  )
}

/** Nothing is or was left to be paid for its order, since other payments paid it. */
function isPaidByOthers({ attempt, order }: Facts): boolean {
  if (!attempt.for_cart || !order?.due || !order.has_others) return false
  return MathBN.lte(order.due.amount, 0)
}

/** Its order had something else to be paid when core captured it. */
function wrongAmount(facts: Facts): Decision {
  if (facts.paid_otherwise || isPaidByOthers(facts)) return duplicate(facts)
  const { attempt, payment, order } = facts
  const paid = attempt.price ?? payment?.price ?? null
  return attention(
    "amount_mismatch",
    `Due for order ${order?.id} was ${describePrice(order?.due ?? null)}, paid was ${describePrice(paid)}.`
  )
}

function mismatch(paid: Price, due: Price): Decision {
  return attention(
    "amount_mismatch",
    `Paid for ${describePrice(paid)}, due is ${describePrice(due)}.`
  )
}

function testModeMismatch(isTest: boolean | null, merchant: Facts["merchant"]) {
  if (isTest === null || !merchant || isTest === merchant.test_mode) return
  return isTest
    ? "Paid with test coins while the provider takes real ones."
    : "Paid with real coins while the provider is in test mode."
}

function isExactly(price: Price | null, paid: Price | null): boolean {
  return price !== null && paid !== null && isSamePrice(price, paid)
}
