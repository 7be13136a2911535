import {
  creditFor,
  excessOf,
  hasMoney,
  isCanceledUnpaid,
  type OrderCollection,
  orderDue,
} from "./due"

const eur = (amount: string) => ({ amount, currency_code: "eur" })

const collection = (rest: Partial<OrderCollection>): OrderCollection => ({
  id: "pay_col_1",
  status: "not_paid",
  amount: 10,
  ...rest,
})

const due = (pending: string, ...collections: OrderCollection[]) =>
  orderDue({ canceled: false, pending: eur(pending) }, collections)

describe("what is due for an order", () => {
  it("is paid in the unpaid collection, as by Medusa's own payment link", () => {
    expect(due("10.00", collection({}))).toEqual({
      price: eur("10.00"),
      payment_collection_id: "pay_col_1",
    })
  })

  it("is paid in the awaiting collection of an order that was placed before its payment", () => {
    expect(due("10.00", collection({ status: "awaiting" }))).toMatchObject({
      payment_collection_id: "pay_col_1",
    })
  })

  it("prefers the unpaid collection to an awaiting one", () => {
    const awaiting = collection({ id: "pay_col_0", status: "awaiting" })
    expect(due("10.00", awaiting, collection({}))).toMatchObject({
      payment_collection_id: "pay_col_1",
    })
  })

  it.each([
    ["10.00", 10, "10.00"],
    ["14.00", 10, "10.00"],
    ["98.90", 98.9009, "98.90"],
  ])("is what the collection asks for: of %s, %s", (pending, amount, price) => {
    expect(due(pending, collection({ amount }))).toEqual({
      price: eur(price),
      payment_collection_id: "pay_col_1",
    })
  })

  it("is paid in a collection that asks for more than is pending, where there is no other", () => {
    const other = collection({ id: "pay_col_2", amount: 4 })
    expect(due("4.00", collection({}), other)).toMatchObject({
      payment_collection_id: "pay_col_2",
    })
    expect(due("4.00", collection({}))).toEqual({
      price: eur("4.00"),
      payment_collection_id: "pay_col_1",
    })
    expect(due("4.00", collection({ status: "awaiting" }))).toEqual({
      price: eur("4.00"),
      payment_collection_id: null,
    })
  })

  it("has no collection where Medusa made none", () => {
    const paid = collection({
      status: "completed",
      authorized_amount: 10,
      captured_amount: 10,
    })
    const expected = { price: eur("3.00"), payment_collection_id: null }
    expect(due("3.00", paid)).toEqual(expected)
    expect(due("3.00")).toEqual(expected)
    expect(due("3.00", collection({ amount: 0 }))).toEqual(expected)
  })

  it("is nothing where a payment is authorized and not captured yet", () => {
    const authorized = collection({
      status: "authorized",
      authorized_amount: 10,
    })
    expect(due("10.00", authorized)).toBeNull()
    expect(due("10.004", authorized)).toBeNull()
    expect(due("6.00", { ...authorized, captured_amount: 4 })).toBeNull()
    expect(due("12.00", authorized)).toMatchObject({ price: eur("2.00") })
    expect(due("10.00", { ...authorized, status: "canceled" })).toMatchObject({
      price: eur("10.00"),
    })
  })

  it.each(["0.00", "-1.00"])("is nothing at %s", (pending) => {
    expect(due(pending, collection({}))).toBeNull()
  })

  it("is nothing for a canceled order, and where it is not known", () => {
    const pending = eur("10.00")
    const open = [collection({})]
    expect(orderDue({ canceled: true, pending }, open)).toBeNull()
    expect(orderDue({ canceled: false, pending: null }, open)).toBeNull()
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

  it("is not known where what was due is not", () => {
    const [some, over] = [eur("5.00"), eur("-5.00")]
    expect(excessOf(some, { due: null, pending: over })).toBeNull()
    expect(excessOf(some, { due: eur("0.00"), pending: null })).toBeNull()
  })

  it("blames the later of two deposits at once, and that alone", () => {
    const over = eur("-2.00")
    const excess = ["8.00", "3.00"].map((left) =>
      excessOf(eur("5.00"), { due: eur(left), pending: over })
    )
    expect(excess).toEqual([null, eur("2.00")])
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
    expect(hasMoney([collection({}), collection(amounts)])).toBe(expected)
  })
})

describe("an order that was canceled unpaid", () => {
  const cancel_at = new Date("2026-11-24T12:00:00Z")
  const canceled_at = "2026-11-24T12:00:00.000Z"
  const ended = { canceled: true, canceled_at, cancel_at }

  it("was canceled after its time to pay, without a payment", () => {
    expect(isCanceledUnpaid(ended, [collection({})])).toBe(true)
  })

  it.each([
    ["is not canceled", { canceled: false }],
    ["was canceled before", { canceled_at: "2026-11-24T11:59:59.999Z" }],
    ["has no time of cancellation", { canceled_at: null }],
    ["had no time to pay", { cancel_at: null }],
  ])("is none that %s", (_, change) => {
    expect(isCanceledUnpaid({ ...ended, ...change }, [])).toBe(false)
  })

  it("is none that was paid before", () => {
    const paid = [collection({ captured_amount: 10 })]
    expect(isCanceledUnpaid(ended, paid)).toBe(false)
  })
})
