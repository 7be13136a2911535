import fc from "fast-check"
import {
  addDecimals,
  formatDecimal,
  parseDecimal,
  proportion,
  subtractDecimals,
} from "./decimal"

const decimals = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat({ max: 18 }))
  .map(([units, digits]) => ({ units, digits }))

describe("decimal numbers", () => {
  it("are read as they are written", () => {
    fc.assert(
      fc.property(decimals, ({ units, digits }) => {
        const text = formatDecimal(units, digits)
        expect(parseDecimal(text)).toEqual({ units, digits })
      })
    )
  })

  it.each(["", "1.", ".5", "-1", "+1", "1e3", " 1", "1 ", "1,5", "0x1", "NaN"])(
    "are not %j",
    (text) => expect(parseDecimal(text)).toBeNull()
  )

  it("are added and subtracted without a loss", () => {
    fc.assert(
      fc.property(decimals, decimals, (one, other) => {
        const back = subtractDecimals(addDecimals(one, other), other)
        const digits = Math.max(one.digits, other.digits)
        expect(back).toEqual({
          units: one.units * 10n ** BigInt(digits - one.digits),
          digits,
        })
      })
    )
  })

  it("are divided in proportion, rounded down by less than a unit", () => {
    const some = decimals.filter(({ units }) => units > 0n)
    fc.assert(
      fc.property(some, some, some, (factor, dividend, divisor) => {
        const { units } = proportion(factor, dividend, divisor, 8)
        // units / 10^8 <= factor × dividend ÷ divisor < (units + 1) / 10^8
        const exact =
          factor.units * dividend.units * 10n ** BigInt(8 + divisor.digits)
        const scale =
          divisor.units * 10n ** BigInt(factor.digits + dividend.digits)
        expect(units * scale <= exact).toBe(true)
        expect((units + 1n) * scale > exact).toBe(true)
      })
    )
  })
})
