import fc from "fast-check"
import { formatDecimal } from "../../../coins/decimal"
import { attemptRow } from "../fixtures/attempt-row"
import { quotedRate, receivedValue } from "./shortfall"

const attempt = (
  amount: string | null,
  currency_code: string | null,
  quoted_crypto_amount: string | null,
  received_crypto_amount: string | null = null
) => {
  const priced = { amount, currency_code }
  const coins = { quoted_crypto_amount, received_crypto_amount }
  const row = attemptRow({ ...priced, ...coins })
  return { ...row, crypto_rate: quotedRate(row) }
}

describe("the rate of a quote", () => {
  it.each([
    ["20.00", "eur", "25", "0.8"],
    ["20.00", "eur", "25.000", "0.8"],
    ["20.00", "eur", "20", "1"],
    ["100", "jpy", "0.5", "200"],
    ["20.00", "eur", "3", "6.666666666666666667"],
    ["10.00", "eur", "3", "3.333333333333333333"],
    ["60000.00", "usd", "0.70000001", "85714.284489795935860058"],
    // The smallest coin there is, and a coin of which a cent buys billions.
    ["0.01", "eur", "0.000000000000000001", "10000000000000000"],
    ["0.01", "eur", "9000000000", "0.000000000001111111"],
  ])("%s %s for %s coins is %s", (amount, currency, quoted, rate) => {
    expect(quotedRate(attempt(amount, currency, quoted))).toBe(rate)
  })

  it("is of the price that the gateway named, where it named one", () => {
    const named = { gateway_amount: "50.00", gateway_currency: "USD" }
    const row = { ...attempt("20.00", "eur", "2", "1"), ...named }
    const crypto_rate = quotedRate(row)
    expect(crypto_rate).toBe("25")
    expect(receivedValue({ ...row, crypto_rate })).toBe("25.00")
  })

  it.each([
    [null, null, "1"],
    ["20.00", null, "1"],
    ["20.00", "eur", null],
    ["20.00", "eur", "0"],
    ["20.00", "eur", "0.00"],
    ["20.00", "eur", "1e3"],
  ])("is unknown for %s %s and %s coins", (amount, currency, quoted) => {
    expect(quotedRate(attempt(amount, currency, quoted))).toBeNull()
  })
})

describe("the value of what arrived", () => {
  it.each([
    ["20.00", "eur", "25", "24", "19.20"],
    ["20.00", "eur", "25", "27.5", "22.00"],
    ["20.00", "eur", "3", "2", "13.33"],
    ["20.00", "eur", "3", "1", "6.67"],
    ["1.00", "eur", "200", "1", "0.01"],
    ["1.00", "eur", "200", "0.9", "0.00"],
    ["100", "jpy", "2", "1.01", "51"],
    ["1.000", "kwd", "2", "1", "0.500"],
    ["1.2345", "points", "2", "1", "0.6173"],
  ])("%s %s for %s coins, of %s is %s", (...values) => {
    const [amount, currency, quoted, received, value] = values
    const row = attempt(amount, currency, quoted, received)
    expect(receivedValue(row)).toBe(value)
  })

  it("is unknown without a rate or what arrived", () => {
    expect(receivedValue(attempt("20.00", "eur", "25"))).toBeNull()
    expect(receivedValue(attempt("20.00", "eur", null, "25"))).toBeNull()
    const odd = attempt("20.00", "eur", "25", "a lot")
    expect(receivedValue(odd)).toBeNull()
  })

  const price = fc.bigInt({ min: 1n, max: 10n ** 14n })
  /** Fewer than 10^15 coins. */
  const coins = fc.bigInt({ min: 1n, max: 10n ** 33n - 1n })

  it("is the price where exactly the quote arrived", () => {
    fc.assert(
      fc.property(
        price,
        coins,
        fc.constantFrom(["eur", 2] as const, ["jpy", 0], ["kwd", 3]),
        (units, coin, [currency, digits]) => {
          const amount = formatDecimal(units, digits)
          const quoted = formatDecimal(coin, 18)
          const row = attempt(amount, currency, quoted, quoted)
          // A rate below 18 digits is none: a cent for so many coins.
          fc.pre(row.crypto_rate !== "0")
          expect(receivedValue(row)).toBe(amount)
        }
      )
    )
  })

  it("never falls when more coins arrive", () => {
    fc.assert(
      fc.property(price, coins, coins, coins, (units, quoted, one, other) => {
        const valueOf = (received: bigint) =>
          Number(
            receivedValue(
              attempt(
                formatDecimal(units, 2),
                "eur",
                formatDecimal(quoted, 18),
                formatDecimal(received, 18)
              )
            )
          )
        const [less, more] = one < other ? [one, other] : [other, one]
        expect(valueOf(less)).toBeLessThanOrEqual(valueOf(more))
      })
    )
  })
})
