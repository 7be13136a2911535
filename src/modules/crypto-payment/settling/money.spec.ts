import { BigNumber, MedusaError } from "@medusajs/framework/utils"
import fc from "fast-check"
import { formatDecimal } from "../../../coins/decimal"
import { ATTEMPT_STATES } from "../column-values"
import { attemptRow } from "../fixtures/attempt-row"
import type { Attempt } from "../models/crypto-payment"
import {
  attemptPrice,
  currencyDigits,
  gatewayPrice,
  isSamePrice,
  isSettledMoney,
  paidPrice,
  paidSession,
  sameAmount,
  toComparableAmount,
  toDecimalString,
  toPrice,
} from "./money"

type Raw = Parameters<typeof toPrice>[0]

describe("a price", () => {
  it.each<[string, Raw, string, string]>([
    ["a float", 19.99, "eur", "19.99"],
    ["a float that is off by a hair", 0.1 + 0.2, "eur", "0.30"],
    ["a total with more digits than the currency", 98.9009, "eur", "98.90"],
    ["a string with an exponent", "1e3", "eur", "1000.00"],
    ["a number with an exponent", 1e21, "eur", "1000000000000000000000.00"],
    ["a raw value", { value: "10", precision: 20 }, "eur", "10.00"],
    ["a BigNumber", new BigNumber("10.5"), "EUR", "10.50"],
    ["four digits", "0.00015", "clf", "0.0002"],
    ["half a cent", 0.005, "eur", "0.01"],
    ["half a cent more, as a float", 1.005, "eur", "1.01"],
    ["less than half a cent more", "1.0049999999999999999", "eur", "1.00"],
    ["an odd half", "1.5", "jpy", "2"],
    ["an even half", "2.5", "jpy", "3"],
    ["half a fils", "0.0005", "kwd", "0.001"],
  ])("of %s has its currency's digits", (_case, amount, currency, written) => {
    expect(toPrice(amount, currency)).toBe(written)
  })

  const currencies = fc.constantFrom("jpy", "eur", "usd", "kwd", "clf")
  const written = (units: bigint, currency: string) =>
    formatDecimal(units, currencyDigits(currency) ?? NaN)

  it("is exact for every decimal of the currency's digits", () => {
    const units = fc.bigInt({ min: 1n, max: 10n ** 18n })
    fc.assert(
      fc.property(currencies, units, (currency, units) => {
        const value = written(units, currency)
        expect(toPrice(value, currency)).toBe(value)
        expect(toPrice({ value, precision: 20 }, currency)).toBe(value)
      })
    )
  })

  it("survives Medusa's float for amounts that a cart can have", () => {
    const units = fc.bigInt({ min: 1n, max: 10n ** 12n })
    fc.assert(
      fc.property(currencies, units, (currency, units) => {
        const value = written(units, currency)
        expect(toPrice(Number(value), currency)).toBe(value)
      })
    )
  })

  it.each<[Raw, string, string]>([
    [0, "eur", "above zero; got 0.00 EUR."],
    [-5, "eur", "above zero; got -5.00 EUR."],
    [0.004, "eur", "above zero; got 0.00 EUR."],
    [NaN, "eur", "is a number; got NaN."],
    [-Infinity, "eur", "is a number; got -Infinity."],
    ["ten", "eur", "is a number; got ten."],
    ["19,99", "eur", "is a number; got 19,99."],
    ["", "eur", "is a number; got nothing."],
    [{ value: "ten", precision: 20 }, "eur", "is a number; got ten."],
    [10, "btc", '"btc" is none.'],
    [10, "", '"" is none.'],
  ])("of %j %s is refused", (amount, currency, message) => {
    expect(() => toPrice(amount, currency)).toThrow(
      expect.objectContaining({
        type: MedusaError.Types.INVALID_DATA,
        message: expect.stringContaining(message),
      })
    )
  })

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

describe("the digits of a currency", () => {
  it.each([
    [0, "jpy,isk,krw,clp,vnd,ugx,xof"],
    [2, "aed,aud,brl,czk,dkk,eur,gbp,huf,idr,mga,mxn,pln,sek,twd,usd,zar"],
    [3, "kwd,bhd,iqd,tnd"],
    [4, "clf,uyw"],
    [undefined, "btc,usdt,xyz,eu,eur ,,toString"],
  ])("are %s, in either case, of %s", (digits, codes) => {
    for (const code of codes.split(",")) {
      expect([code, currencyDigits(code)]).toEqual([code, digits])
      expect(currencyDigits(code.toUpperCase())).toBe(digits)
    }
  })
})

describe("two prices", () => {
  it.each<[string, string, boolean]>([
    ["19.9", "19.90", true],
    ["0.1", "0.10000000000000000001", false],
    ["9007199254740993", "9007199254740992", false],
    ["abc", "abc", false],
    ["", "0", false],
  ])("of %j and %j being the same is %s", (left, right, same) => {
    expect(sameAmount(left, right)).toBe(same)
    expect(sameAmount(right, left)).toBe(same)
  })

  it("that are too close for floats are told apart", () => {
    const unit = fc.bigInt({ min: 10n ** 16n, max: 10n ** 20n })
    fc.assert(
      fc.property(unit, (units) => {
        const left = formatDecimal(units, 2)
        expect(sameAmount(left, formatDecimal(units + 1n, 2))).toBe(false)
        expect(sameAmount(left, formatDecimal(units, 2))).toBe(true)
      })
    )
  })

  it("are the same exactly when number and currency are", () => {
    const units = fc.bigInt({ min: 0n, max: 10_000_000n })
    const currency = fc.constantFrom("eur", "EUR", "usd", "USD", "jpy")
    const price = (units: bigint, currency_code: string) => ({
      amount: formatDecimal(units, 2),
      currency_code,
    })
    fc.assert(
      fc.property(units, units, currency, currency, (a, b, left, right) => {
        const same = a === b && left.toLowerCase() === right.toLowerCase()
        expect(isSamePrice(price(a, left), price(b, right))).toBe(same)
      })
    )
  })
})

describe("the prices of an attempt", () => {
  const opened = { amount: "19.99", currency_code: "eur" }
  const named = { gateway_amount: "25", gateway_currency: "USD" }
  const dollars = { amount: "25.00", currency_code: "usd" }

  it("are what it was opened for and what the gateway named", () => {
    expect(attemptPrice(attemptRow())).toEqual(opened)
    const gateway = { amount: "25", currency_code: "USD" }
    expect(gatewayPrice(attemptRow(named))).toEqual(gateway)
    for (const missing of [{ amount: null }, { currency_code: null }]) {
      expect(attemptPrice(attemptRow(missing))).toBeNull()
    }
    for (const key of ["gateway_amount", "gateway_currency"]) {
      expect(gatewayPrice(attemptRow({ ...named, [key]: null }))).toBeNull()
    }
  })

  const settled_at = new Date("2026-01-01T00:00:00Z")

  it.each<[string, Partial<Attempt>, object | null]>([
    ["as the gateway named them", named, dollars],
    ["as asked for, where it named none", {}, opened],
    ["not where nobody knows one", { amount: null }, null],
    [
      "as they counted when it was settled, whatever the gateway names later",
      { ...named, settled_at },
      opened,
    ],
    [
      "as the gateway named them, where it was settled without one",
      { ...named, settled_at, amount: null },
      dollars,
    ],
  ])("count for a refund %s", (_how, patch, price) => {
    expect(paidPrice(attemptRow(patch))).toEqual(price)
  })

  it.each<[Partial<Attempt>, boolean]>([
    [{ state: "settled" }, true],
    [{ settled_at, payment_id: "pay_1" }, true],
    [{ settled_at }, false],
    [{ payment_id: "pay_1" }, false],
  ])("are of settled money with %j: %s", (patch, is) => {
    const attempt = attemptRow({ state: "attention", ...patch })
    expect(isSettledMoney(attempt)).toBe(is)
  })
})

describe("the session that holds the money", () => {
  const sessions = {
    authorized_session_id: "payses_1",
    payment_session_id: "payses_2",
  }

  it.each(ATTEMPT_STATES)(
    "is the authorized one, else its own, where an attempt that is %s has any",
    (state) => {
      const has = ["paid", "settled", "attention"].includes(state)
      const own = { ...sessions, authorized_session_id: null }
      expect(paidSession({ state, ...sessions })).toBe(has ? "payses_1" : null)
      expect(paidSession({ state, ...own })).toBe(has ? "payses_2" : null)
    }
  )
})
