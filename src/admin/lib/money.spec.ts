import {
  aboutCoins,
  formatPrice,
  isRefundable,
  remainingAmount,
} from "./format"

describe("a price", () => {
  it.each([
    ["19.99", "eur", "€19.99 EUR"],
    ["100", "jpy", "¥100 JPY"],
    ["1234567.89", "usd", "$1,234,567.89 USD"],
  ])("of %s %s reads %s", (amount, currencyCode, expected) => {
    expect(formatPrice(amount, currencyCode, "en")).toBe(expected)
  })

  it("keeps digits that a floating-point number would lose", () => {
    expect(formatPrice("9007199254740993.01", "eur", "en")).toBe(
      "€9,007,199,254,740,993.01 EUR"
    )
  })

  it("follows the locale", () => {
    expect(formatPrice("1234.50", "eur", "de")).toBe("1.234,50\u00a0€ EUR")
  })

  it("stays unformatted when the currency code has no three letters", () => {
    expect(formatPrice("5.25", "usdt", "en")).toBe("5.25 USDT")
  })
})

describe("the amount left to refund", () => {
  it.each([
    ["19.99", [], "19.99"],
    ["19.99", ["5.00"], "14.99"],
    ["19.99", ["5", "14.99"], "0.00"],
    ["100", ["0.5"], "99.5"],
    ["0.30", ["0.1", "0.1"], "0.10"],
    ["9007199254740993.01", ["0.01"], "9007199254740993.00"],
    ["500", ["200"], "300"],
  ])("of %s after %j is %s", (amount, refunds, left) => {
    expect(remainingAmount(amount, refunds)).toBe(left)
  })

  it("is zero when the refunds exceed the payment", () => {
    expect(remainingAmount("5.00", ["6.00"])).toBe("0.00")
  })
})

describe("an amount to refund", () => {
  it.each(["0.01", "14.99", "14.990", "7"])("may be %s of 14.99", (amount) => {
    expect(isRefundable(amount, "14.99")).toBe(true)
  })

  it.each(["0", "0.00", "15", "14.991", "-1", "1e1", "1,5", "", "a", ".5"])(
    "may not be %j of 14.99",
    (amount) => {
      expect(isRefundable(amount, "14.99")).toBe(false)
    }
  )
})

describe("about how many coins a refund sends", () => {
  const paid = {
    crypto_amount: "0.0216",
    refundable_price: { amount: "43.20", currency_code: "eur" },
    surplus_to_return: null,
  }

  it("is the same share of what arrived", () => {
    expect(aboutCoins(paid, "43.20")).toBe("0.0216")
    expect(aboutCoins(paid, "10.80")).toBe("0.0054")
    expect(aboutCoins(paid, "0.01")).toBe("0.000005")
  })

  it("leaves out what arrived too much", () => {
    const surplus_to_return = {
      kind: "over" as const,
      crypto_amount: "0.0016",
      percent: "8.00",
      amount: "3.20",
      currency_code: "eur",
    }
    const over = { ...paid, surplus_to_return }
    expect(aboutCoins(over, "43.20")).toBe("0.02")
  })

  it("is not known for what is no amount, and without a price", () => {
    expect(aboutCoins(paid, "ten")).toBeNull()
    const unpriced = { ...paid, refundable_price: null }
    expect(aboutCoins(unpriced, "20")).toBeNull()
  })
})
