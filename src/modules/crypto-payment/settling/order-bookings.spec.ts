import {
  areBooked,
  bookedVersion,
  dueAtCapture,
  dueNow,
  type OrderCapture,
  versionAt,
} from "./due"
import { bookedTotal, type OrderBooking } from "./facts"

const euro = (amount: string) => ({ amount, currency_code: "eur" })
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))

/** 2 by a bank, 3 in crypto a second later, then 1 more for an edit. */
const bookings: OrderBooking[] = [
  {
    id: "ordtrx_3",
    amount: 1,
    reference_id: "capt_3",
    version: 2,
    created_at: at(9).toISOString(),
  },
  {
    id: "ordtrx_1",
    amount: 2,
    reference_id: "capt_1",
    version: 1,
    created_at: at(0),
  },
  {
    id: "ordtrx_2",
    amount: 3,
    reference_id: "capt_2",
    version: 1,
    created_at: at(1),
  },
]

describe("an order's transactions", () => {
  it("say which captures are booked", () => {
    expect(areBooked(bookings, ["capt_1", "capt_3"])).toBe(true)
    expect(areBooked(bookings, ["capt_1", "capt_4"])).toBe(false)
    expect(areBooked(bookings, [])).toBe(true)
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
        euro(due)
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
        euro("3.00")
      )
      expect(dueAtCapture(5, "eur", booked, [first], [second])).toEqual(
        euro("5.00")
      )
    }
  })

  it("goes by the time of a capture, and by its id within a millisecond alone", () => {
    const early = { ...capture(1, 2), id: "capt_9" }
    const late = { ...capture(2, 3), id: "capt_0" }
    const none: OrderBooking[] = []
    expect(dueAtCapture(5, "eur", none, [late], [early])).toEqual(euro("3.00"))
    expect(dueAtCapture(5, "eur", none, [early], [late])).toEqual(euro("5.00"))
    const same = { ...late, created_at: early.created_at }
    expect(dueAtCapture(5, "eur", none, [early], [same])).toEqual(euro("2.00"))
    expect(dueAtCapture(5, "eur", none, [same], [early])).toEqual(euro("5.00"))
  })

  it("counts refunds as they are booked, by their ids within a millisecond", () => {
    const refund = (id: string) => ({
      id,
      amount: -2,
      reference_id: "ref_1",
      version: 1,
      created_at: at(1),
    })
    const dueAfter = (id: string) =>
      dueAtCapture(5, "eur", [...bookings, refund(id)], [second], [first])
    expect(dueAfter("ordtrx_1b")).toEqual(euro("5.00"))
    expect(dueAfter("ordtrx_2b")).toEqual(euro("3.00"))
  })
})

describe("what is due for a payment now", () => {
  const pending = euro("4.00")

  it("is what is pending, with what is booked of its own", () => {
    expect(dueNow(pending, bookings, [], [])).toEqual(pending)
    expect(dueNow(pending, bookings, [third], [])).toEqual(euro("5.00"))
  })

  it.each([
    ["authorized", { amount: 4, captures: [] }, "0.00"],
    ["captured, and not booked", { amount: 6, captures: [fourth] }, "-2.00"],
    ["booked", { amount: 2, captures: [first] }, "4.00"],
    ["booked in part", { amount: 3, captures: [first] }, "3.00"],
  ])("leaves out what is %s of another payment", (_how, other, due) => {
    expect(dueNow(pending, bookings, [], [other])).toEqual(euro(due))
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
