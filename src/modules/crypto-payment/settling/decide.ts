import { MathBN } from "@medusajs/framework/utils"
import type {
  AttemptState,
  AttentionFact,
  AttentionReason,
  Price,
} from "../column-values"
import { excessOf, orderToReturn, priceDue } from "./due"
import type { Facts, PaidOrderFacts } from "./facts"
import { gatewayObjection, isSamePrice, type Repriced } from "./money"
import type { Shortfall } from "../shortfalls/shortfall"

/** The decision table of the one workflow for money. Pure: same facts, same decision. */
export function decide(facts: Facts): Decision {
  const { attempt, order } = facts
  const { state, outcome } = attempt
  if (state === "resolved") return { type: "record" }
  const isHeld = state === "paid" || state === "attention"
  if (state !== "settled" && !isHeld && outcome !== "paid") {
    return outcome === "unpaid" ? decideUnpaid(facts) : { type: "record" }
  }
  // Before anything is judged by the order's transactions.
  if (order && order.repeated.length > 0) {
    const { id: order_id, repeated: transaction_ids } = order
    return { type: "remove_repeated", order_id, transaction_ids }
  }
  return state === "settled" ? decideSettled(facts) : decidePaid(facts)
}

function decideUnpaid({ attempt, session, payment }: Facts): Decision {
  return {
    type: "close",
    session_id: session && !payment ? session.id : null,
    session_status: attempt.gateway_status === "failed" ? "error" : "canceled",
  }
}

/** Core's completion may take back an order after it was visible: it is compared once more. */
function decideSettled(facts: Facts): Decision {
  const fact = whatChanged(facts)
  if (fact) return { type: "reopen", fact }
  const { order } = facts
  if (!order || order.canceled) return { type: "verify" }
  if (order.half_done === "released") return { type: "await_core" }
  return order.half_done === "reserve"
    ? { type: "reserve", order_id: order.id }
    : { type: "verify" }
}

function whatChanged(facts: Facts): AttentionFact | null {
  const { attempt, payment, order } = facts
  if (attempt.order_id && attempt.order_id !== order?.id) {
    return { type: "order_gone" }
  }
  if (!payment?.captured) return { type: "capture_gone" }
  if (order?.canceled) return payment.stands ? holdsPayment(order) : null
  if (order && !payment.booked) {
    return { type: "not_booked", order_number: order.number }
  }
  const repriced = gatewayObjection(attempt.price, facts.gateway_price)
  if (repriced || !order) return repriced ?? null
  // What is due by now may be for a later change of the order.
  const differing = orderToReturn(order) && amountDiffers(facts, order)
  return (differing || halfDone(order) || orphanedOrder(facts))?.fact ?? null
}

/** The payment has its order; a person cancels the other one. */
function orphanedOrder({ orphaned_order }: Facts): Attention | undefined {
  if (!orphaned_order) return undefined
  return attention("order_not_placed", {
    type: "orphaned_order",
    order_number: orphaned_order.number,
    orphaned_id: orphaned_order.id,
  })
}

function decidePaid(facts: Facts): Decision {
  const { attempt, merchant, payment, order } = facts
  const { is_test } = attempt
  if (merchant && is_test !== null && is_test !== merchant.test_mode) {
    const type = is_test ? "test_coins" : "real_coins"
    return attention("test_mode_mismatch", { type })
  }
  if (order?.canceled) return decideCanceled(facts, order)
  if (order && !facts.paid_otherwise) {
    if (order.half_done === "undo") {
      return { type: "take_back", order_id: order.id }
    }
    if (order.half_done === "touched") return orderHalfDone(order)
  }
  if (payment?.captured && (order || !attempt.for_cart)) {
    return decideCaptured(facts, payment)
  }
  if (facts.paid_otherwise) return duplicate(facts)
  return decideOpenSale(facts)
}

function decideCanceled(facts: Facts, order: PaidOrderFacts): Decision {
  const { attempt, session, payment } = facts
  if (payment?.captured) {
    if (!payment.booked) return bookCapture(order, payment, session)
    return payment.stands
      ? attention("late_payment", holdsPayment(order))
      : { type: "settle", order_id: order.id, payment_id: payment.id }
  }
  if (facts.paid_otherwise) return duplicate(facts)
  const { shortfall } = attempt
  if (shortfall.type === "awaited") return { type: "record" }
  const isAccepted = shortfall.type === "accepted"
  return attention(isAccepted ? "late_payment" : shortfall.fact.type, {
    type: "order_canceled",
    order_number: order.number,
    shortfall: isAccepted ? null : shortfall.fact,
  })
}

function holdsPayment({ number }: PaidOrderFacts): AttentionFact {
  return { type: "canceled_order_holds_payment", order_number: number }
}

function decideCaptured(
  facts: Facts,
  payment: NonNullable<Facts["payment"]>
): Decision {
  const { attempt, session, order } = facts
  if (order && !payment.booked) return bookCapture(order, payment, session)
  const repriced = gatewayObjection(attempt.price, facts.gateway_price)
  if (repriced) return attention("amount_mismatch", repriced)
  if (facts.paid_otherwise && !order) return duplicate(facts)
  const objection = order && (amountDiffers(facts, order) ?? halfDone(order))
  if (objection) return objection
  if (order?.half_done === "released") return { type: "await_core" }
  if (order?.half_done === "reserve") {
    return { type: "reserve", order_id: order.id }
  }
  const order_id = order?.id ?? null
  return (
    orphanedOrder(facts) ?? { type: "settle", order_id, payment_id: payment.id }
  )
}

/** Undefined where the order fits the payment. */
function amountDiffers(
  facts: Facts,
  order: PaidOrderFacts
): Attention | undefined {
  const { attempt, payment, paid_otherwise } = facts
  const paid = attempt.price ?? payment?.price
  if (!attempt.for_cart) {
    const excess = paid && excessOf(paid, order)
    if (!excess) return undefined
    return paid_otherwise
      ? duplicate(facts)
      : attention("amount_mismatch", {
          type: "order_overpaid",
          order_number: order.number,
          excess,
        })
  }
  const isExact = paid && order.due && isSamePrice(order.due, paid)
  // Another payment, or a change of the order, may have left nothing open.
  const isPaid = order.pending && MathBN.eq(order.pending.amount, 0)
  return isExact || isPaid ? undefined : wrongAmount(facts)
}

function bookCapture(
  { number }: PaidOrderFacts,
  { being_booked }: NonNullable<Facts["payment"]>,
  session: Facts["session"]
): Decision {
  if (being_booked) return { type: "await_core" }
  return session
    ? { type: "book", session_id: session.id }
    : attention("order_not_placed", {
        type: "not_bookable",
        order_number: number,
      })
}

function decideOpenSale(facts: Facts): Decision {
  const { attempt, session, cart, collection, order } = facts
  const { for_cart, price } = attempt
  // An order takes its cart's place, also once that is deleted.
  if (!(for_cart ? (order ?? cart) : collection)) return unmatched(attempt)
  const objection = objectionTo({
    ...attempt,
    gateway_price: facts.gateway_price,
    due: priceDue(facts),
    // What Medusa captured was accepted then.
    shortfall: facts.payment?.captured
      ? { type: "accepted" }
      : attempt.shortfall,
  })
  if (objection) return refuse(facts, objection)
  return session && price && isSamePrice(session.price, price)
    ? { type: "process", session_id: session.id }
    : { type: "reattach" }
}

function refuse(facts: Facts, objection: Objection): Decision {
  switch (objection.type) {
    case "price_unknown":
      return attention("unmatched", { type: objection.type })
    case "test_mode_unknown":
      return attention("test_mode_mismatch", { type: objection.type })
    case "gateway_price_differs":
      return attention("amount_mismatch", objection)
    case "due_differs":
      return isPaidByOthers(facts)
        ? duplicate(facts)
        : attention("amount_mismatch", differs(facts, objection))
    case "shortfall": {
      const { shortfall } = objection
      return shortfall.type === "awaited"
        ? { type: "record" }
        : attention(shortfall.fact.type, shortfall.fact)
    }
    case "sent_back":
      return attention("order_not_placed", { type: "decided_by_admin" })
  }
}

/** Nothing is or was left to be paid for its order, since other payments paid it. */
function isPaidByOthers({ attempt, order }: Facts): boolean {
  if (!attempt.for_cart || !order?.due || !order.has_others) return false
  return MathBN.lte(order.due.amount, 0)
}

/** Its order had something else to be paid when core captured it. */
function wrongAmount(facts: Facts): Attention {
  const { attempt, payment, order } = facts
  return facts.paid_otherwise || isPaidByOthers(facts)
    ? duplicate(facts)
    : attention("amount_mismatch", {
        type: "captured_price_differs",
        order_number: order?.number ?? null,
        paid: attempt.price ?? payment?.price ?? null,
        due: order?.due ?? null,
      })
}

/**
 * - `record`: nothing beyond what was written down; of a paid attempt, nothing yet.
 * - `close`: it ended unpaid; `session_id` is the session to end with it.
 * - `process`: hand the session to core as captured.
 * - `book`: core was stopped before it wrote the capture into the order's transactions; hand it the
 * session once more.
 * - `await_core`: core captured it a moment ago, or released the order's stock, and may be about to
 * book it, to cancel the order or to fulfill it; decide again soon.
 * - `remove_repeated`: core booked a capture or refund of the order twice; all but one go.
 * - `take_back`: undo a completion that failed, which core could not, then decide again.
 * - `reserve`: its order stands without its stock, which is there; then decide again.
 * - `reattach`: give the cart or collection a session for this attempt, then decide again.
 * - `settle`: nothing is left to do:
 * an order holds this payment, or it was canceled and the money was given back.
 * - `verify`: a settled attempt is still what was written down.
 * - `reopen`: core rolled back its order or capture, or they fit no more.
 * - `attention`: a person is needed; `fact` says what was found.
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
  | { type: "await_core" }
  | { type: "remove_repeated"; order_id: string; transaction_ids: string[] }
  | { type: "take_back"; order_id: string }
  | { type: "reserve"; order_id: string }
  | { type: "reattach" }
  | { type: "settle"; order_id: string | null; payment_id: string }
  | { type: "verify" }
  | { type: "reopen"; fact: AttentionFact }
  | Attention

export type Attention = {
  type: "attention"
  reason: AttentionReason
  fact: AttentionFact
}

function attention(reason: AttentionReason, fact: AttentionFact): Attention {
  return { type: "attention", reason, fact }
}

/** Another payment stands, so that nothing is left for this one to pay. */
function duplicate({ order, payment }: Facts): Attention {
  const by = payment ? "paid_twice" : "paid_otherwise"
  const fact: AttentionFact = order
    ? { type: `order_${by}`, order_number: order.number }
    : { type: `cart_${by}` }
  return attention("duplicate_payment", fact)
}

function unmatched({ for_cart, was_closed }: Facts["attempt"]): Attention {
  if (was_closed) {
    return attention("late_payment", { type: "cart_gone_after_close" })
  }
  return attention("unmatched", {
    type: for_cart ? "cart_gone" : "no_cart_or_collection",
  })
}

function differs(
  { attempt, order }: Facts,
  { paid, due }: Record<"paid" | "due", Price>
): AttentionFact {
  if (order) {
    const { number: order_number } = order
    return { type: "order_price_differs", order_number, paid, due }
  }
  const of = attempt.for_cart ? "cart" : "collection"
  return { type: `${of}_price_differs`, paid, due }
}

function halfDone({
  number,
  half_done,
}: PaidOrderFacts): Attention | undefined {
  if (!half_done || half_done === "reserve") return undefined
  if (half_done === "released") return undefined
  if (!Array.isArray(half_done)) return orderHalfDone({ number })
  return attention("order_not_placed", {
    type: "stock_not_reserved",
    order_number: number,
    unreserved: half_done,
  })
}

function orderHalfDone({ number }: Pick<PaidOrderFacts, "number">) {
  return attention("order_not_placed", {
    type: "order_half_done",
    order_number: number,
  })
}

type MoneyFacts = {
  price: Price | null
  gateway_price: Price | null
  is_test: boolean | null
  due: Price | null
  sent_back: boolean
  shortfall: Shortfall
}

/** What forbids that money becomes an order. */
type Objection =
  | { type: "price_unknown" | "test_mode_unknown" | "sent_back" }
  | Repriced
  | { type: "due_differs"; paid: Price; due: Price }
  | { type: "shortfall"; shortfall: Exclude<Shortfall, { type: "accepted" }> }

/** The one comparison of money with what it is to pay for; undefined allows an order. */
function objectionTo(money: MoneyFacts): Objection | undefined {
  const { price, gateway_price, due, shortfall } = money
  if (!price || !due) return { type: "price_unknown" }
  if (money.is_test === null) return { type: "test_mode_unknown" }
  const repriced = gatewayObjection(price, gateway_price)
  if (repriced) return repriced
  if (!isSamePrice(due, price)) return { type: "due_differs", paid: price, due }
  if (shortfall.type !== "accepted") return { type: "shortfall", shortfall }
  return money.sent_back ? { type: "sent_back" } : undefined
}

export type AuthorizationFacts = MoneyFacts & {
  state: AttemptState
  test_mode: boolean
  session_price: Price
  paid_otherwise: boolean
  order_canceled: boolean
}

/** Core compares no amounts at cart completion, so all prices must be the same here. */
export function mayAuthorize(facts: AuthorizationFacts): boolean {
  const { state, price, session_price } = facts
  if (state === "resolved" || facts.is_test !== facts.test_mode) return false
  if (facts.paid_otherwise || facts.order_canceled) return false
  if (objectionTo(facts)) return false
  return price !== null && isSamePrice(session_price, price)
}
