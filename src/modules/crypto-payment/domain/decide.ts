import {
  describePrice,
  type Facts,
  isOverpaid,
  type OrderFacts,
  type Price,
  pricesDue,
} from "./facts"
import { isSamePrice } from "./authorization"
import type { AttentionReason } from "./states"

/**
 * What to do about a gateway payment.
 * - `record`: nothing beyond what was written down; of a paid attempt, nothing yet.
 * - `close`: the attempt ended unpaid; `session_id` is the session to end with it.
 * - `process`: hand the session to core as captured.
 * - `book`: the order is paid, but core was stopped before it wrote the capture
 *   into the order's transactions; hand it the session once more.
 * - `capture`: one of two parts is captured; capture the other one.
 * - `reattach`: give the cart or collection a session for this attempt, then decide again.
 * - `settle`: the order exists and is paid by this attempt with its exact total.
 * - `verify`: a settled attempt is still what was written down.
 * - `reopen`: core rolled back the order or the capture of a settled attempt.
 * - `attention`: a person is needed; `detail` says what was found.
 */
export type Decision =
  | { type: "record" }
  | {
      type: "close"
      session_id: string | null
      session_status: "canceled" | "error"
    }
  | { type: "process"; session_id: string }
  | { type: "book"; session_id: string }
  | { type: "capture"; session_id: string }
  | { type: "reattach" }
  | { type: "settle"; order_id: string | null; payment_id: string }
  | { type: "verify" }
  | { type: "reopen"; detail: string }
  | { type: "attention"; reason: AttentionReason; detail: string }

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
function decideSettled({ attempt, payment, order }: Facts): Decision {
  if (attempt.order_id && attempt.order_id !== order?.id) {
    return {
      type: "reopen",
      detail: `Order ${attempt.order_id} does not exist any more.`,
    }
  }
  if (!payment?.captured) {
    return { type: "reopen", detail: "Its capture does not exist any more." }
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
  const { attempt, merchant, payment, order } = facts
  const testCoins = testModeMismatch(attempt.is_test, merchant)
  if (testCoins) return attention("test_mode_mismatch", testCoins)
  if (facts.paid_otherwise && !paidItsOrder(facts)) return duplicate(facts)
  if (payment?.captured && (order || !attempt.for_cart)) {
    return decideCaptured(facts, payment)
  }
  if (facts.session && isHalfCaptured(facts)) {
    return { type: "capture", session_id: facts.session.id }
  }
  if (order?.canceled) {
    return attention("late_payment", `Order ${order.id} was canceled before.`)
  }
  return decideOpenSale(facts)
}

/** The first of two parts is captured, and the order, where there is to be one, exists. */
function isHalfCaptured({ attempt, payment, order }: Facts): boolean {
  if (attempt.rest_amount === null || attempt.sent_back) return false
  if (!payment?.price || payment.captured) return false
  return order !== null || !attempt.for_cart
}

/** Whether the order shows exactly this money, whatever was paid besides. */
function paidItsOrder({ attempt, payment, order }: Facts): boolean {
  if (!order || order.canceled || isOverpaid(order)) return false
  if (!payment?.captured || !payment.booked) return false
  const paid = attempt.price ?? payment.price
  return !attempt.for_cart || isWorth(order, paid, true)
}

/**
 * Whether what was paid is what the order was placed for, or all that was due
 * for it, where it was edited while it was unpaid.
 */
function isWorth(
  { edited, placed, pending }: OrderFacts,
  paid: Price | null,
  booked: boolean
): boolean {
  if (isExactly(placed, paid)) return true
  if (!edited || !pending || !paid) return false
  return isSamePrice(pending, booked ? { ...paid, amount: "0" } : paid)
}

/** The money is Medusa's already; what did core make of it? */
function decideCaptured(
  { attempt, session, order }: Facts,
  payment: NonNullable<Facts["payment"]>
): Decision {
  const paid = attempt.price ?? payment.price
  if (order && attempt.for_cart && !isWorth(order, paid, payment.booked)) {
    return attention(
      "amount_mismatch",
      `Order ${order.id} was placed for ${describePrice(order.placed)}, paid was ${describePrice(paid)}.`
    )
  }
  if (order && !order.canceled && !payment.booked) {
    return book(order.id, session)
  }
  if (order && !order.canceled && !attempt.for_cart && isOverpaid(order)) {
    return attention(
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

/** Nothing else has paid: can an order (or a paid order) come of it? */
function decideOpenSale(facts: Facts): Decision {
  const { attempt, session, cart, collection, gateway_price, order } = facts
  if (attempt.for_cart ? !cart : !collection) return unmatched(facts)
  const due = pricesDue({
    for_cart: attempt.for_cart,
    cart_price: cart?.price ?? null,
    collection_price: collection?.price ?? null,
    order,
  })
  const { price } = attempt
  if (!price || due.length === 0) return unmatched(facts)
  if (attempt.is_test === null) {
    return attention(
      "test_mode_mismatch",
      "The gateway did not report whether this is a test payment."
    )
  }
  if (gateway_price && !isSamePrice(gateway_price, price)) {
    return mismatch(gateway_price, price)
  }
  if (!due.some((each) => isSamePrice(each, price))) {
    return mismatch(price, due[0])
  }
  // What Medusa captured was accepted then.
  if (attempt.shortfall.type !== "accepted" && !facts.payment?.captured) {
    return attempt.shortfall.type === "awaited"
      ? { type: "record" }
      : attention("underpaid", attempt.shortfall.detail)
  }
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

function attention(reason: AttentionReason, detail: string): Decision {
  return { type: "attention", reason, detail }
}

function isExactly(price: Price | null, paid: Price | null): boolean {
  return price !== null && paid !== null && isSamePrice(price, paid)
}
