import fc from "fast-check"
import { attemptRow } from "../fixtures/attempt-row"
import { parseRefundAmount, priceLeft, refundablePrice } from "./limits"

describe("the amount of a refund", () => {
  it.each([
    ["5", "eur", "5.00"],
    ["5.0", "EUR", "5.00"],
    ["0.01", "eur", "0.01"],
    ["007.50", "eur", "7.50"],
    ["1.2300", "eur", "1.23"],
    ["100", "jpy", "100"],
    ["100.0", "jpy", "100"],
    ["1.234", "kwd", "1.234"],
    ["0.00000001", "btc", "0.00000001"],
  ])("%s %s is %s", (text, currency, amount) => {
    expect(parseRefundAmount(text, currency)).toBe(amount)
  })

  it.each([
    ["0", "eur"],
    ["0.00", "eur"],
    ["-1", "eur"],
    ["+1", "eur"],
    ["1.", "eur"],
    [".5", "eur"],
    ["1,5", "eur"],
    ["1e2", "eur"],
    ["0x10", "eur"],
    ["NaN", "eur"],
    ["Infinity", "eur"],
    ["", "eur"],
    [" 5", "eur"],
    ["5\n", "eur"],
    ["0.001", "eur"],
    ["0.5", "jpy"],
    ["1.2345", "kwd"],
    ["1".repeat(31), "eur"],
  ])("is not %j in %s", (text, currency) => {
    expect(() => parseRefundAmount(text, currency)).toThrow(
      `in ${currency.toUpperCase()}; got "${text}"`
    )
  })

  it.each([
    ["eur", " with at most 2 digits after the point, in EUR"],
    ["btc", ", in BTC"],
  ])("is refused with the digits of %s where they are known", (code, rule) => {
    expect(() => parseRefundAmount("0", code)).toThrow(
      new Error(
        `The amount of a refund is a number above zero${rule}; got "0".`
      )
    )
  })

  it("is left to the cent, whatever was given back before", () => {
    const cents = (value: number) => (value / 100).toFixed(2)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 20 }),
        (paid, given) => {
          const sum = given.reduce((total, value) => total + value, 0)
          expect(
            priceLeft(
              attemptRow({ amount: cents(paid), currency_code: "eur" }),
              given.map((value) => ({
                kind: "price",
                amount: cents(value),
                crypto_amount: null,
              }))
            )
          ).toEqual({
            amount: cents(Math.max(0, paid - sum)),
            currency_code: "eur",
          })
        }
      )
    )
  })
})

describe("what can be refunded", () => {
  const amounts = { quoted_crypto_amount: "2", received_crypto_amount: "1.5" }
  const underpaid = { ...amounts, attention_reason: "underpaid" } as const

  it.each([
    [
      "the price of a payment that settled",
      { ...amounts, state: "settled" },
      "19.99",
    ],
    ...(
      [
        "order_not_placed",
        "late_payment",
        "amount_mismatch",
        "duplicate_payment",
        "test_mode_mismatch",
        "unmatched",
      ] as const
    ).map(
      (attention_reason) =>
        [
          `what arrived of a short payment that needs attention: ${attention_reason}`,
          { ...amounts, state: "attention", attention_reason },
          "14.99",
        ] as const
    ),
    [
      "what arrived of a shortfall that was accepted, while there is no order",
      {
        ...amounts,
        state: "attention",
        attention_reason: "order_not_placed",
        shortfall_accepted_at: new Date(),
      },
      "14.99",
    ],
    [
      "the price where more arrived",
      { ...underpaid, received_crypto_amount: "2.1" },
      "19.99",
    ],
    [
      "the price where a shortfall was accepted",
      { ...underpaid, state: "settled" },
      "19.99",
    ],
    [
      "what arrived of an underpaid payment",
      { ...underpaid, state: "attention" },
      "14.99",
    ],
    [
      "what arrived, also once it is resolved",
      { ...underpaid, state: "resolved" },
      "14.99",
    ],
    [
      "the price where what arrived is not known",
      { ...underpaid, received_crypto_amount: null },
      "19.99",
    ],
    [
      "nothing of dust",
      { ...underpaid, received_crypto_amount: "0.0000001" },
      "0.00",
    ],
  ] as const)("is %s", (_what, patch, amount) => {
    expect(
      refundablePrice(attemptRow({ state: "attention", ...patch }))
    ).toEqual({
      amount,
      currency_code: "eur",
    })
  })

  it("is unknown without a price", () => {
    expect(
      refundablePrice(attemptRow({ ...underpaid, amount: null }))
    ).toBeNull()
  })
})
