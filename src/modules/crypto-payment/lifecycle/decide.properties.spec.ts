import fc from "fast-check"

import { decide, type Decision } from "./decide"
import type { Facts, Price } from "./facts"
import { isSamePrice } from "./may-authorize"
import { attemptStates, isMoneySeen } from "./states"

/** Mostly one price, so that everything fits often enough to be tried. */
const price: fc.Arbitrary<Price> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constant({ amount: "19.99", currency_code: "eur" }),
  },
  fc.record({
    amount: fc.oneof(
      fc.constantFrom("19.990", "20.00", "0.00", "nonsense", ""),
      fc.stringMatching(/^\d{1,9}\.\d{2}$/)
    ),
    currency_code: fc.constantFrom("eur", "EUR", "usd", "btc", ""),
  })
)
const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null })

const anyFacts: fc.Arbitrary<Facts> = fc.record({
  attempt: fc.record({
    state: fc.constantFrom(...attemptStates),
    price: orNull(price),
    is_test: orNull(fc.boolean()),
    outcome: fc.constantFrom("open", "paid", "unpaid"),
    gateway_status: orNull(
      fc.constantFrom("created", "confirmed", "expired", "failed", "new_word")
    ),
    was_closed: fc.boolean(),
    for_cart: fc.boolean(),
    given_back: fc.boolean(),
  }),
  gateway_price: orNull(price),
  merchant: orNull(fc.record({ test_mode: fc.boolean() })),
  session: orNull(
    fc.record({
      id: fc.constantFrom("payses_1", "payses_2"),
      price,
      status: fc.constantFrom("pending", "authorized", "captured", "canceled"),
    })
  ),
  payment: orNull(
    fc.record({
      id: fc.constant("pay_1"),
      captured: fc.boolean(),
      booked: fc.boolean(),
    })
  ),
  cart: orNull(
    fc.record({
      id: fc.constant("cart_1"),
      price: orNull(price),
      completed: fc.boolean(),
    })
  ),
  collection: orNull(fc.record({ id: fc.constant("pay_col_1"), price })),
  order: orNull(
    fc.record({
      id: fc.constant("order_1"),
      canceled: fc.boolean(),
    })
  ),
  paid_otherwise: fc.boolean(),
})

type Decided<T extends Decision["type"]> = Extract<Decision, { type: T }>

/** Checks every decision of one kind among many facts, and that there were some. */
function whenever<T extends Decision["type"]>(
  type: T,
  check: (decision: Decided<T>, facts: Facts) => void
): void {
  let seen = 0
  const isOfType = (decision: Decision): decision is Decided<T> =>
    decision.type === type
  always((facts) => {
    const decision = decide(facts)
    if (!isOfType(decision)) return
    seen++
    check(decision, facts)
  })
  expect(seen).toBeGreaterThan(0)
}

function always(check: (facts: Facts) => void): void {
  fc.assert(fc.property(anyFacts, check), { numRuns: 3_000 })
}

function isPaid({ attempt }: Facts): boolean {
  return isMoneySeen(attempt.state) || attempt.outcome === "paid"
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(deepFreeze)
    Object.freeze(value)
  }
  return value
}

describe("for any facts, deciding", () => {
  it("comes to one decision, the same each time, and changes nothing", () => {
    always((facts) => {
      const decision = decide(deepFreeze(facts))
      expect(decide(structuredClone(facts))).toEqual(decision)
    })
  })

  it("moves nothing and calls nobody for money that was not confirmed", () => {
    always((facts) => {
      if (isPaid(facts)) return
      expect(["record", "close"]).toContain(decide(facts).type)
    })
  })

  it("never closes and never merely records money on its way", () => {
    always((facts) => {
      const { state } = facts.attempt
      if (state !== "paid" && state !== "attention") return
      expect(["record", "close"]).not.toContain(decide(facts).type)
    })
  })

  it("does not look at the cart's price once its order shows the money", () => {
    let seen = 0
    always((facts) => {
      const { order, payment, cart } = facts
      if (!order || !payment?.captured || !payment.booked || !cart) return
      seen++
      const unpriced = { ...facts, cart: { ...cart, price: null } }
      expect(decide(unpriced)).toEqual(decide(facts))
    })
    expect(seen).toBeGreaterThan(0)
  })

  it("closes only what ended unpaid", () => {
    whenever("close", (_decision, { attempt }) => {
      expect(attempt.outcome).toBe("unpaid")
      expect(isMoneySeen(attempt.state)).toBe(false)
    })
  })

  it("processes only where every price that is known is the same", () => {
    whenever("process", (decision, facts) => {
      const { attempt, gateway_price, session, cart, collection } = facts
      const due = attempt.for_cart ? cart?.price : collection?.price
      const prices = [due, session?.price, gateway_price ?? attempt.price]
      for (const each of prices) {
        expect(attempt.price && each && isSamePrice(attempt.price, each)).toBe(
          true
        )
      }
      expect(decision.session_id).toBe(session?.id)
    })
  })

  it("never makes an order of the wrong kind of coins", () => {
    always((facts) => {
      const { is_test } = facts.attempt
      if (is_test === null || !facts.merchant) return
      if (is_test === facts.merchant.test_mode) return
      expect(["process", "reattach", "book", "settle"]).not.toContain(
        decide(facts).type
      )
    })
  })

  it("never makes an order of coins that nobody called real or test", () => {
    always((facts) => {
      if (facts.attempt.is_test !== null) return
      expect(["process", "reattach"]).not.toContain(decide(facts).type)
    })
  })

  it("never makes an order of money of which some was sent back", () => {
    always((facts) => {
      if (!facts.attempt.given_back) return
      expect(["process", "reattach"]).not.toContain(decide(facts).type)
    })
  })

  it("never processes for an order that is cancelled or paid otherwise", () => {
    always((facts) => {
      if (!facts.order?.canceled && !facts.paid_otherwise) return
      expect(["process", "reattach"]).not.toContain(decide(facts).type)
    })
  })

  it("never makes or settles a sale of a cart that is gone", () => {
    always((facts) => {
      if (!facts.attempt.for_cart || facts.cart || facts.order) return
      expect(["process", "reattach", "book", "settle"]).not.toContain(
        decide(facts).type
      )
    })
  })

  it("books only what is captured for a standing order", () => {
    whenever("book", (decision, { order, payment, session }) => {
      expect(order?.canceled).toBe(false)
      expect(payment).toMatchObject({ captured: true, booked: false })
      expect(decision.session_id).toBe(session?.id)
    })
  })

  it("settles only what is captured, and the only payment of its sale", () => {
    whenever("settle", (decision, { payment, order, paid_otherwise }) => {
      expect(paid_otherwise).toBe(false)
      expect(payment?.captured).toBe(true)
      expect(decision.payment_id).toBe(payment?.id)
      expect(decision.order_id).toBe(order?.id ?? null)
    })
  })

  it("says in a sentence why a person has to look", () => {
    whenever("attention", ({ detail }) => {
      expect(detail).toMatch(/^[A-Z].+\.$/)
    })
  })
})
