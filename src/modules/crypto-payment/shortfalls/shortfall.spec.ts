import fc from "fast-check"
import { ATTEMPT_STATES } from "../attempts/states"
import { attemptRow } from "../fixtures/attempt-row"
import type { Attempt } from "../models/crypto-payment"
import { judgeShortfall, needsQuote, surplusToReturn } from "./shortfall"

const paidAt = new Date("2026-01-01T00:00:00Z")
const soon = new Date(paidAt.getTime() + 59 * 60_000)
const later = new Date(paidAt.getTime() + 60 * 60_000)

const maxPercent = 1

const paid = (patch: Partial<Attempt> = {}) =>
  attemptRow({
    state: "paid",
    gateway_status: "confirmed",
    paid_at: paidAt,
    amount: "20.00",
    crypto_currency: "USDT",
    quoted_crypto_amount: "21.5",
    received_crypto_amount: "20",
    ...patch,
  })

const shortfallOf = (patch: Partial<Attempt>, own = maxPercent, now = soon) =>
  judgeShortfall(paid(patch), own, now).type

describe("a payment of which too little arrived", () => {
  it("exceeds what is accepted, with the amounts", () => {
    expect(judgeShortfall(paid(), maxPercent, soon)).toEqual({
      type: "exceeded",
      fact: {
        type: "underpaid",
        quoted: "21.5",
        received: "20",
        missing: "1.5",
        coin: "USDT",
        percent: "6.98",
        price: { amount: "1.40", currency_code: "eur" },
        max_percent: "1",
      },
    })
    expect(
      judgeShortfall(paid({ amount: null }), maxPercent, soon)
    ).toMatchObject({
      fact: { percent: "6.98", price: null },
    })
  })

  it.each<[string, Partial<Attempt>, number, string]>([
    [
      "by exactly as much",
      { received_crypto_amount: "21.285" },
      maxPercent,
      "accepted",
    ],
    [
      "by a unit more",
      { received_crypto_amount: "21.284999999999999999" },
      maxPercent,
      "exceeded",
    ],
    ["by less than a large limit", {}, 7, "accepted"],
    [
      "by one unit, where nothing may be missing",
      { received_crypto_amount: "21.499999999999999999" },
      0,
      "exceeded",
    ],
    ["not at all", { received_crypto_amount: "21.50" }, maxPercent, "accepted"],
    ["but more", { received_crypto_amount: "30" }, maxPercent, "accepted"],
    [
      "and that a person accepted",
      { shortfall_accepted_at: paidAt },
      maxPercent,
      "accepted",
    ],
    [
      "and that was confirmed manually",
      { gateway_status: "confirmed_manual" },
      maxPercent,
      "exceeded",
    ],
    [
      "and that needs attention",
      { state: "attention" },
      maxPercent,
      "exceeded",
    ],
    ["and that is settled", { state: "settled" }, maxPercent, "accepted"],
    ["and that is resolved", { state: "resolved" }, maxPercent, "accepted"],
    [
      "and that is not confirmed",
      { state: "open", gateway_status: "pending" },
      maxPercent,
      "accepted",
    ],
  ])("%s: %#", (_what, patch, own, expected) => {
    expect(shortfallOf(patch, own)).toBe(expected)
  })
})

describe("an amount that was not reported", () => {
  it.each<Partial<Attempt>>([
    { received_crypto_amount: null },
    { quoted_crypto_amount: null },
    { received_crypto_amount: null, state: "attention" },
  ])("is awaited for an hour, then a person decides: %j", (patch) => {
    expect(shortfallOf(patch, maxPercent, soon)).toBe("awaited")
    expect(shortfallOf(patch, maxPercent, later)).toBe("unknown")
  })

  it("is named", () => {
    const unreported = paid({ received_crypto_amount: null })
    expect(judgeShortfall(unreported, maxPercent, later)).toEqual({
      type: "unknown",
      fact: {
        type: "received_amount_unknown",
        quoted: "21.5",
        received: null,
        coin: "USDT",
      },
    })
  })

  it.each<Partial<Attempt>>([
    { shortfall_accepted_at: paidAt },
    { state: "open", gateway_status: "created" },
  ])("is not awaited of %j", (patch) => {
    expect(shortfallOf({ received_crypto_amount: null, ...patch })).toBe(
      "accepted"
    )
  })

  it("is read where it is the quoted one of a paid payment", () => {
    const unquoted = { quoted_crypto_amount: null }
    expect(needsQuote(paid(unquoted))).toBe(true)
    expect(needsQuote(paid({ ...unquoted, state: "attention" }))).toBe(true)
    expect(needsQuote(paid())).toBe(false)
    expect(needsQuote(paid({ ...unquoted, state: "settled" }))).toBe(false)
  })
})

it("a stricter rule accepts no more", () => {
  const units = fc.bigInt({ min: 1n, max: 10n ** 24n })
  const percent = fc.integer({ min: 0, max: 100 })
  fc.assert(
    fc.property(units, units, percent, percent, (quoted, received, p1, p2) => {
      const patch = {
        quoted_crypto_amount: String(quoted),
        received_crypto_amount: String(received),
      }
      const by = (percent: number) => shortfallOf(patch, percent)
      if (by(Math.max(p1, p2)) === "exceeded") {
        expect(by(Math.min(p1, p2))).toBe("exceeded")
      }
    })
  )
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
