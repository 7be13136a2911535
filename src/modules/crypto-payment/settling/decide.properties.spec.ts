import fc from "fast-check"
import { isPaidState } from "../attempts/states"
import { ATTEMPT_STATES, type Price } from "../column-values"
import { underpaid } from "../fixtures/facts"
import { decide, type Decision } from "./decide"
import type { Facts, HalfDone } from "./facts"
import { isSamePrice } from "./money"
import type { Shortfall } from "../shortfalls/shortfall"

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
/** As Medusa's are read: always a number. */
const priceOfMedusa = price.filter(({ amount }) => /^\d/.test(amount))
const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null })
/** What would end most cases before what they are about. */
const mostlyNull = <T>(some: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, some)

const anyFacts: fc.Arbitrary<Facts> = fc.record({
  attempt: fc.record({
    state: fc.constantFrom(...ATTEMPT_STATES),
    order_id: orNull(fc.constantFrom("order_1", "order_2")),
    price: orNull(price),
    is_test: orNull(fc.boolean()),
    outcome: fc.constantFrom("open", "paid", "unpaid"),
    gateway_status: orNull(
      fc.constantFrom("created", "confirmed", "expired", "failed", "new_word")
    ),
    was_closed: fc.boolean(),
    for_cart: fc.boolean(),
    sent_back: fc.boolean(),
    shortfall: fc.constantFrom<Shortfall>(
      { type: "accepted" },
      { type: "awaited" },
      { type: "exceeded", fact: underpaid }
    ),
  }),
  gateway_price: orNull(price),
  merchant: orNull(fc.record({ test_mode: fc.boolean() })),
  session: orNull(
    fc.record({
      id: fc.constantFrom("payses_1", "payses_2"),
      price,
    })
  ),
  payment: orNull(
    fc.record({
      id: fc.constant("pay_1"),
      captured: fc.boolean(),
      price: orNull(price),
      booked: fc.boolean(),
      being_booked: fc.boolean(),
      stands: fc.boolean(),
    })
  ),
  cart: orNull(
    fc.record({
      price: orNull(price),
    })
  ),
  collection: orNull(
    fc.record({ id: fc.constant("pay_col_1"), price: priceOfMedusa })
  ),
  order: orNull(
    fc.record({
      id: fc.constant("order_1"),
      number: orNull(fc.constant(12)),
      canceled: fc.boolean(),
      due: orNull(priceOfMedusa),
      pending: orNull(
        fc.record({
          amount: fc.constantFrom("0.00", "5.00", "19.99", "-5.00"),
          currency_code: fc.constant("eur"),
        })
      ),
      misstated: fc.constant(null),
      has_others: fc.boolean(),
      repeated: fc.constantFrom([], [], [], ["ordtrx_2"]),
      half_done: mostlyNull(
        fc.constantFrom<HalfDone[]>("undo", "touched", "reserve", [])
      ),
    })
  ),
  paid_otherwise: fc.boolean(),
  orphaned_order: mostlyNull(fc.constant({ id: "order_2", number: 13 })),
})

type Decided<T extends Decision["type"]> = Extract<Decision, { type: T }>

function always(check: (facts: Facts) => void): void {
  fc.assert(fc.property(anyFacts, check), { numRuns: 3_000 })
}

/** Checks facts of one kind, and that there were some. */
function given(
  applies: (facts: Facts) => boolean,
  check: (facts: Facts) => void
): void {
  let met = 0
  // A case that five in three thousand facts have is looked for again.
  for (let round = 0; round < 5 && met === 0; round++) {
    always((facts) => {
      if (!applies(facts)) return
      met++
      check(facts)
    })
  }
  expect(met).toBeGreaterThan(0)
}

/** Checks every decision of one kind, of those facts to which it applies. */
function whenever<T extends Decision["type"]>(
  type: T,
  check: (decision: Decided<T>, facts: Facts) => void,
  applies: (facts: Facts) => boolean = () => true
): void {
  const isOfType = (decision: Decision): decision is Decided<T> =>
    decision.type === type
  given(
    (facts) => isOfType(decide(facts)) && applies(facts),
    (facts) => {
      const decision = decide(facts)
      if (isOfType(decision)) check(decision, facts)
    }
  )
}

function smaller(
  one: Price | undefined,
  other: Price | null | undefined
): Price | null | undefined {
  if (!one || !other) return other === undefined ? one : other
  return Number(other.amount) < Number(one.amount) ? other : one
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
    given(
      ({ attempt: { state, outcome } }) =>
        !isPaidState(state) && outcome !== "paid",
      (facts) => expect(["record", "close"]).toContain(decide(facts).type)
    )
  })

  it("never closes and never merely records money on its way", () => {
    given(
      ({ attempt: { state } }) => state === "paid" || state === "attention",
      (facts) => {
        const { type } = decide(facts)
        expect(type).not.toBe("close")
        const isAwaited = facts.attempt.shortfall.type === "awaited"
        if (!isAwaited) expect(type).not.toBe("record")
      }
    )
  })

  it("does not depend on the cart's price once an order tells its own", () => {
    given(
      ({ order, cart }) => order !== null && cart !== null,
      (facts) => {
        const cart = facts.cart && { ...facts.cart, price: null }
        expect(decide({ ...facts, cart })).toEqual(decide(facts))
      }
    )
  })

  it("does not depend on whether the cart of an order is there", () => {
    given(
      ({ order, cart }) => order !== null && cart !== null,
      (facts) => expect(decide({ ...facts, cart: null })).toEqual(decide(facts))
    )
  })

  it("closes only what ended unpaid", () => {
    whenever("close", (_decision, { attempt: { state, outcome } }) => {
      expect(outcome).toBe("unpaid")
      expect(isPaidState(state)).toBe(false)
    })
  })

  it("processes only where every price that is known is the same", () => {
    whenever("process", (decision, facts) => {
      const { attempt, gateway_price, session, cart, collection, order } = facts
      const ofOrder = order ? order.due : undefined
      const due = attempt.for_cart
        ? (order ?? { due: cart?.price }).due
        : smaller(collection?.price, ofOrder)
      const prices = [due, session?.price, gateway_price ?? attempt.price]
      const { price } = attempt
      const isSame = prices.map(
        (each) => price && each && isSamePrice(price, each)
      )
      expect(isSame).toEqual([true, true, true])
      expect(decision.session_id).toBe(session?.id)
    })
  })

  const ORDERS = ["process", "reattach"]
  const SALES = [...ORDERS, "book", "settle"]

  it.each<[string, forbidden: string[], (facts: Facts) => boolean]>([
    [
      "of the wrong kind of coins",
      SALES,
      ({ attempt: { is_test }, merchant }) =>
        is_test !== null && merchant !== null && is_test !== merchant.test_mode,
    ],
    [
      "of coins that nobody called real or test",
      ORDERS,
      ({ attempt }) => attempt.is_test === null,
    ],
    [
      "of money of which some was sent back",
      ORDERS,
      ({ attempt }) => attempt.sent_back,
    ],
    [
      "that is canceled or paid otherwise",
      ORDERS,
      ({ order, paid_otherwise }) => Boolean(order?.canceled) || paid_otherwise,
    ],
    [
      "of a cart that is gone",
      SALES,
      ({ attempt, cart, order }) => attempt.for_cart && !cart && !order,
    ],
    [
      "that core left half-done, as settled",
      ["settle", "verify"],
      ({ order }) => order?.canceled === false && order.half_done !== null,
    ],
  ])("never makes an order %s", (_which, forbidden, applies) => {
    given(applies, (facts) =>
      expect(forbidden).not.toContain(decide(facts).type)
    )
  })

  it("settles an order of a cart only where exactly that was due, or nothing is due now", () => {
    whenever(
      "settle",
      (_decision, { attempt, payment, order }) => {
        const paid = attempt.price ?? payment?.price
        const isExact = paid && order?.due && isSamePrice(paid, order.due)
        expect(isExact || order?.pending?.amount === "0.00").toBe(true)
      },
      ({ attempt, order }) => attempt.for_cart && order?.canceled === false
    )
  })

  it("settles a canceled order only where it gave all back", () => {
    whenever(
      "settle",
      (_decision, { payment }) => expect(payment?.stands).toBe(false),
      ({ order }) => order?.canceled === true
    )
  })

  it("reopens only what is settled and lost its order, its capture or its amount", () => {
    whenever("reopen", (_decision, facts) => {
      const { attempt, payment, order } = facts
      expect(attempt.state).toBe("settled")
      const isIntact =
        payment?.captured === true &&
        (order?.canceled ? !payment.stands : payment.booked || !order) &&
        (attempt.order_id === null || attempt.order_id === order?.id)
      const settles =
        decide({ ...facts, attempt: { ...attempt, state: "paid" } }).type ===
        "settle"
      expect(isIntact && settles).toBe(false)
    })
  })

  it("leaves settled only what it would settle, where the order holds too much", () => {
    const inState = (state: "settled" | "paid", facts: Facts) => {
      const attempt = { ...facts.attempt, state, order_id: null }
      return decide({ ...facts, merchant: null, attempt }).type
    }
    given(
      (facts) =>
        facts.order?.canceled === false &&
        Number(facts.order.pending?.amount) < 0 &&
        inState("settled", facts) === "verify",
      (facts) => expect(inState("paid", facts)).toBe("settle")
    )
  })

  it("takes back only what core left half-done, and nobody else paid", () => {
    whenever("take_back", (decision, { order, paid_otherwise }) => {
      expect(order).toMatchObject({ half_done: "undo", canceled: false })
      expect(decision.order_id).toBe(order?.id)
      expect(paid_otherwise).toBe(false)
    })
  })

  it("reserves only for an order that stands, and is captured for it", () => {
    whenever("reserve", (decision, { order, payment }) => {
      expect(order).toMatchObject({ half_done: "reserve", canceled: false })
      expect(decision.order_id).toBe(order?.id)
      expect(payment).toMatchObject({ captured: true, booked: true })
    })
  })

  it("books only what is captured for an order", () => {
    whenever("book", (decision, { order, payment, session }) => {
      expect(order).not.toBeNull()
      expect(payment).toMatchObject({ captured: true, booked: false })
      expect(payment?.being_booked).toBe(false)
      expect(decision.session_id).toBe(session?.id)
    })
  })

  it("settles what something else paid too only beside a paid order", () => {
    whenever(
      "settle",
      (_decision, { attempt, payment, order }) => {
        expect(payment?.booked).toBe(true)
        expect(order?.canceled).toBe(false)
        if (attempt.for_cart) return
        const isNotTooMuch = Number(order?.pending?.amount ?? 0) >= 0
        const paid = Number((attempt.price ?? payment?.price)?.amount)
        const isNotToBlame = !order?.due || !(paid > Number(order.due.amount))
        expect(isNotTooMuch || isNotToBlame).toBe(true)
      },
      ({ paid_otherwise, order }) => paid_otherwise && !order?.canceled
    )
  })

  it("settles only what is captured", () => {
    whenever("settle", (decision, { payment, order }) => {
      expect(payment?.captured).toBe(true)
      expect(decision.payment_id).toBe(payment?.id)
      expect(decision.order_id).toBe(order?.id ?? null)
    })
  })
})
