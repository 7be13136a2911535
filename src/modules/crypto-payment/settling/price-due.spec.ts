import { isUnpaid, orderToReturn, priceDue, type PriceDueFacts } from "./due"

const euro = (amount: string) => ({ amount, currency_code: "eur" })

describe("what has to be paid", () => {
  it.each<[string, PriceDueFacts, ReturnType<typeof euro> | null]>([
    [
      "for a cart is what it costs",
      {
        attempt: { for_cart: true },
        cart: { price: euro("10.00") },
        collection: { price: euro("25.00") },
        order: null,
      },
      euro("10.00"),
    ],
    [
      "for a cart that became an order is what is due for that",
      {
        attempt: { for_cart: true },
        cart: { price: euro("10.00") },
        collection: { price: euro("10.00") },
        order: { due: euro("12.00") },
      },
      euro("12.00"),
    ],
    [
      "for an order of a cart whose summary cannot be read is not known",
      {
        attempt: { for_cart: true },
        cart: { price: euro("10.00") },
        collection: { price: euro("10.00") },
        order: { due: null },
      },
      null,
    ],
    [
      "for a cart that is gone is not known",
      {
        attempt: { for_cart: true },
        cart: null,
        collection: { price: euro("1.00") },
        order: null,
      },
      null,
    ],
    [
      "for a collection of nobody's is its amount",
      {
        attempt: { for_cart: false },
        cart: null,
        collection: { price: euro("7.00") },
        order: null,
      },
      euro("7.00"),
    ],
    [
      "for a part of what is pending is the collection's amount",
      {
        attempt: { for_cart: false },
        cart: null,
        collection: { price: euro("7.00") },
        order: { due: euro("20.00") },
      },
      euro("7.00"),
    ],
    [
      "for an edit that was taken back in part is what is pending",
      {
        attempt: { for_cart: false },
        cart: null,
        collection: { price: euro("10.00") },
        order: { due: euro("2.50") },
      },
      euro("2.50"),
    ],
    [
      "for an edit that was taken back is nothing, or less",
      {
        attempt: { for_cart: false },
        cart: null,
        collection: { price: euro("10.00") },
        order: { due: euro("-15.00") },
      },
      euro("-15.00"),
    ],
    [
      "for an order whose summary cannot be read is not known",
      {
        attempt: { for_cart: false },
        cart: null,
        collection: { price: euro("10.00") },
        order: { due: null },
      },
      null,
    ],
  ])("%s", (_case, facts, due) => {
    expect(priceDue(facts)).toEqual(due)
  })
})

describe("an order", () => {
  it.each([
    [euro("-0.01"), euro("0.01")],
    [euro("0.00"), null],
    [euro("3.00"), null],
    [null, null],
  ])("to which %j is pending has to return: %j", (pending, toReturn) => {
    expect(orderToReturn({ pending })).toEqual(toReturn)
  })

  it.each([
    [euro("0.01"), false, true],
    [euro("0.01"), true, false],
    [euro("0.00"), false, false],
    [null, false, false],
  ])("to which %j is pending, canceled: %s, is unpaid: %s", (...given) => {
    const [pending, canceled, unpaid] = given
    expect(isUnpaid({ pending, canceled })).toBe(unpaid)
  })
})
