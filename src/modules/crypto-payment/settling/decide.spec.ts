import { facts, order, payment } from "../fixtures/facts"
import { decide, type Decision } from "./decide"
import type { Facts } from "./facts"

const price = { amount: "19.99", currency_code: "eur" }
const more = { amount: "24.99", currency_code: "eur" }
const dollars = { amount: "19.99", currency_code: "usd" }
const settle: Decision = {
  type: "settle",
  order_id: "order_1",
  payment_id: "pay_1",
}
const process: Decision = { type: "process", session_id: "payses_1" }

type Row = [row: string, facts: Facts, decision: Decision]

describe("money that is not confirmed", () => {
  const open = { state: "open", outcome: "open", gateway_status: null } as const
  const unpaid = { state: "open", outcome: "unpaid" } as const

  it.each<Row>([
    ["not final", facts({}, open), { type: "record" }],
    [
      "not final before the gateway answered",
      facts({}, { ...open, state: "creating" }),
      { type: "record" },
    ],
    [
      "not final after it was closed",
      facts({}, { ...open, state: "closed", was_closed: true }),
      { type: "record" },
    ],
    [
      "expired",
      facts({}, { ...unpaid, gateway_status: "expired" }),
      { type: "close", session_id: "payses_1", session_status: "canceled" },
    ],
    [
      "failed",
      facts({}, { ...unpaid, gateway_status: "failed" }),
      { type: "close", session_id: "payses_1", session_status: "error" },
    ],
    [
      "expired, its session gone",
      facts({ session: null }, { ...unpaid, gateway_status: "expired" }),
      { type: "close", session_id: null, session_status: "canceled" },
    ],
    [
      "expired, its session paid",
      facts({ payment }, { ...unpaid, gateway_status: "expired" }),
      { type: "close", session_id: null, session_status: "canceled" },
    ],
  ])("%s", (_row, facts, decision) => {
    expect(decide(facts)).toEqual(decision)
  })
})

describe("confirmed money that fits", () => {
  it.each<Row>([
    ["goes to core with its session", facts(), process],
    [
      "is taken by a manual confirmation too",
      facts({}, { gateway_status: "confirmed_manual" }),
      process,
    ],
    [
      "is processed in any writing of the same price",
      facts({
        gateway_price: { amount: "19.990", currency_code: "EUR" },
        session: {
          id: "payses_1",
          price: { amount: "19.9900", currency_code: "Eur" },
        },
      }),
      process,
    ],
    [
      "is processed where the gateway named no price",
      facts({ gateway_price: null }),
      process,
    ],
    [
      "is processed once more while a person has it",
      facts({}, { state: "attention" }),
      process,
    ],
    [
      "is processed when it came late and nothing changed",
      facts({}, { was_closed: true }),
      process,
    ],
    [
      "is processed though its row does not say paid yet",
      facts({}, { state: "open", outcome: "paid" }),
      process,
    ],
    [
      "is processed when its payment is not captured yet",
      facts({ payment: { ...payment, captured: false, price: null } }),
      process,
    ],
    [
      "is processed again when it is captured without an order",
      facts({ payment }),
      process,
    ],
    [
      "is processed for an order that nobody paid yet",
      facts({ order }),
      process,
    ],
    [
      "is processed again once core's half of an order is taken back",
      facts({ order: { ...order, unfinished: "undo" } }),
      { type: "take_back", order_id: "order_1" },
    ],
    [
      "is taken from an order that core left half-done",
      facts({ payment, order: { ...order, unfinished: "undo" } }),
      { type: "take_back", order_id: "order_1" },
    ],
    [
      "is processed for an order whose stock is not reserved",
      facts({ order: { ...order, unfinished: "unreserved" } }),
      process,
    ],
    [
      "is processed for its cart, whatever the collection says",
      facts({ collection: { id: "pay_col_1", price: more } }),
      process,
    ],
    [
      "is processed for a collection without a cart",
      facts({ cart: null }, { for_cart: false }),
      process,
    ],
    [
      "is processed in test mode with test coins",
      facts({ merchant: { test_mode: true } }, { is_test: true }),
      process,
    ],
    ["is settled by its captured order", facts({ payment, order }), settle],
    [
      "is settled by a captured collection without a cart",
      facts({ cart: null, payment }, { for_cart: false }),
      { type: "settle", order_id: null, payment_id: "pay_1" },
    ],
    [
      "is booked when the order's transactions lack its capture",
      facts({ order, payment: { ...payment, booked: false } }),
      { type: "book", session_id: "payses_1" },
    ],
    [
      "is settled once its order is paid in full with it, since that was edited",
      facts({
        payment,
        order: {
          ...order,
          due: { amount: "5.00", currency_code: "eur" },
          has_others: true,
        },
      }),
      settle,
    ],
    [
      "is booked before it is judged",
      facts({
        order: { ...order, due: { amount: "5.00", currency_code: "eur" } },
        payment: { ...payment, booked: false },
      }),
      { type: "book", session_id: "payses_1" },
    ],
    [
      "is booked also when its order is canceled",
      facts({
        order: { ...order, canceled: true },
        payment: { ...payment, booked: false },
      }),
      { type: "book", session_id: "payses_1" },
    ],
    [
      "is settled by a canceled order that gave all of it back",
      facts({
        order: { ...order, canceled: true },
        payment: { ...payment, stands: false },
      }),
      settle,
    ],
    [
      "is settled where a later edit of its order was paid in another collection",
      facts({ payment, order: { ...order, has_others: true } }),
      settle,
    ],
    [
      "is processed for what another collection left to be paid of its order",
      facts({ order: { ...order, has_others: true } }),
      process,
    ],
    [
      "is settled where a later edit of its order was paid otherwise",
      facts({ payment, order, paid_otherwise: true }),
      settle,
    ],
    [
      "is settled where the order was edited since, up or down",
      facts({
        payment,
        order: { ...order, pending: { amount: "-5.00", currency_code: "eur" } },
      }),
      settle,
    ],
    [
      "is processed for an order that costs what was paid, whatever the cart says",
      facts({ order, cart: { price: more } }),
      process,
    ],
    [
      "is processed for a collection of an order to which as much is pending",
      facts(
        {
          cart: null,
          order: {
            ...order,
            due: { amount: "19.99", currency_code: "eur" },
          },
        },
        { for_cart: false }
      ),
      process,
    ],
    [
      "is settled out of a person's hands",
      facts({ payment, order }, { state: "attention" }),
      settle,
    ],
    [
      "is given a session where its own is gone",
      facts({ session: null }),
      { type: "reattach" },
    ],
    [
      "is given a session where its own has another price",
      facts({ session: { id: "payses_1", price: more } }),
      { type: "reattach" },
    ],
    [
      "is given a session where its own has another currency",
      facts({ session: { id: "payses_1", price: dollars } }),
      { type: "reattach" },
    ],
  ])("%s", (_row, facts, decision) => {
    expect(decide(facts)).toEqual(decision)
  })

  it("makes no payment of an order whose cart is gone", () => {
    expect(decide(facts({ cart: null, order }))).toMatchObject({
      type: "attention",
      reason: "unmatched",
      fact: { type: "cart_gone" },
    })
  })

  it("is left alone once it is resolved", () => {
    expect(decide(facts({ order: null }, { state: "resolved" }))).toEqual({
      type: "record",
    })
  })

  it("is decided by the ledger, whatever the gateway says later", () => {
    for (const outcome of ["unpaid", "open"] as const) {
      expect(decide(facts({}, { outcome, gateway_status: "expired" }))).toEqual(
        process
      )
    }
  })
})

describe("a settled attempt that is verified", () => {
  const settled = { state: "settled", order_id: "order_1" } as const
  const paidBefore = {
    ...order,
    pending: { amount: "-19.99", currency_code: "eur" },
    due: { amount: "0.00", currency_code: "eur" },
  }

  it.each<Row>([
    [
      "still has its order and its capture",
      facts({ payment, order }, settled),
      { type: "verify" },
    ],
    [
      "has an order that was canceled, and gave all of it back",
      facts(
        {
          payment: { ...payment, stands: false },
          order: { ...order, canceled: true },
        },
        settled
      ),
      { type: "verify" },
    ],
    [
      "has an order that was canceled and holds its money",
      facts({ payment, order: { ...order, canceled: true } }, settled),
      {
        type: "reopen",
        fact: { type: "canceled_order_holds_payment", order_number: 12 },
      },
    ],
    [
      "has an order whose stock is not reserved",
      facts(
        { payment, order: { ...order, unfinished: "unreserved" } },
        settled
      ),
      {
        type: "reopen",
        fact: { type: "order_unfinished", order_number: 12 },
      },
    ],
    [
      "has no order to have, without a cart",
      facts(
        { payment, cart: null },
        { ...settled, order_id: null, for_cart: false }
      ),
      { type: "verify" },
    ],
    [
      "has another price at the gateway by now",
      facts({ payment, order, gateway_price: more }, settled),
      {
        type: "reopen",
        fact: { type: "gateway_price_differs", paid: more, due: price },
      },
    ],
    [
      "has another currency at the gateway by now, and was given back with its order",
      facts(
        {
          payment: { ...payment, stands: false },
          order: { ...order, canceled: true },
          gateway_price: dollars,
        },
        settled
      ),
      { type: "verify" },
    ],
    [
      "lost its order",
      facts({ payment }, settled),
      { type: "reopen", fact: { type: "order_gone" } },
    ],
    [
      "has another order by now",
      facts({ payment, order: { ...order, id: "order_2" } }, settled),
      { type: "reopen", fact: { type: "order_gone" } },
    ],
    [
      "lost its payment",
      facts({ order }, settled),
      { type: "reopen", fact: { type: "capture_gone" } },
    ],
    [
      "has a payment that was canceled",
      facts({ order, payment: { ...payment, captured: false } }, settled),
      { type: "reopen", fact: { type: "capture_gone" } },
    ],
    [
      "has an order that lost the capture",
      facts({ order, payment: { ...payment, booked: false } }, settled),
      {
        type: "reopen",
        fact: { type: "not_booked", order_number: 12 },
      },
    ],
    [
      "was paid for an order that another payment had paid",
      facts({ order: paidBefore, payment, paid_otherwise: true }, settled),
      {
        type: "reopen",
        fact: { type: "order_paid_twice", order_number: 12 },
      },
    ],
    [
      "was more than its order left for it",
      facts(
        { order: paidBefore, payment, cart: null },
        { ...settled, for_cart: false }
      ),
      {
        type: "reopen",
        fact: { type: "order_overpaid", order_number: 12, excess: price },
      },
    ],
    [
      "was settled beside another payment, and its order was changed later",
      facts(
        {
          order: {
            ...paidBefore,
            pending: { amount: "5.00", currency_code: "eur" },
          },
          payment,
        },
        settled
      ),
      { type: "verify" },
    ],
  ])("%s", (_row, facts, decision) => {
    expect(decide(facts)).toEqual(decision)
  })
})
