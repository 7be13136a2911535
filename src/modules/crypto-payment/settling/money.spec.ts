import type { BigNumberInput } from "@medusajs/framework/types"
import { BigNumber, MedusaError } from "@medusajs/framework/utils"
import fc from "fast-check"
import { formatDecimal } from "../../../coins/decimal"
import {
  currencyDigits,
  sameAmount,
  toComparableAmount,
  toDecimalString,
  toPrice,
} from "./money"

type Raw = Parameters<typeof toPrice>[0]

function faultOf(act: () => unknown): MedusaError {
  try {
    act()
  } catch (error) {
    if (error instanceof MedusaError) return error
    throw error
  }
  throw new Error("expected a error")
}

describe("a price", () => {
  it.each<[string, Raw, string, string]>([
    ["a float", 19.99, "eur", "19.99"],
    ["a float that is off by a hair", 0.1 + 0.2, "eur", "0.30"],
    ["a large float", 1234567.89, "usd", "1234567.89"],
    ["yen", 100, "jpy", "100"],
    ["a fils amount", 1.234, "kwd", "1.234"],
    ["a total with more digits than the currency", 98.9009, "eur", "98.90"],
    ["a string", "10", "eur", "10.00"],
    ["a string with an exponent", "1e3", "eur", "1000.00"],
    ["a number with an exponent", 1e21, "eur", "1000000000000000000000.00"],
    ["a raw value", { value: "10", precision: 20 }, "eur", "10.00"],
    ["a BigNumber", new BigNumber("10.5"), "EUR", "10.50"],
    ["four digits", "0.00015", "clf", "0.0002"],
  ])("of %s has its currency's digits", (_case, amount, currency, written) => {
    expect(toPrice(amount, currency)).toBe(written)
  })

  it.each<[Raw, string, string]>([
    [1.005, "eur", "1.01"],
    [2.675, "eur", "2.68"],
    ["0.005", "eur", "0.01"],
    ["0.5", "jpy", "1"],
    ["1.5", "jpy", "2"],
    ["2.5", "jpy", "3"],
    ["1.0005", "kwd", "1.001"],
    ["1.0049999999999999999", "eur", "1.00"],
  ])("of %s %s rounds halves away from zero: %s", (amount, code, written) => {
    expect(toPrice(amount, code)).toBe(written)
  })

  it("is exact for every decimal of the currency's digits", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("jpy", "eur", "usd", "kwd", "clf"),
        fc.bigInt({ min: 1n, max: 10n ** 18n }),
        (currency, units) => {
          const digits = currencyDigits(currency) ?? NaN
          const written = formatDecimal(units, digits)
          expect(toPrice(written, currency)).toBe(written)
          expect(toPrice(toPrice(written, currency), currency)).toBe(written)
          const raw = { value: written, precision: 20 }
          expect(toPrice(raw, currency)).toBe(written)
        }
      )
    )
  })

  it("survives Medusa's float for amounts that a cart can have", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("jpy", "eur", "kwd"),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        (currency, units) => {
          const written = formatDecimal(units, currencyDigits(currency) ?? NaN)
          expect(toPrice(Number(written), currency)).toBe(written)
        }
      )
    )
  })

  it.each<[string, Raw, RegExp]>([
    ["zero", 0, /above zero; got 0\.00 EUR/],
    ["a negative amount", -5, /above zero; got -5\.00 EUR/],
    ["an amount that rounds to zero", 0.004, /above zero; got 0\.00 EUR/],
    ["NaN", NaN, /is a number; got NaN/],
    ["infinity", Infinity, /is a number; got Infinity/],
    ["minus infinity", -Infinity, /is a number; got -Infinity/],
    ["words", "ten", /is a number/],
    ["a comma", "19,99", /is a number/],
    ["nothing", "", /is a number/],
    ["a broken raw value", { value: "ten", precision: 20 }, /is a number/],
  ])("of %s is refused", (_case, amount, message) => {
    const fault = faultOf(() => toPrice(amount, "eur"))
    expect(fault.type).toBe(MedusaError.Types.INVALID_DATA)
    expect(fault.message).toMatch(message)
  })

  it("that rounds up from below the smallest unit is kept", () => {
    expect(toPrice(0.005, "eur")).toBe("0.01")
    expect(toPrice("0.0005", "kwd")).toBe("0.001")
  })

  it.each(["btc", "USDT", "", "euro"])(
    "in %j, which is no ISO 4217 currency, is refused",
    (currency) => {
      const fault = faultOf(() => toPrice(10, currency))
      expect(fault.type).toBe(MedusaError.Types.INVALID_DATA)
      expect(fault.message).toContain(`"${currency}" is none`)
    }
  )

  it("may be zero where it is only compared", () => {
    expect(toDecimalString(0, "eur")).toBe("0.00")
    expect(toDecimalString("-1.5", "jpy")).toBe("-2")
  })
})

describe("an amount that is only compared", () => {
  it("keeps all digits of a currency that nobody knows", () => {
    expect(toComparableAmount("0.00210000001", "btc")).toBe("0.00210000001")
    expect(toComparableAmount(1e-7, "btc")).toBe("0.0000001")
  })

  it("is rounded where the currency is known", () => {
    expect(toComparableAmount(98.9009, "EUR")).toBe("98.90")
  })
})

describe("two amounts", () => {
  it.each<[string, string, boolean]>([
    ["19.9", "19.90", true],
    ["100", "100.00", true],
    ["0.1", "0.10000000000000000001", false],
    ["9007199254740993", "9007199254740992", false],
    ["19.99", "19.98", false],
    ["abc", "abc", false],
    ["", "0", false],
  ])("%j and %j being the same is %s", (left, right, same) => {
    expect(sameAmount(left, right)).toBe(same)
    expect(sameAmount(right, left)).toBe(same)
  })

  it("that are too close for floats are told apart", () => {
    const unit = fc.bigInt({ min: 10n ** 16n, max: 10n ** 20n })
    fc.assert(
      fc.property(unit, (units) => {
        const left: BigNumberInput = formatDecimal(units, 2)
        expect(sameAmount(left, formatDecimal(units + 1n, 2))).toBe(false)
        expect(sameAmount(left, formatDecimal(units, 2))).toBe(true)
      })
    )
  })
})
