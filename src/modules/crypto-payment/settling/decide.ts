import type { Price } from "./price"
import { type Facts, isOverpaid, type PaidOrderFacts, priceDue } from "./facts"
import { MathBN } from "@medusajs/framework/utils"
import type { AttentionFact } from "./attention-fact"
import { isSamePrice } from "./authorization"
import { attention, type Decision } from "./decision"
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
function decideSettled({ attempt, payment, order }: Facts): Decision {
  if (attempt.order_id && attempt.order_id !== order?.id) {
    return { type: "reopen", fact: { type: "order_gone" } }
  }
  if (!payment?.captured) {
    return { type: "reopen", fact: { type: "capture_gone" } }
  }
  if (order?.canceled && payment.stands) {
    return { type: "reopen", fact: holdsPayment(order) }
  }
  if (order && !order.canceled && !payment.booked) {
    return {
      type: "reopen",
      fact: { type: "not_booked", order_number: order.number },
    }
  }
  return { type: "verify" }
}

function decidePaid(facts: Facts): Decision {
  const { attempt, merchant, payment, order } = facts
  const testCoins = testModeMismatch(attempt.is_test, merchant)
  if (testCoins) return attention("test_mode_mismatch", { type: testCoins })
  if (order?.canceled) return decideCanceled(facts, order)
  if (payment?.captured && (order || !attempt.for_cart)) {
    return decideCaptured(facts, payment)
  }
  if (facts.paid_otherwise) return duplicate(facts)
  return decideOpenSale(facts)
}

/** The order is canceled, whether it holds this money or not. */
function decideCanceled(facts: Facts, order: PaidOrderFacts): Decision {
  const { attempt, payment } = facts
  if (payment?.captured) {
    return payment.stands
      ? attention("late_payment", holdsPayment(order))
      : { type: "settle", order_id: order.id, payment_id: payment.id }
  }
  if (facts.paid_otherwise) return duplicate(facts)
  const { shortfall } = attempt
  if (shortfall.type === "awaited") return { type: "record" }
  const isAccepted = shortfall.type === "accepted"
  return attention(isAccepted ? "late_payment" : shortfallReason(shortfall), {
    type: "order_canceled",
    order_number: order.number,
    shortfall: isAccepted ? null : shortfall.fact,
  })
}

function holdsPayment({ number }: PaidOrderFacts): AttentionFact {
  return { type: "canceled_order_holds_payment", order_number: number }
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
  if (order && !payment.booked) return book(order, session)
  if (!isForAllThatIsDue(facts) && !leavesNothingOpen(facts)) {
    return wrongAmount(facts)
  }
  if (facts.paid_otherwise && !order) return duplicate(facts)
  if (order?.pending && !attempt.for_cart && isOverpaid(order)) {
    const { amount, currency_code } = order.pending
    return facts.paid_otherwise
      ? duplicate(facts)
      : attention("amount_mismatch", {
          type: "order_overpaid",
          order_number: order.number,
          excess: { amount: amount.replace("-", ""), currency_code },
        })
  }
  return {
    type: "settle",
    order_id: order?.id ?? null,
    payment_id: payment.id,
  }
}

function book(order: PaidOrderFacts, session: Facts["session"]): Decision {
  return session
    ? { type: "book", session_id: session.id }
    : attention("order_not_placed", {
        type: "not_bookable",
        order_number: order.number,
      })
}

/** Nothing else has paid it: can an order (or a paid order) come of it? */
function decideOpenSale(facts: Facts): Decision {
  const { attempt, session, cart, collection, gateway_price, order } = facts
  const { price } = attempt
  if (!(attempt.for_cart ? cart : collection)) return unmatched(facts)
  const due = priceDue({
    for_cart: attempt.for_cart,
    cart_price: cart?.price ?? null,
    collection_price: collection?.price ?? null,
    order,
  })
  if (!price || !due) return unmatched(facts)
  if (attempt.is_test === null) {
    return attention("test_mode_mismatch", { type: "test_mode_unknown" })
  }
  if (gateway_price && !isSamePrice(gateway_price, price)) {
    return attention("amount_mismatch", {
      type: "gateway_price_differs",
      paid: gateway_price,
      due: price,
    })
  }
  if (!isSamePrice(due, price)) {
    return isPaidByOthers(facts)
      ? duplicate(facts)
      : attention("amount_mismatch", differs(facts, price, due))
  }
  // What Medusa captured was accepted then.
  const { shortfall } = attempt
  if (shortfall.type !== "accepted" && !facts.payment?.captured) {
    return shortfall.type === "awaited"
      ? { type: "record" }
      : attention(shortfallReason(shortfall), shortfall.fact)
  }
  if (attempt.sent_back) {
    return attention("order_not_placed", { type: "decided_by_admin" })
  }
  if (session && isSamePrice(session.price, price)) {
    return { type: "process", session_id: session.id }
  }
  return { type: "reattach" }
}

function unmatched({ attempt, cart, collection }: Facts): Decision {
  if (attempt.for_cart ? !cart : !collection) {
    if (attempt.was_closed) {
      return attention("late_payment", { type: "cart_gone_after_close" })
    }
    return attention("unmatched", {
      type: attempt.for_cart ? "cart_gone" : "no_cart_or_collection",
    })
  }
  return attention("unmatched", { type: "price_unknown" })
}

function duplicate({ order, payment }: Facts): Decision {
  if (!order) {
    return attention("duplicate_payment", {
      type: payment ? "cart_paid_twice" : "cart_paid_otherwise",
    })
  }
  return attention("duplicate_payment", {
    type: payment ? "order_paid_twice" : "order_paid_otherwise",
    order_number: order.number,
  })
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
  return attention("amount_mismatch", {
    type: "captured_price_differs",
    order_number: order?.number ?? null,
    paid: attempt.price ?? payment?.price ?? null,
    due: order?.due ?? null,
  })
}

function differs({ attempt, order }: Facts, paid: Price, due: Price) {
  const prices = { paid, due }
  const fact: AttentionFact = order
    ? { type: "order_price_differs", order_number: order.number, ...prices }
    : {
        type: attempt.for_cart
          ? "cart_price_differs"
          : "collection_price_differs",
        ...prices,
      }
  return fact
}

function testModeMismatch(isTest: boolean | null, merchant: Facts["merchant"]) {
  if (isTest === null || !merchant || isTest === merchant.test_mode) return
  return isTest ? "test_coins" : "real_coins"
}

function isExactly(price: Price | null, paid: Price | null): boolean {
  return price !== null && paid !== null && isSamePrice(price, paid)
}
