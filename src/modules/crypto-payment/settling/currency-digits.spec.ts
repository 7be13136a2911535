import { currencyDigits } from "./money"

describe("the digits of a currency", () => {
  it.each([
    ["aed", 2],
    ["aud", 2],
    ["brl", 2],
    ["dkk", 2],
    ["eur", 2],
    ["mxn", 2],
    ["pln", 2],
    ["sek", 2],
    ["usd", 2],
    ["zar", 2],
    ["gbp", 2],
    ["huf", 2],
    ["czk", 2],
    ["idr", 2],
    ["twd", 2],
    ["mga", 2],
    ["jpy", 0],
    ["isk", 0],
    ["krw", 0],
    ["clp", 0],
    ["vnd", 0],
    ["ugx", 0],
    ["xof", 0],
    ["kwd", 3],
    ["bhd", 3],
    ["iqd", 3],
    ["tnd", 3],
    ["clf", 4],
    ["uyw", 4],
  ])("%s are %d, in either case", (code, digits) => {
    expect(currencyDigits(code)).toBe(digits)
    expect(currencyDigits(code.toUpperCase())).toBe(digits)
  })

  it.each(["btc", "usdt", "usdc", "eth", "xyz", "", "eu", "eur ", "toString"])(
    "are not known for %j",
    (code) => {
      expect(currencyDigits(code)).toBeUndefined()
    }
  )
})
