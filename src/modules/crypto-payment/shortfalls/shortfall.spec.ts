import fc from "fast-check"
import { formatDecimal } from "../../../coins/decimal"
import { ATTEMPT_STATES } from "../column-values"
import { attemptRow } from "../fixtures/attempt-row"
import type { Attempt } from "../models/crypto-payment"
import {
  cryptoDifference,
  judgeShortfall,
  needsQuote,
  quotedRate,
  receivedValue,
  surplusToReturn,
} from "./shortfall"

/** A quote for 20 EUR, and what arrived. */
const quote = (
  quoted_crypto_amount: string | null,
  received_crypto_amount: string | null = null,
  [amount, currency_code]: (string | null)[] = ["20.00", "eur"]
) =>
  attemptRow({
    quoted_crypto_amount,
    received_crypto_amount,
    amount,
    currency_code,
  })

const named = { gateway_amount: "50.00", gateway_currency: "USD" }

const units = fc.bigInt({ min: 1n, max: 10n ** 36n })
const digits = fc.integer({ min: 0, max: 18 })

describe("the difference of quoted and received coins", () => {
  it.each([
    ["25", "25.000", "exact", "0", "0.00", "0.00"],
    ["25", "24", "short", "-1", "-4.00", "-0.80"],
    ["25", "27.5", "over", "2.5", "10.00", "2.00"],
    ["0.3", "0.1", "short", "-0.2", "-66.67", "-13.33"],
    // Half a digit is rounded away from zero.
    ["20000", "20001", "over", "1", "0.01", "0.00"],
    ["20000", "19999", "short", "-1", "-0.01", "0.00"],
    // Wrong by the smallest unit of a float, and of a coin.
    [
      "9007199254740993",
      "9007199254740993.000000000000000001",
      "over",
      "0.000000000000000001",
      "0.00",
      "0.00",
    ],
  ])("of %s and %s is exact", (...row) => {
    const [quoted, received, kind, crypto_amount, percent, amount] = row
    expect(cryptoDifference(quote(quoted, received))).toEqual({
      kind,
      crypto_amount,
      percent,
      amount,
      currency_code: "eur",
    })
  })

  it.each([
    ["100", "jpy", "-50"],
    ["1.000", "kwd", "-0.500"],
    ["1.2345", "points", "-0.6173"],
  ])("of a price of %s %s has its digits", (price, currency_code, amount) => {
    const half = quote("2", "1", [price, currency_code])
    expect(cryptoDifference(half)).toMatchObject({ amount, currency_code })
  })

  it("is in the price that the gateway named, else without one", () => {
    const half = quote("2", "1")
    expect(cryptoDifference({ ...half, ...named })).toMatchObject({
      amount: "-25.00",
      currency_code: "usd",
    })
    expect(cryptoDifference({ ...half, amount: null })).toMatchObject({
      crypto_amount: "-1",
      amount: null,
      currency_code: null,
    })
  })

  it.each([
    [null, "1"],
    ["1", null],
    ["0.00", "1"],
    ["1", "1e3"],
  ])("is unknown for %s and %s", (quoted, received) => {
    expect(cryptoDifference(quote(quoted, received))).toBeNull()
    expect(isShortBy(0, quote(quoted, received))).toBe(false)
  })

  /** An own reading of a signed decimal string, in units of 10^-18. */
  function inUnits(text: string): bigint {
    const [whole, fraction = ""] = text.replace("-", "").split(".")
    const value = BigInt(whole + fraction.padEnd(18, "0"))
    return text.startsWith("-") ? -value : value
  }

  it("added to what was quoted is what was received", () => {
    fc.assert(
      fc.property(units, units, digits, digits, (one, other, d1, d2) => {
        const quoted = formatDecimal(one, d1)
        const received = formatDecimal(other, d2)
        const found = cryptoDifference(quote(quoted, received))
        const difference = found?.crypto_amount ?? ""
        expect(inUnits(quoted) + inUnits(difference)).toBe(inUnits(received))
        const sign = { short: -1, exact: 0, over: 1 }[found?.kind ?? "exact"]
        expect(Math.sign(Number(inUnits(difference)))).toBe(sign)
      })
    )
  })

  it("is the same share of the coins and of the price, to half a digit", () => {
    const price = fc.bigInt({ min: 1n, max: 10n ** 12n })
    fc.assert(
      fc.property(units, units, price, (quoted, received, cents) => {
        const coins = [quoted, received].map((each) => formatDecimal(each, 18))
        const priced = [formatDecimal(cents, 2), "eur"]
        const found = cryptoDifference(quote(coins[0], coins[1], priced))
        const inCents = BigInt((found?.amount ?? "").replace(".", ""))
        const remainder = cents * (received - quoted) - inCents * quoted
        const half = remainder < 0n ? -remainder : remainder
        expect(2n * half <= quoted).toBe(true)
      })
    )
  })
})

const paidAt = new Date("2026-01-01T00:00:00Z")
const soon = new Date(paidAt.getTime() + 59 * 60_000)
const later = new Date(paidAt.getTime() + 60 * 60_000)

/** 21.5 coins were quoted, and 20 arrived. */
const paid = (patch: Partial<Attempt> = {}) => ({
  ...quote("21.5", "20"),
  state: "paid" as const,
  gateway_status: "confirmed",
  paid_at: paidAt,
  crypto_currency: "USDT",
  ...patch,
})

const shortfallOf = (patch: Partial<Attempt>, maxPercent = 1, now = soon) =>
  judgeShortfall(paid(patch), maxPercent, now).type

const isShortBy = (maxPercent: number, amounts: Attempt) => {
  const { quoted_crypto_amount, received_crypto_amount } = amounts
  const patch = { quoted_crypto_amount, received_crypto_amount }
  return shortfallOf(patch, maxPercent) === "exceeded"
}

describe("a payment of which too little arrived", () => {
  it("exceeds what is accepted, with the amounts", () => {
    const fact = {
      type: "underpaid",
      quoted: "21.5",
      received: "20",
      missing: "1.5",
      coin: "USDT",
      percent: "6.98",
      price: { amount: "1.40", currency_code: "eur" },
      max_percent: "1",
    }
    const exceeded = { type: "exceeded", fact }
    expect(judgeShortfall(paid(), 1, soon)).toEqual(exceeded)
    const unpriced = { ...exceeded, fact: { ...fact, price: null } }
    expect(judgeShortfall(paid({ amount: null }), 1, soon)).toEqual(unpriced)
  })

  it.each([
    ["100", "99", 1, false],
    ["100", "98.999999999999999999", 1, true],
    ["100", "99.5", 0.5, false],
    ["100", "99.499999999999999999", 0.5, true],
    ["100", "100", 0, false],
    ["100", "99.999999999999999999", 0, true],
    ["100", "150", 0, false],
    ["100", "0.000000000000000001", 100, false],
  ])("%s quoted, %s received, exceeds %s %%: %s", (...row) => {
    const [quoted, received, max, is] = row
    expect(isShortBy(max, quote(quoted, received))).toBe(is)
  })

  it.each<[Partial<Attempt>, string]>([
    [{ shortfall_accepted_at: paidAt }, "accepted"],
    [{ gateway_status: "confirmed_manual" }, "exceeded"],
    [{ state: "attention" }, "exceeded"],
    [{ state: "settled" }, "accepted"],
    [{ state: "resolved" }, "accepted"],
    [{ state: "open" }, "exceeded"],
    [{ state: "open", gateway_status: "pending" }, "accepted"],
  ])("with %j is %s", (patch, expected) => {
    expect(shortfallOf(patch)).toBe(expected)
  })

  it("exceeds each percentage that is smaller than an exceeded one", () => {
    const percent = fc.integer({ min: 0, max: 9_999 })
    fc.assert(
      fc.property(units, units, percent, percent, (one, other, p1, p2) => {
        const coins = [one, other].map((each) => formatDecimal(each, 18))
        const amounts = quote(coins[0], coins[1])
        if (isShortBy(Math.max(p1, p2) / 100, amounts)) {
          expect(isShortBy(Math.min(p1, p2) / 100, amounts)).toBe(true)
        }
      })
    )
  })
})

describe("an amount that was not reported", () => {
  const unreported = { received_crypto_amount: null }

  it.each<Partial<Attempt>>([
    unreported,
    { quoted_crypto_amount: null },
    { ...unreported, state: "attention" },
  ])("is awaited for an hour, then a person decides: %j", (patch) => {
    expect(shortfallOf(patch, 1, soon)).toBe("awaited")
    const { crypto_currency: coin, ...row } = paid(patch)
    expect(judgeShortfall(paid(patch), 1, later)).toEqual({
      type: "unknown",
      fact: {
        type: "received_amount_unknown",
        quoted: row.quoted_crypto_amount,
        received: row.received_crypto_amount,
        coin,
      },
    })
  })

  it.each<Partial<Attempt>>([
    { shortfall_accepted_at: paidAt },
    { state: "open", gateway_status: "created" },
  ])("is not awaited of %j", (patch) => {
    expect(shortfallOf({ ...unreported, ...patch })).toBe("accepted")
  })

  it("is read where it is the quoted one of a paid payment", () => {
    const unquoted = { quoted_crypto_amount: null }
    expect(needsQuote(paid(unquoted))).toBe(true)
    expect(needsQuote(paid({ ...unquoted, state: "attention" }))).toBe(true)
    expect(needsQuote(paid())).toBe(false)
    expect(needsQuote(paid({ ...unquoted, state: "settled" }))).toBe(false)
  })
})

describe("a surplus to return", () => {
  it.each(ATTEMPT_STATES)("is of settled payments only: %s", (state) => {
    const over = paid({ state, received_crypto_amount: "22" })
    const surplus = {
      kind: "over",
      crypto_amount: "0.5",
      percent: "2.33",
      amount: "0.47",
      currency_code: "eur",
    }
    expect(surplusToReturn(over)).toEqual(state === "settled" ? surplus : null)
  })

  it.each(["21.5", "21", null])(
    "is not there when %s of 21.5 arrived",
    (received_crypto_amount) => {
      const settled = paid({ state: "settled", received_crypto_amount })
      expect(surplusToReturn(settled)).toBeNull()
    }
  )
})

const rated = (...given: Parameters<typeof quote>) => {
  const row = quote(...given)
  return { ...row, crypto_rate: quotedRate(row) }
}

describe("the rate of a quote", () => {
  it.each([
    ["20.00", "eur", "25.000", "0.8"],
    ["100", "jpy", "0.5", "200"],
    ["20.00", "eur", "3", "6.666666666666666667"],
    ["60000.00", "usd", "0.70000001", "85714.284489795935860058"],
    // The smallest coin there is, and a coin of which a cent buys billions.
    ["0.01", "eur", "0.000000000000000001", "10000000000000000"],
    ["0.01", "eur", "9000000000", "0.000000000001111111"],
    [null, null, "1", null],
    ["20.00", null, "1", null],
    ["20.00", "eur", null, null],
    ["20.00", "eur", "0.00", null],
    ["20.00", "eur", "1e3", null],
  ])("%s %s for %s coins is %s", (amount, currency, quoted, rate) => {
    expect(quotedRate(quote(quoted, null, [amount, currency]))).toBe(rate)
  })

  it("is of the price that the gateway named, where it named one", () => {
    const row = { ...quote("2", "1"), ...named }
    const crypto_rate = quotedRate(row)
    expect(crypto_rate).toBe("25")
    expect(receivedValue({ ...row, crypto_rate })).toBe("25.00")
  })
})

describe("the value of what arrived", () => {
  it.each([
    ["20.00", "eur", "25", "24", "19.20"],
    ["20.00", "eur", "3", "2", "13.33"],
    ["20.00", "eur", "3", "1", "6.67"],
    ["1.00", "eur", "200", "0.9", "0.00"],
    ["100", "jpy", "2", "1.01", "51"],
    ["1.000", "kwd", "2", "1", "0.500"],
    ["1.2345", "points", "2", "1", "0.6173"],
    ["20.00", "eur", "25", null, null],
    ["20.00", "eur", null, "25", null],
    ["20.00", "eur", "25", "a lot", null],
  ])("%s %s for %s coins, of %s is %s", (...row) => {
    const [amount, currency, quoted, received, value] = row
    const paid = rated(quoted, received, [amount, currency])
    expect(receivedValue(paid)).toBe(value)
  })

  const price = fc.bigInt({ min: 1n, max: 10n ** 14n })
  /** Fewer than 10^15 coins. */
  const coins = fc.bigInt({ min: 1n, max: 10n ** 33n - 1n })
  const inCoins = (units: bigint) => formatDecimal(units, 18)

  it("is the price where exactly the quote arrived", () => {
    const currency = fc.constantFrom(
      ["eur", 2] as const,
      ["jpy", 0],
      ["kwd", 3]
    )
    fc.assert(
      fc.property(price, coins, currency, (units, coin, [code, digits]) => {
        const amount = formatDecimal(units, digits)
        const row = rated(inCoins(coin), inCoins(coin), [amount, code])
        // A rate below 18 digits is none: a cent for so many coins.
        fc.pre(row.crypto_rate !== "0")
        expect(receivedValue(row)).toBe(amount)
      })
    )
  })

  it("never falls when more coins arrive", () => {
    fc.assert(
      fc.property(price, coins, coins, coins, (units, quoted, one, more) => {
        const priced = [formatDecimal(units, 2), "eur"]
        const [less, all] = [one, one + more].map((received) =>
          receivedValue(rated(inCoins(quoted), inCoins(received), priced))
        )
        expect(Number(less)).toBeLessThanOrEqual(Number(all))
      })
    )
  })
})
