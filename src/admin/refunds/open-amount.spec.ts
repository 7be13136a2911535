import { isRefundable, openAmount } from "./open-amount"

describe("what is left to refund", () => {
  it.each([
    ["19.99", [], "19.99"],
    ["19.99", ["5.00"], "14.99"],
    ["19.99", ["5", "14.99"], "0.00"],
    ["100", ["0.5"], "99.5"],
    ["0.30", ["0.1", "0.1"], "0.10"],
    ["9007199254740993.01", ["0.01"], "9007199254740993.00"],
    ["500", ["200"], "300"],
  ])("of %s after %j is %s", (amount, refunds, left) => {
    expect(openAmount(amount, refunds)).toBe(left)
  })

  it("is nothing when more was sent than was paid", () => {
    expect(openAmount("5.00", ["6.00"])).toBe("0.00")
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
