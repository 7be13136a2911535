import fc from "fast-check"
import {
  formatDecimal,
  isPositive,
  parseDecimal,
  parseShort,
  proportion,
  readDecimal,
  subtractDecimals,
  sumDecimals,
  toUnits,
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

  it.each([
    "",
    "1.",
    ".5",
    "-1",
    "+1",
    "1e3",
    " 1",
    "1 ",
    "1\n",
    "1,5",
    "1.0.0",
    "0x1",
    "NaN",
    "Infinity",
    "٣",
  ])("are not %j", (text) => {
    expect(parseDecimal(text)).toBeNull()
    expect(parseShort(text)).toBeNull()
    expect(toUnits(text, 6)).toBeNull()
    expect(isPositive(text)).toBe(false)
    expect(() => readDecimal(text)).toThrow(
      new TypeError(`Expected a decimal string; got "${text}".`)
    )
  })

  it("are as short as they can be, and positive above zero", () => {
    const texts = ["1.50", "200.00", "0.0"]
    const digits = texts.map((text) => parseShort(text)?.digits)
    expect(digits).toEqual([1, 0, 0])
    const amounts = ["1", "0.000000000000000001", "0", "0.00"]
    expect(amounts.filter(isPositive)).toEqual(amounts.slice(0, 2))
  })

  it("are added and subtracted without a loss", () => {
    fc.assert(
      fc.property(decimals, decimals, (one, other) => {
        const back = subtractDecimals(sumDecimals([one, other]), other)
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

describe("toUnits", () => {
  it.each([
    ["0.000001", 6, "1"],
    ["12.50000000", 6, "12500000"],
    ["123456789.123456789123456789", 18, "123456789123456789123456789"],
    ["007", 0, "7"],
  ])("%s with %i decimals is %s", (amount, decimals, units) => {
    expect(toUnits(amount, decimals)).toBe(units)
  })

  it("rejects more digits than there are, and nothing at all", () => {
    for (const amount of ["0.0000001", "0", "0.000000"]) {
      expect(toUnits(amount, 6)).toBeNull()
    }
  })

  it("is exact for any number of units and decimals", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
        fc.integer({ min: 0, max: 36 }),
        (units, decimals) => {
          const scale = 10n ** BigInt(decimals)
          const fraction = String(units % scale).padStart(decimals, "0")
          const amount = `${units / scale}${decimals > 0 ? `.${fraction}` : ""}`
          expect(toUnits(amount, decimals)).toBe(String(units))
        }
      )
    )
  })
})
