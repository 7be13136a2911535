import { isOverpaid, pricesDue, type PriceDueFacts } from "./facts"

const euro = (amount: string) => ({ amount, currency_code: "eur" })

describe("what has to be paid", () => {
  it.each<[string, PriceDueFacts, ReturnType<typeof euro>[]]>([
    [
      "for a cart is what it costs",
      {
        for_cart: true,
        cart_price: euro("10.00"),
        collection_price: euro("25.00"),
        order: null,
      },
      [euro("10.00")],
    ],
    [
      "for a cart that became an order is what that was placed for",
      {
        for_cart: true,
        cart_price: euro("10.00"),
        collection_price: euro("10.00"),
        order: { placed: euro("12.00"), pending: euro("0.00"), edited: false },
      },
      [euro("12.00")],
    ],
    [
      "for an order that was edited before its payment is what is pending, or what it was placed for",
      {
        for_cart: true,
        cart_price: euro("10.00"),
        collection_price: euro("15.00"),
        order: { placed: euro("10.00"), pending: euro("15.00"), edited: true },
      },
      [euro("15.00"), euro("10.00")],
    ],
    [
      "for an edited order that is overpaid is what it was placed for",
      {
        for_cart: true,
        cart_price: euro("10.00"),
        collection_price: euro("5.00"),
        order: { placed: euro("10.00"), pending: euro("-5.00"), edited: true },
      },
      [euro("10.00")],
    ],
    [
      "for a cart that is gone is not known",
      {
        for_cart: true,
        cart_price: null,
        collection_price: euro("1.00"),
        order: null,
      },
      [],
    ],
    [
      "for a collection of nobody's is its amount",
      {
        for_cart: false,
        cart_price: null,
        collection_price: euro("7.00"),
        order: null,
      },
      [euro("7.00")],
    ],
    [
      "for a part of what is pending is the collection's amount",
      {
        for_cart: false,
        cart_price: null,
        collection_price: euro("7.00"),
        order: { placed: euro("5.00"), pending: euro("20.00"), edited: true },
      },
      [euro("7.00")],
    ],
    [
      "for an edit that was taken back in part is what is pending",
      {
        for_cart: false,
        cart_price: null,
        collection_price: euro("10.00"),
        order: { placed: euro("5.00"), pending: euro("2.50"), edited: true },
      },
      [euro("2.50")],
    ],
    [
      "for an edit that was taken back is nothing, or less",
      {
        for_cart: false,
        cart_price: null,
        collection_price: euro("10.00"),
        order: { placed: euro("5.00"), pending: euro("-15.00"), edited: true },
      },
      [euro("-15.00")],
    ],
    [
      "for an order whose summary cannot be read is not known",
      {
        for_cart: false,
        cart_price: null,
        collection_price: euro("10.00"),
        order: { placed: null, pending: null, edited: true },
      },
      [],
    ],
  ])("%s", (_case, facts, due) => {
    expect(pricesDue(facts)).toEqual(due)
  })
})

describe("an order", () => {
  it.each([
    [euro("-0.01"), true],
    [euro("0.00"), false],
    [euro("3.00"), false],
    [null, false],
  ])("to which %j is pending is overpaid: %s", (pending, overpaid) => {
    expect(isOverpaid({ pending })).toBe(overpaid)
  })
})
