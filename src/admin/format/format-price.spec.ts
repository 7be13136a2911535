import { formatPrice } from "./format-price"

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

  it("is written as the reader's locale writes it", () => {
    expect(formatPrice("1234.50", "eur", "de")).toBe("1.234,50\u00a0€ EUR")
  })

  it("in a currency without a code of three letters stays as it is", () => {
    expect(formatPrice("5.25", "usdt", "en")).toBe("5.25 USDT")
  })
})
