import fc from "fast-check"
import { rawNumber } from "./api/create-payment"
import { COIN_SETS, findCoin, quote } from "./coins"

const digits = (max: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: max })
    .map((list) => list.join(""))
const amountText = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 25n }), digits(8))
  .map(([whole, fraction]) => `${whole}.${fraction}`)

describe("the raw number of a JSON document", () => {
  it("is read from the top level of any document", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }),
        fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }),
        amountText,
        (before, after, amount) => {
          const json = `{"x":${JSON.stringify(before)},"amount": ${amount} ,"y":${JSON.stringify([after, '"amount":1'])}}`
          expect(rawNumber(json, "amount")).toBe(amount)
        }
      )
    )
  })

  it.each([
    ['{"amount":1,"amount":2.50}', "2.50"],
    ['{"amount":1,"amount":"x"}', null],
    ['{"\\u0061mount":-1E5}', "-1E5"],
    ['{"a":{"amount":1}}', null],
    ['["amount",1]', null],
    ['{"a":"amount","b":1}', null],
    ['{"amount":[1]}', null],
  ])("of %s is %s", (json, expected) => {
    expect(rawNumber(json, "amount")).toBe(expected)
  })
})

describe("the crypto amount", () => {
  const eth = findCoin(COIN_SETS.suffixed, "ETH", false)
  it("is rounded up, so that the merchant never gets less", () => {
    if (!eth) {
      throw new Error("no ETH")
    }
    const price = { currency: "USD", coin: eth, buyerPaysFee: false }
    expect(quote({ ...price, amount: "2500" })).toBe("1")
    expect(quote({ ...price, amount: "0.01" })).toBe("0.000004")
    expect(quote({ ...price, amount: "1.00000001" })).toBe("0.00040001")
    const long = "90071992547409931.000000000000000000000000000000000001"
    expect(quote({ ...price, amount: long })).toBe("36028797018963.97240001")
  })
})
