import { isMore, isSameAmount, rounded, subtract, sum } from "./decimal"

describe("the auditor's arithmetic", () => {
  it("adds where floating point numbers do not", () => {
    expect(sum(["0.1", "0.2"])).toBe("0.3")
    expect(sum(["90071992547409.91", "0.0000000001"])).toBe(
      "90071992547409.9100000001"
    )
    expect(sum([])).toBe("0")
  })

  it("subtracts and compares negative amounts", () => {
    expect(subtract("5.35", "10")).toBe("-4.65")
    expect(isMore("-4.65", "-4.66")).toBe(true)
    expect(isMore("5", "5.00")).toBe(false)
    expect(isSameAmount("-0", "0.00")).toBe(true)
  })

  it("rounds to the currency's digits, halves away from zero", () => {
    expect(rounded("98.9009", "eur")).toBe("98.9")
    expect(rounded("0.005", "EUR")).toBe("0.01")
    expect(rounded("-0.005", "EUR")).toBe("-0.01")
    expect(rounded("100.5", "jpy")).toBe("101")
    expect(rounded("1.2345", "kwd")).toBe("1.235")
  })

  it("refuses text that is no number", () => {
    expect(isSameAmount("", "")).toBe(false)
    expect(() => sum(["1e3"])).toThrow(TypeError)
  })
})
