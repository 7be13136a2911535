import {
  areBooked,
  bookedVersion,
  collectionDue,
  type CollectionFacts,
  creditFor,
  dueAtCapture,
  dueNow,
  excessOf,
  hasMoney,
  isBeingBooked,
  isBookedLate,
  isCanceledUnpaid,
  isCapturedPayment,
  isStandingPayment,
  isUnpaid,
  type OrderCapture,
  type OrderCollection,
  orderDue,
  orderToReturn,
  type PaymentMovements,
  priceDue,
  type PriceDueFacts,
  repeatedBookings,
  versionAt,
  versionAtCapture,
} from "./due"
import { bookedTotal, type OrderBooking } from "./facts"

const eur = (amount: string) => ({ amount, currency_code: "eur" })

describe("what has to be paid", () => {
  const priced = (amount: string | null) =>
    amount === null ? null : { price: eur(amount) }
  const of = (
    for_cart: boolean,
    cart: string | null,
    collection: string | null,
    order: PriceDueFacts["order"]
  ): PriceDueFacts => ({
    attempt: { for_cart },
    cart: priced(cart),
    collection: priced(collection),
    order,
  })
  const due = (amount: string) => ({ due: eur(amount) })
  const unread = { due: null }

  it.each`
    what                                                                  | facts                                       | amount
    ${"for a cart is what it costs"}                                      | ${of(true, "10.00", "25.00", null)}         | ${"10.00"}
    ${"for a cart that became an order is what is due for that"}          | ${of(true, "10.00", "10.00", due("12.00"))} | ${"12.00"}
    ${"for an order of a cart whose summary cannot be read is not known"} | ${of(true, "10.00", "10.00", unread)}       | ${null}
    ${"for a cart that is gone is not known"}                             | ${of(true, null, "1.00", null)}             | ${null}
    ${"for a collection of nobody's is its amount"}                       | ${of(false, null, "7.00", null)}            | ${"7.00"}
    ${"for a collection that is gone is not known"}                       | ${of(false, null, null, null)}              | ${null}
    ${"for a part of what is pending is the collection's amount"}         | ${of(false, null, "7.00", due("20.00"))}    | ${"7.00"}
    ${"for an edit that was taken back in part is what is pending"}       | ${of(false, null, "10.00", due("2.50"))}    | ${"2.50"}
    ${"for an edit that was taken back is nothing, or less"}              | ${of(false, null, "10.00", due("-15.00"))}  | ${"-15.00"}
    ${"for an order whose summary cannot be read is not known"}           | ${of(false, null, "10.00", unread)}         | ${null}
  `("$what", ({ facts, amount }) => {
    expect(priceDue(facts)).toEqual(amount && eur(amount))
  })
})

describe("an order", () => {
  it.each([
    ["0.01", true, null],
    ["0.00", false, null],
    ["-0.01", false, "0.01"],
    [null, false, null],
  ])(
    "to which %s is pending is unpaid: %s, and has to return %s",
    (amount, unpaid, back) => {
      const pending = amount === null ? null : eur(amount)
      expect(isUnpaid({ pending, canceled: false })).toBe(unpaid)
      expect(isUnpaid({ pending, canceled: true })).toBe(false)
      expect(orderToReturn({ pending })).toEqual(back && eur(back))
    }
  )
})

const collection = (rest: Partial<OrderCollection> = {}): OrderCollection => ({
  id: "pay_col_1",
  status: "not_paid",
  amount: 10,
  ...rest,
})

describe("what is due for an order", () => {
  const awaiting = collection({ id: "pay_col_0", status: "awaiting" })
  const other = collection({ id: "pay_col_2", amount: 4 })
  const paid = collection({
    status: "completed",
    authorized_amount: 10,
    captured_amount: 10,
  })
  const authorized = collection({ status: "authorized", authorized_amount: 10 })

  it.each`
    how                                                                     | pending    | collections                                | amount     | id
    ${"in the unpaid collection"}                                           | ${"10.00"} | ${[collection()]}                          | ${"10.00"} | ${"pay_col_1"}
    ${"in the awaiting one of an order that was placed before its payment"} | ${"10.00"} | ${[awaiting]}                              | ${"10.00"} | ${"pay_col_0"}
    ${"in the unpaid one before an awaiting one"}                           | ${"10.00"} | ${[awaiting, collection()]}                | ${"10.00"} | ${"pay_col_1"}
    ${"as a part of what is pending"}                                       | ${"14.00"} | ${[collection()]}                          | ${"10.00"} | ${"pay_col_1"}
    ${"in the currency's digits"}                                           | ${"98.90"} | ${[collection({ amount: 98.9009 })]}       | ${"98.90"} | ${"pay_col_1"}
    ${"in one that does not ask for more than is pending"}                  | ${"4.00"}  | ${[collection(), other]}                   | ${"4.00"}  | ${"pay_col_2"}
    ${"in one that asks for more, where there is no other"}                 | ${"4.00"}  | ${[collection()]}                          | ${"4.00"}  | ${"pay_col_1"}
    ${"in no awaiting one that asks for more"}                              | ${"4.00"}  | ${[awaiting]}                              | ${"4.00"}  | ${null}
    ${"in none beside a paid one"}                                          | ${"3.00"}  | ${[paid]}                                  | ${"3.00"}  | ${null}
    ${"in none where Medusa made none"}                                     | ${"3.00"}  | ${[]}                                      | ${"3.00"}  | ${null}
    ${"in none for nothing"}                                                | ${"3.00"}  | ${[collection({ amount: 0 })]}             | ${"3.00"}  | ${null}
    ${"without what a payment is authorized for"}                           | ${"12.00"} | ${[authorized]}                            | ${"2.00"}  | ${null}
    ${"with what a canceled collection was authorized for"}                 | ${"10.00"} | ${[{ ...authorized, status: "canceled" }]} | ${"10.00"} | ${null}
  `("is paid $how", ({ pending, collections, amount, id }) => {
    const order = { canceled: false, pending: eur(pending) }
    expect(orderDue(order, collections)).toEqual({
      price: eur(amount),
      payment_collection_id: id,
    })
  })

  it.each<[string, string | null, OrderCollection, boolean?]>([
    ["a payment is authorized for it", "10.00", authorized],
    ["only a fraction of a cent is left", "10.004", authorized],
    [
      "a payment is authorized and captured in part",
      "6.00",
      { ...authorized, captured_amount: 4 },
    ],
    ["nothing is pending", "0.00", collection()],
    ["the order is overpaid", "-1.00", collection()],
    ["it is not known what is pending", null, collection()],
    ["the order is canceled", "10.00", collection(), true],
  ])("is nothing where %s", (_case, amount, given, canceled = false) => {
    const pending = amount === null ? null : eur(amount)
    expect(orderDue({ canceled, pending }, [given])).toBeNull()
  })
})

describe("how much a payment was too much", () => {
  it.each([
    ["nothing where it was due", "10.00", "10.00", "-2.00", null],
    ["nothing where less was paid", "8.00", "10.00", "-2.00", null],
    [
      "nothing where nothing is to be given back",
      "10.00",
      "8.00",
      "0.00",
      null,
    ],
    ["what was not due", "10.00", "8.00", "-2.00", "2.00"],
    ["at most what is to be given back", "10.00", "4.00", "-2.00", "2.00"],
    ["at most what it paid itself", "10.00", "0.00", "-12.00", "10.00"],
    ["also where the order was overpaid", "10.00", "-3.00", "-13.00", "10.00"],
  ])("is %s", (_what, paid, left, pending, excess) => {
    const order = { due: eur(left), pending: eur(pending) }
    expect(excessOf(eur(paid), order)).toEqual(excess && eur(excess))
  })

  it("is not known where what was due or pending is not", () => {
    const order = { due: eur("0.00"), pending: eur("-5.00") }
    expect(excessOf(eur("5.00"), { ...order, due: null })).toBeNull()
    expect(excessOf(eur("5.00"), { ...order, pending: null })).toBeNull()
  })
})

describe("the credit line of a refund of 5", () => {
  it.each([
    ["of an order that is paid", "0.00", "5.00"],
    ["of an order that has to give back less", "-2.00", "3.00"],
    ["of an order that has to give back as much", "-5.00", null],
    ["of an order that has to give back more", "-9.00", null],
    ["of an order for which something is due", "4.00", "5.00"],
  ])("%s, where %s is pending, is %s", (_which, pending, amount) => {
    const credit = amount === null ? null : eur(amount)
    expect(creditFor(eur(pending), eur("5.00"))).toEqual(credit)
  })
})

describe("money of a collection", () => {
  it.each([
    [{}, false],
    [{ authorized_amount: null, captured_amount: 0 }, false],
    [{ authorized_amount: 1 }, true],
    [{ captured_amount: 1 }, true],
  ])("%j: %s", (amounts, expected) => {
    expect(hasMoney([collection(), collection(amounts)])).toBe(expected)
  })
})

describe("an order that was canceled unpaid", () => {
  const cancel_at = new Date("2026-11-24T12:00:00Z")
  const canceled_at = "2026-11-24T12:00:00.000Z"
  const ended = { canceled: true, canceled_at, cancel_at }

  it.each<[string, boolean, object, OrderCollection?]>([
    ["canceled after its time to pay", true, {}],
    ["not canceled", false, { canceled: false }],
    ["canceled before", false, { canceled_at: "2026-11-24T11:59:59.999Z" }],
    ["without a time of cancellation", false, { canceled_at: null }],
    ["without a time to pay", false, { cancel_at: null }],
    ["paid before", false, {}, collection({ captured_amount: 10 })],
  ])("is one %s: %s", (_which, is, change, paid = collection()) => {
    expect(isCanceledUnpaid({ ...ended, ...change }, [paid])).toBe(is)
  })
})

describe("a payment of Medusa", () => {
  const amounts = (...all: (number | null)[]) =>
    all.map((amount) => (amount === null ? null : { amount }))

  it.each`
    payment                                                            | movements                                                                       | stands   | brought
    ${"authorized only"}                                               | ${{}}                                                                           | ${true}  | ${false}
    ${"with empty lists"}                                              | ${{ captures: [], refunds: [] }}                                                | ${true}  | ${false}
    ${"captured"}                                                      | ${{ captures: amounts(19.99) }}                                                 | ${true}  | ${true}
    ${"given back in parts that do not make the whole"}                | ${{ captures: amounts(0.1, 0.2), refunds: amounts(0.29) }}                      | ${true}  | ${true}
    ${"given back in part, with entries that Medusa did not find"}     | ${{ captures: amounts(null, 19.99), refunds: amounts(19.98, null) }}            | ${true}  | ${true}
    ${"canceled"}                                                      | ${{ canceled_at: new Date() }}                                                  | ${false} | ${false}
    ${"captured and canceled"}                                         | ${{ captures: amounts(5), canceled_at: new Date() }}                            | ${false} | ${false}
    ${"given back in parts, to a float's hair"}                        | ${{ captures: amounts(0.3), refunds: amounts(0.1, 0.2) }}                       | ${false} | ${false}
    ${"given back and then some"}                                      | ${{ captures: amounts(10), refunds: amounts(11) }}                              | ${false} | ${false}
    ${"given back but for a fraction that its currency does not have"} | ${{ captures: amounts(98.9009), refunds: amounts(98.9) }}                       | ${false} | ${false}
    ${"given back but for a fraction that its currency has"}           | ${{ currency_code: "kwd", captures: amounts(98.9009), refunds: amounts(98.9) }} | ${true}  | ${true}
  `(
    "$payment stands: $stands, and brought money: $brought",
    ({ movements, stands, brought }) => {
      const payment = { currency_code: "eur", ...movements }
      const found = [isStandingPayment(payment), isCapturedPayment(payment)]
      expect(found).toEqual([stands, brought])
    }
  )
})

describe("what is due for a payment collection", () => {
  const payment = (captured: number, refunded = 0): PaymentMovements => ({
    currency_code: "eur",
    captures: captured ? [{ amount: captured }] : [],
    refunds: refunded ? [{ amount: refunded }] : [],
  })

  const canceledPayment = { ...payment(10), canceled_at: "2026-01-01" }

  /** An order of 10 EUR that nothing was paid for. */
  const facts: CollectionFacts = {
    for_cart: true,
    price: eur("10.00"),
    canceled: false,
    order: { canceled: false, pending: eur("10.00") },
    payments: [],
  }

  const pending = (amount: string) => ({
    order: { canceled: false, pending: eur(amount) },
  })

  const unpaid = { state: "unpaid", due: eur("10.00") }
  const paid = { state: "paid", due: null }
  const changed = (amount: string) => ({ state: "changed", due: eur(amount) })

  it.each`
    collection                                               | patch                                                                                    | due
    ${"an unpaid order"}                                     | ${{}}                                                                                    | ${unpaid}
    ${"a part of what is pending for an order"}              | ${{ for_cart: false, ...pending("15.00") }}                                              | ${unpaid}
    ${"a cart's order that costs more by now"}               | ${pending("15.00")}                                                                      | ${changed("15.00")}
    ${"a cart's order that costs less by now"}               | ${pending("5.00")}                                                                       | ${changed("5.00")}
    ${"a difference of which only a part is pending by now"} | ${{ for_cart: false, ...pending("5.00") }}                                               | ${{ state: "unpaid", due: eur("5.00") }}
    ${"a difference that was taken back"}                    | ${{ for_cart: false, ...pending("-5.00") }}                                              | ${paid}
    ${"a paid order"}                                        | ${{ ...pending("0.00"), payments: [payment(10)] }}                                       | ${paid}
    ${"a paid order of which a part was refunded"}           | ${{ ...pending("4.00"), payments: [payment(10, 4)] }}                                    | ${paid}
    ${"an order of which a part was paid before an edit"}    | ${{ price: eur("15.00"), ...pending("10.00"), payments: [payment(5), canceledPayment] }} | ${changed("10.00")}
    ${"an order with an authorized payment"}                 | ${{ payments: [payment(0)] }}                                                            | ${changed("10.00")}
    ${"a difference with an authorized payment"}             | ${{ for_cart: false, payments: [payment(0)] }}                                           | ${unpaid}
    ${"an order whose payment was canceled"}                 | ${{ payments: [canceledPayment] }}                                                       | ${unpaid}
    ${"a collection that another one replaced"}              | ${{ canceled: true }}                                                                    | ${changed("10.00")}
    ${"a collection of nothing"}                             | ${{ for_cart: false, price: eur("0.00") }}                                               | ${changed("10.00")}
    ${"an order whose summary cannot be read"}               | ${{ order: { canceled: false, pending: null } }}                                         | ${{ state: "changed", due: null }}
    ${"a canceled order"}                                    | ${{ canceled: true, order: { canceled: true, pending: eur("10.00") } }}                  | ${{ state: "canceled", due: null }}
  `("of $collection", ({ patch, due }) => {
    expect(collectionDue({ ...facts, ...patch })).toEqual(due)
  })
})

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))

const booking = (
  number: number,
  amount: number,
  second: number,
  version = 1
): OrderBooking => ({
  id: `ordtrx_${number}`,
  amount,
  reference_id: `capt_${number}`,
  version,
  created_at: at(second),
})

/** 2 by a bank, 3 in crypto a second later, then 1 more for an edit. */
const bookings = [
  { ...booking(3, 1, 9, 2), created_at: at(9).toISOString() },
  booking(1, 2, 0),
  booking(2, 3, 1),
]

describe("an order's transactions", () => {
  it("say which captures are booked, and how much in all", () => {
    expect(areBooked(bookings, ["capt_1", "capt_3"])).toBe(true)
    expect(areBooked(bookings, ["capt_1", "capt_4"])).toBe(false)
    expect(bookedTotal(bookings).toNumber()).toBe(6)
  })
})

/** Captured in the order 1, 2, 3, whenever they are booked. */
const capture = (number: number, amount: number): OrderCapture => ({
  id: `capt_${number}`,
  amount,
  created_at: at(number),
})
const [first, second, third, fourth] = [
  capture(1, 2),
  capture(2, 3),
  capture(3, 1),
  capture(4, 6),
]

describe("what core writes without a lock", () => {
  const again = { ...booking(2, 3, 5), id: "ordtrx_9" }
  const other = { ...again, id: "ordtrx_8", amount: 4 }
  const earlier = { ...again, id: "ordtrx_7", created_at: at(0) }
  const refund = { ...booking(4, -2, 6), reference_id: "ref_1" }

  it("is booked only where it is so once", () => {
    expect(areBooked([...bookings, again], ["capt_1"])).toBe(true)
    expect(areBooked([...bookings, again], ["capt_2"])).toBe(false)
  })

  it.each<[string, OrderBooking[], string[]]>([
    ["nothing where each stands once", bookings, []],
    ["the later of two", [again, ...bookings], ["ordtrx_9"]],
    ["the later of two, whichever it is", [...bookings, earlier], ["ordtrx_2"]],
    [
      "all but one of three",
      [...bookings, again, other],
      ["ordtrx_9", "ordtrx_8"],
    ],
    [
      "the one with another amount",
      [{ ...other, created_at: at(0) }, ...bookings],
      ["ordtrx_8"],
    ],
    [
      "one of two with another amount",
      [other, { ...other, id: "ordtrx_9" }],
      ["ordtrx_9"],
    ],
    ["a refund's too", [refund, { ...refund, id: "ordtrx_5" }], ["ordtrx_5"]],
    [
      "none that names no capture or refund of Medusa",
      [
        { ...refund, reference_id: null },
        { ...refund, reference_id: "pay_1" },
        { ...refund, reference_id: "pay_1", id: "ordtrx_5" },
      ],
      [],
    ],
  ])("loses %s", (_what, booked, removed) => {
    const moved = [first, second, third, { id: "ref_1", amount: -2 }]
    expect(repeatedBookings(booked, moved)).toEqual(removed)
  })

  it.each<[string, OrderCapture[], number, boolean]>([
    ["a moment ago", [fourth], 63, true],
    ["a minute ago", [fourth], 64, false],
    ["by a clock that is ahead", [fourth], -25, true],
    ["by a clock that is far ahead", [fourth], -26, false],
    ["a moment ago, and is booked", [second], 4, false],
    [
      "in two parts, of which the later is not booked",
      [second, fourth],
      63,
      true,
    ],
  ])(
    "may be being booked where it was captured %s: %s",
    (_when, own, second, is) => {
      expect(isBeingBooked(bookings, own, at(second))).toBe(is)
    }
  )
})

describe("what was due when a payment was captured", () => {
  it.each<[string, OrderCapture[], OrderCapture[], number, string]>([
    ["the first", [first], [second, third], 5, "5.00"],
    ["the second", [second], [first, third], 5, "3.00"],
    ["the third", [third], [first, second], 6, "1.00"],
    ["one in two parts", [third, second], [first], 5, "3.00"],
    ["one that is not booked", [fourth], [first, second, third], 6, "0.00"],
  ])(
    "counts what was captured before %s",
    (_which, own, others, total, due) => {
      expect(dueAtCapture(total, "eur", bookings, own, others)).toEqual(
        eur(due)
      )
    }
  )

  it("counts an earlier capture that is booked later, or not at all", () => {
    const [, , late] = bookings
    for (const booked of [
      [late, { ...bookings[1], created_at: at(99) }],
      [late],
    ]) {
      expect(dueAtCapture(5, "eur", booked, [second], [first])).toEqual(
        eur("3.00")
      )
      expect(dueAtCapture(5, "eur", booked, [first], [second])).toEqual(
        eur("5.00")
      )
    }
  })

  it("goes by the time of a capture, and by its id within a millisecond alone", () => {
    const early = { ...capture(1, 2), id: "capt_9" }
    const late = { ...capture(2, 3), id: "capt_0" }
    const none: OrderBooking[] = []
    expect(dueAtCapture(5, "eur", none, [late], [early])).toEqual(eur("3.00"))
    expect(dueAtCapture(5, "eur", none, [early], [late])).toEqual(eur("5.00"))
    const same = { ...late, created_at: early.created_at }
    expect(dueAtCapture(5, "eur", none, [early], [same])).toEqual(eur("2.00"))
    expect(dueAtCapture(5, "eur", none, [same], [early])).toEqual(eur("5.00"))
  })

  it("goes by the order in which the database wrote them where servers' clocks may differ", () => {
    const none: OrderBooking[] = []
    const ahead = { ...capture(6, 2), written: -9 }
    const behind = { ...capture(1, 3), written: -8 }
    expect(dueAtCapture(5, "eur", none, [behind], [ahead])).toEqual(eur("3.00"))
    expect(dueAtCapture(5, "eur", none, [ahead], [behind])).toEqual(eur("5.00"))
    // Restored at once, or further apart than clocks are.
    const restored = { ...behind, written: -9 }
    expect(dueAtCapture(5, "eur", none, [restored], [ahead])).toEqual(
      eur("5.00")
    )
    const late = { ...capture(31, 2), written: -9 }
    expect(dueAtCapture(5, "eur", none, [behind], [late])).toEqual(eur("5.00"))
  })

  it("counts refunds as they are booked, by their ids within a millisecond", () => {
    const dueAfter = (id: string) => {
      const refund = { ...booking(0, -2, 1), id, reference_id: "ref_1" }
      return dueAtCapture(5, "eur", [...bookings, refund], [second], [first])
    }
    expect(dueAfter("ordtrx_1b")).toEqual(eur("5.00"))
    expect(dueAfter("ordtrx_2b")).toEqual(eur("3.00"))
  })
})

describe("what is due for a payment now", () => {
  const pending = eur("4.00")

  it("is what is pending, with what is booked of its own", () => {
    expect(dueNow(pending, bookings, [third], [])).toEqual(eur("5.00"))
  })

  it.each([
    ["authorized", { amount: 4, captures: [] }, "0.00"],
    ["captured, and not booked", { amount: 6, captures: [fourth] }, "-2.00"],
    ["booked", { amount: 2, captures: [first] }, "4.00"],
    ["booked in part", { amount: 3, captures: [first] }, "3.00"],
  ])("leaves out what is %s of another payment", (_how, other, due) => {
    expect(dueNow(pending, bookings, [], [other])).toEqual(eur(due))
  })
})

describe("a change that may have come between a capture and its transaction", () => {
  it.each<[string, OrderCapture[], boolean]>([
    ["not where core booked it at once", [first], false],
    [
      "where it was booked half a minute later",
      [{ ...first, created_at: at(-30) }],
      true,
    ],
    ["where one of two was", [second, { ...first, created_at: at(-30) }], true],
    ["where it is not booked", [fourth], true],
  ])("is there %s", (_where, own, is) => {
    expect(isBookedLate(bookings, own)).toBe(is)
  })

  it("counts as before the capture where clocks may differ by as much", () => {
    const versions = [
      { version: 1, created_at: at(0) },
      { version: 2, created_at: at(35) },
      { version: 3, created_at: at(36) },
    ]
    expect(versionAtCapture(versions, at(5))).toBe(2)
  })
})

describe("the version of an order", () => {
  it.each<[string[], number | undefined]>([
    [["capt_1"], 1],
    [["capt_1", "capt_3"], 2],
    [["capt_4"], undefined],
  ])("in which %j were booked is %s", (ids, version) => {
    const own = ids.map((id) => ({ id, amount: 1, created_at: at(0) }))
    expect(bookedVersion(bookings, own)).toBe(version)
  })

  const versions = [
    { version: 3, created_at: at(9).toISOString() },
    { version: 1, created_at: at(1) },
    { version: 2, created_at: at(5) },
  ]

  it.each([
    [0, 1],
    [1, 1],
    [4, 1],
    [5, 2],
    [60, 3],
  ])("after %d seconds is %d", (second, version) => {
    expect(versionAt(versions, at(second))).toBe(version)
  })
})
