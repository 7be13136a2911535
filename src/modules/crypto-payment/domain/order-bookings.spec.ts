import {
  areBooked,
  bookedTotal,
  dueAtBooking,
  type OrderBooking,
  versionAt,
} from "./order-bookings"

const euro = (amount: string) => ({ amount, currency_code: "eur" })
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))

/** 2 by a bank, 3 in crypto a second later, then 1 more for an edit. */
const bookings: OrderBooking[] = [
  {
    id: "ordtrx_3",
    amount: 1,
    reference_id: "capt_3",
    created_at: at(9).toISOString(),
  },
  { id: "ordtrx_1", amount: 2, reference_id: "capt_1", created_at: at(0) },
  { id: "ordtrx_2", amount: 3, reference_id: "capt_2", created_at: at(1) },
]

describe("an order's transactions", () => {
  it("say which captures are booked", () => {
    expect(areBooked(bookings, ["capt_1", "capt_3"])).toBe(true)
    expect(areBooked(bookings, ["capt_1", "capt_4"])).toBe(false)
    expect(areBooked(bookings, [])).toBe(true)
    expect(bookedTotal(bookings).toNumber()).toBe(6)
  })

  it.each([
    [["capt_1"], 5, "5.00"],
    [["capt_2"], 5, "3.00"],
    [["capt_3"], 6, "1.00"],
    // Of a payment in two parts: what was due before the first one.
    [["capt_3", "capt_2"], 5, "3.00"],
    // Not booked yet.
    [["capt_4"], 6, "0.00"],
  ])("say what was due before %j of %d", (captureIds, total, due) => {
    expect(dueAtBooking(bookings, captureIds, total, "eur")).toEqual(euro(due))
  })

  it("are in the order of their ids within a millisecond", () => {
    const atOnce = bookings.map((each) => ({ ...each, created_at: at(0) }))
    expect(dueAtBooking(atOnce, ["capt_2"], 5, "eur")).toEqual(euro("3.00"))
    expect(dueAtBooking(atOnce, ["capt_1"], 5, "eur")).toEqual(euro("5.00"))
  })
})

describe("the version of an order", () => {
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
