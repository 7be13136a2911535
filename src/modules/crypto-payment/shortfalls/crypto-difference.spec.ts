import fc from "fast-check"
import { formatDecimal } from "../../../coins/decimal"
import { attemptRow } from "../fixtures/attempt-row"
import type { Attempt } from "../models/crypto-payment"
import { cryptoDifference, judgeShortfall } from "./shortfall"

const attempt = (
  quoted_crypto_amount: string | null,
  received_crypto_amount: string | null,
  price: { amount: string | null; currency_code: string | null } = {
    amount: "20.00",
    currency_code: "eur",
  }
) => attemptRow({ quoted_crypto_amount, received_crypto_amount, ...price })

const isShortBy = (amounts: Attempt, maxPercent: string) => {
  const paid = { ...amounts, state: "paid" as const }
  const { type } = judgeShortfall(paid, Number(maxPercent), new Date())
  return type === "exceeded"
}

const signed = (
  kind: string,
  crypto_amount: string,
  percent: string,
  amount: string
) => ({ kind, crypto_amount, percent, amount, currency_code: "eur" })

describe("the difference of quoted and received coins", () => {
  it.each([
    ["25", "25", signed("exact", "0", "0.00", "0.00")],
    ["25", "25.000", signed("exact", "0", "0.00", "0.00")],
    ["25", "24", signed("short", "-1", "-4.00", "-0.80")],
    ["25", "27.5", signed("over", "2.5", "10.00", "2.00")],
    ["3", "2", signed("short", "-1", "-33.33", "-6.67")],
    ["3", "4", signed("over", "1", "33.33", "6.67")],
    ["0.3", "0.1", signed("short", "-0.2", "-66.67", "-13.33")],
    // 18 decimals, wrong by the smallest unit.
    [
      "1.000000000000000000",
      "0.999999999999999999",
      signed("short", "-0.000000000000000001", "0.00", "0.00"),
    ],
    [
      "9007199254740993.000000000000000000",
      "9007199254740993.000000000000000001",
      signed("over", "0.000000000000000001", "0.00", "0.00"),
    ],
  ])("of %s and %s is exact", (quoted, received, expected) => {
    expect(cryptoDifference(attempt(quoted, received))).toEqual(expected)
  })

  it("rounds half away from zero", () => {
    expect(cryptoDifference(attempt("20000", "20001"))).toMatchObject({
      percent: "0.01",
    })
    expect(cryptoDifference(attempt("20000", "19999"))).toMatchObject({
      percent: "-0.01",
    })
  })

  it.each([
    ["100", "jpy", "-50"],
    ["1.000", "kwd", "-0.500"],
    ["1.2345", "points", "-0.6173"],
  ])("of a price of %s %s has its digits", (price, currency_code, amount) => {
    const half = attempt("2", "1", { amount: price, currency_code })
    expect(cryptoDifference(half)).toMatchObject({ amount, currency_code })
  })

  it("is in the price that the gateway named, where it named one", () => {
    const named = attempt("2", "1")
    named.gateway_amount = "50.00"
    named.gateway_currency = "USD"
    expect(cryptoDifference(named)).toMatchObject({
      amount: "-25.00",
      currency_code: "usd",
    })
  })

  it("has no price where the price is unknown", () => {
    const unpriced = { amount: null, currency_code: null }
    expect(cryptoDifference(attempt("2", "1", unpriced))).toMatchObject({
      kind: "short",
      crypto_amount: "-1",
      amount: null,
      currency_code: null,
    })
  })

  it.each([
    [null, "1"],
    ["1", null],
    [null, null],
    ["0", "1"],
    ["0.00", "1"],
    ["1", "1e3"],
  ])("is unknown for %s and %s", (quoted, received) => {
    expect(cryptoDifference(attempt(quoted, received))).toBeNull()
    expect(isShortBy(attempt(quoted, received), "0")).toBe(false)
  })
})

const units = fc.bigInt({ min: 1n, max: 10n ** 36n })
const digits = fc.integer({ min: 0, max: 18 })

/** An own reading of a signed decimal string, in units of 10^-18. */
function inUnits(text: string): bigint {
  const [whole, fraction = ""] = text.replace("-", "").split(".")
  const value = BigInt(whole + fraction.padEnd(18, "0"))
  return text.startsWith("-") ? -value : value
}

describe("any difference of up to 18 decimals", () => {
  it("added to what was quoted is what was received", () => {
    fc.assert(
      fc.property(units, units, digits, digits, (one, other, d1, d2) => {
        const quoted = formatDecimal(one, d1)
        const received = formatDecimal(other, d2)
        const found = cryptoDifference(attempt(quoted, received))
        const difference = found?.crypto_amount ?? ""
        expect(inUnits(quoted) + inUnits(difference)).toBe(inUnits(received))
        const sign = { short: -1, exact: 0, over: 1 }[found?.kind ?? "exact"]
        expect(Math.sign(Number(inUnits(difference)))).toBe(sign)
      })
    )
  })

  it("is the same share of the coins and of the price, to half a digit", () => {
    fc.assert(
      fc.property(
        units,
        units,
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        (quoted, received, cents) => {
          const found = cryptoDifference(
            attempt(formatDecimal(quoted, 18), formatDecimal(received, 18), {
              amount: formatDecimal(cents, 2),
              currency_code: "eur",
            })
          )
          const inCents = BigInt((found?.amount ?? "").replace(".", ""))
          const remainder = cents * (received - quoted) - inCents * quoted
          const half = remainder < 0n ? -remainder : remainder
          expect(2n * half <= quoted).toBe(true)
        }
      )
    )
  })

  it("does not depend on the zeros at the end", () => {
    fc.assert(
      fc.property(units, units, digits, (one, other, places) => {
        const quoted = formatDecimal(one, places)
        const received = formatDecimal(other, places)
        const zeros = places === 0 ? ".000" : "000"
        expect(cryptoDifference(attempt(quoted + zeros, received))).toEqual(
          cryptoDifference(attempt(quoted, received + zeros))
        )
      })
    )
  })
})

describe("a shortfall", () => {
  it.each([
    ["100", "99", "1", false],
    ["100", "98.999999999999999999", "1", true],
    ["100", "99.5", "0.5", false],
    ["100", "99.499999999999999999", "0.5", true],
    ["100", "100", "0", false],
    ["100", "99.999999999999999999", "0", true],
    ["100", "150", "0", false],
    ["100", "0.000000000000000001", "100", false],
  ])(
    "of %s quoted and %s received exceeds %s %%: %s",
    (quoted, received, max, is) => {
      expect(isShortBy(attempt(quoted, received), max)).toBe(is)
    }
  )

  it("that exceeds a percentage exceeds each smaller one", () => {
    const percent = fc.integer({ min: 0, max: 9_999 })
    fc.assert(
      fc.property(units, units, percent, percent, (one, other, p1, p2) => {
        const amounts = attempt(
          formatDecimal(one, 18),
          formatDecimal(other, 18)
        )
        const smaller = formatDecimal(BigInt(Math.min(p1, p2)), 2)
        const larger = formatDecimal(BigInt(Math.max(p1, p2)), 2)
        if (isShortBy(amounts, larger)) {
          expect(isShortBy(amounts, smaller)).toBe(true)
        }
      })
    )
  })
})
