import fc from "fast-check"
import { rawNumber } from "./merchant-api"
import { call } from "./fixtures"
import { startSandbox } from "./index"

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
  it.each([
    ["2500", "1"],
    ["0.01", "0.000004"],
    ["1.00000001", "0.00040001"],
    [
      "90071992547409931.000000000000000000000000000000000001",
      "36028797018963.97240001",
    ],
  ])("for %s is rounded up to %s", async (price, due) => {
    const sandbox = await startSandbox()
    const fields = `"currency":"USD","external_id":"a","target_currency":"ETH"`
    const body = `{"amount":${price},${fields}}`
    const { json } = await call(sandbox, "POST /v1/payments/h2h", body)
    await sandbox.close()
    expect(json.amount).toBe(due)
  })
})
