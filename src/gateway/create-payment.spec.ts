import fc from "fast-check"
import { h2hPaymentBody, widgetPaymentBody } from "./requests"
import { GatewayValidationError } from "./errors"

const input = { amount: "19.90", currency: "EUR", external_id: "cart_1" }

describe("the body of a creation", () => {
  it("holds the amount as a number with the digits given", () => {
    expect(widgetPaymentBody(input).toString()).toBe(
      '{"amount":19.90,"currency":"EUR","external_id":"cart_1"}'
    )
  })

  it("holds the fields of the widget flow", () => {
    const rest = {
      success_url: "https://shop.example/ok",
      fail_url: "https://shop.example/failed",
      callback_url: "https://shop.example/hook",
      metadata: { description: "Tee ☕" },
      fee_payer: "payer" as const,
      is_test: true,
    }
    const body = widgetPaymentBody({ ...input, ...rest }).toString("utf8")
    expect(JSON.parse(body)).toEqual({ ...input, amount: 19.9, ...rest })
  })

  it("holds the fields of the H2H flow", () => {
    const rest = {
      target_currency: "USDT_TRC20",
      auto_trace: true,
      client_ip: "192.0.2.1",
      browser: { userAgent: "Mozilla/5.0", windowWidth: 1440 },
      metadata: { products: [{ name: "Mug", price: 4.5 }] },
    }
    const body = h2hPaymentBody({ ...input, ...rest }).toString("utf8")
    expect(JSON.parse(body)).toEqual({ ...input, amount: 19.9, ...rest })
  })

  it("leaves out what the contract does not have", () => {
    const wider = { ...input, session_id: "s1", target_currency: "ETH" }
    expect(JSON.parse(widgetPaymentBody(wider).toString())).toEqual({
      ...input,
      amount: 19.9,
    })
  })

  it("carries every plain decimal through unchanged, far beyond what a float keeps", () => {
    const digits = (minLength: number) =>
      fc.stringMatching(/^[0-9]+$/, { maxLength: 40 }).filter((text) => {
        return text.length >= minLength
      })
    const amounts = fc
      .tuple(fc.oneof(fc.constant("0"), digits(1)), fc.option(digits(1)))
      .map(([whole, fraction]) => {
        const trimmed = whole.replace(/^0+(?=\d)/, "")
        return fraction === null ? trimmed : `${trimmed}.${fraction}`
      })
      .filter((amount) => /[1-9]/.test(amount))
    fc.assert(
      fc.property(amounts, (amount) => {
        const body = widgetPaymentBody({ ...input, amount }).toString()
        expect(/"amount":([^,]*),/.exec(body)?.[1]).toBe(amount)
        expect(JSON.parse(body).amount).toBe(Number(amount))
      })
    )
  })

  it.each([
    "0",
    "0.00",
    "",
    " ",
    "-1",
    "+1",
    "1e3",
    "1E-2",
    ".5",
    "5.",
    "05",
    "1,50",
    "1 000",
    "1_000",
    "NaN",
    "Infinity",
    "0x10",
    "19.90\n",
    '1,"is_test":true',
    "١٢",
  ])("rejects the amount %j", (amount) => {
    expect(() => widgetPaymentBody({ ...input, amount })).toThrow(
      GatewayValidationError
    )
  })
})
