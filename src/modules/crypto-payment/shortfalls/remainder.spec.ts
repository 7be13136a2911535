import fc from "fast-check"
import { attemptRow } from "../fixtures/attempt-row"
import { facts, underpaid } from "../fixtures/facts"
import type { Attempt } from "../models/rows"
import { decide } from "../settling/decide"
import type { Facts, FirstFacts } from "../settling/facts"
import { refundablePrice } from "../refunds/refunds"
import {
  isNextCapture,
  mayBeCompleted,
  nextCapture,
  remainderToRequest,
} from "./remainder"
import { judgeShortfall } from "./shortfall"

const short = (patch: Partial<Attempt> = {}) =>
  attemptRow({
    state: "attention",
    attention_reason: "underpaid",
    gateway_status: "confirmed",
    quoted_crypto_amount: "20",
    received_crypto_amount: "18",
    ...patch,
  })

describe("what the remainder of an underpaid payment is asked for", () => {
  it.each([
    ["a tenth", {}, "2.00"],
    ["a fraction of a cent", { received_crypto_amount: "19.999999" }, "0.01"],
    ["a part that has no end", { quoted_crypto_amount: "21" }, "2.86"],
    [
      "a yen",
      { currency_code: "jpy", amount: "100", received_crypto_amount: "19.9" },
      "1",
    ],
  ])("is %s, rounded up", (_what, patch, amount) => {
    expect(remainderToRequest(short(patch))?.amount).toBe(amount)
  })

  it.each([
    ["nothing arrived", { received_crypto_amount: "0" }],
    [
      "less than the smallest unit arrived",
      { received_crypto_amount: "0.0001" },
    ],
    ["nothing is missing", { received_crypto_amount: "20" }],
    ["more arrived", { received_crypto_amount: "21" }],
    ["what arrived is unknown", { received_crypto_amount: null }],
    ["the price is unknown", { amount: null }],
    [
      "the gateway named another currency",
      { gateway_amount: "19.99", gateway_currency: "usd" },
    ],
  ])("is nothing where %s", (_what, patch) => {
    expect(remainderToRequest(short(patch))).toBeNull()
  })

  it("leaves both parts above zero, and their sum is the price, for any amounts", () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 24n })
    fc.assert(
      fc.property(
        units,
        units,
        fc.integer({ min: 1, max: 10 ** 9 }),
        fc.constantFrom<[string, number]>(["eur", 2], ["jpy", 0], ["kwd", 3]),
        (quoted, received, price, [currency_code, digits]) => {
          const decimal = (value: bigint, scale: number) => {
            const text = value.toString().padStart(scale + 1, "0")
            return scale === 0
              ? text
              : `${text.slice(0, -scale)}.${text.slice(-scale)}`
          }
          const attempt = short({
            quoted_crypto_amount: decimal(quoted, 18),
            received_crypto_amount: decimal(received, 18),
            amount: decimal(BigInt(price), digits),
            currency_code,
          })
          const remainder = remainderToRequest(attempt)
          if (!remainder) return
          const remainderUnits = BigInt(remainder.amount.replace(".", ""))
          expect(remainderUnits > 0n && remainderUnits < BigInt(price)).toBe(
            true
          )
          // Rounded up, by less than a unit.
          const missing = (quoted - received) * BigInt(price)
          expect(remainderUnits * quoted >= missing).toBe(true)
          expect((remainderUnits - 1n) * quoted < missing).toBe(true)
          const own = refundablePrice({
            ...attempt,
            remainder_amount: remainder.amount,
          })
          expect(
            BigInt(String(own?.amount).replace(".", "")) + remainderUnits
          ).toBe(BigInt(price))
        }
      )
    )
  })
})

describe("a payment that its remainder completed", () => {
  it("lacks nothing, while the same payment alone does", () => {
    const now = new Date("2026-01-02T00:00:00Z")
    expect(judgeShortfall(short(), 1, now).type).toBe("exceeded")
    expect(judgeShortfall(short({ remainder_id: "cpay_2" }), 1, now)).toEqual({
      type: "accepted",
    })
  })

  it.each<[string, Partial<Attempt>, boolean, boolean]>([
    ["may be completed while it is underpaid", {}, false, true],
    ["not when a refund is recorded", {}, true, false],
    [
      "not when it was accepted",
      { shortfall_accepted_at: new Date(0) },
      false,
      false,
    ],
    [
      "not when another remainder did",
      { remainder_id: "cpay_2" },
      false,
      false,
    ],
    [
      "not when it is a remainder itself",
      { remainder_of: "cpay_0" },
      false,
      false,
    ],
    ["not when it is settled", { state: "settled" }, false, false],
    ["not when it is resolved", { state: "resolved" }, false, false],
    [
      "not for another reason",
      { attention_reason: "late_payment" },
      false,
      false,
    ],
  ])("%s", (_what, patch, hasRefunds, expected) => {
    expect(mayBeCompleted(short(patch), hasRefunds)).toBe(expected)
  })

  const payment = {
    id: "pay_1",
    captured: false,
    price: null,
    booked: true,
    stands: true,
  }
  const order = {
    id: "order_1",
    number: 12,
    canceled: false,
    pending: { amount: "2.00", currency_code: "eur" },
    due: { amount: "19.99", currency_code: "eur" },
    has_others: false,
  }
  const own = { amount: "17.99", currency_code: "eur" }

  it("is captured in two parts, the second with all that is left of the session's amount", () => {
    const inParts = facts({}, { remainder_amount: "2.00" })
    expect(nextCapture(inParts, "19.9901")).toBe("17.99")
    const half = { ...inParts, payment: { ...payment, price: own } }
    expect(nextCapture(half, "19.9901")).toBe("2.0001")
    expect(nextCapture(facts(), "19.9901")).toBe("19.9901")
  })

  describe("a capture of it", () => {
    const attempt = attemptRow({ amount: "19.99", remainder_amount: "2.00" })
    const isNext = (...amounts: number[]) =>
      isNextCapture(
        attempt,
        {
          amount: 19.9901,
          currency_code: "eur",
          captures: amounts.map((amount, n) => ({ id: `capt_${n}`, amount })),
        },
        `capt_${amounts.length - 1}`
      )

    it.each([[[17.99]], [[17.99, 2.0001]], [[17.99, 2]]])(
      "of %j is the next part",
      (amounts) => expect(isNext(...amounts)).toBe(true)
    )

    it.each([
      [[]],
      [[19.9901]],
      [[2]],
      [[18]],
      [[17.98]],
      [[17.99, 1.99]],
      [[17.99, 17.99]],
      [[17.99, 2, 2]],
    ])("of %j is none", (amounts) => expect(isNext(...amounts)).toBe(false))
  })

  it("is processed, then captured, then settled", () => {
    const inParts = { remainder_amount: "2.00" }
    expect(decide(facts({}, inParts)).type).toBe("process")
    const half = { ...payment, price: own }
    // Core was stopped before it placed the order.
    expect(decide(facts({ payment: half }, inParts)).type).toBe("process")
    expect(decide(facts({ payment: half, order }, inParts))).toEqual({
      type: "capture",
      session_id: "payses_1",
    })
    expect(
      decide(facts({ payment: half, order }, { ...inParts, for_cart: false }))
        .type
    ).toBe("capture")
    const whole = { ...half, captured: true, price: order.due }
    expect(decide(facts({ payment: whole, order }, inParts)).type).toBe(
      "settle"
    )
  })

  it("is not captured further once one part was sent back", () => {
    const half = { ...payment, price: own }
    expect(
      decide(
        facts(
          { payment: half, order },
          { remainder_amount: "2.00", sent_back: true }
        )
      ).type
    ).toBe("attention")
  })
})

describe("the decision about a remainder", () => {
  const first: FirstFacts = {
    id: "cpay_1",
    state: "attention",
    order_id: null,
    payment_id: null,
    may_be_completed: true,
    completed_by: null,
    is_tried: false,
  }
  const remainderFacts = (
    patch: Partial<Omit<Facts, "attempt">> = {},
    attempt: Partial<Facts["attempt"]> = {}
  ): Facts => {
    const medusa = { session: null, cart: null, collection: null }
    return facts({ ...medusa, gateway_price: null, first, ...patch }, attempt)
  }
  const completing: FirstFacts = {
    ...first,
    completed_by: "this",
    may_be_completed: false,
  }

  it.each<[string, Facts, object]>([
    [
      "records one that is open",
      remainderFacts({}, { state: "open", outcome: "open" }),
      { type: "record" },
    ],
    [
      "closes one that expired",
      remainderFacts({}, { state: "open", outcome: "unpaid" }),
      { type: "close" },
    ],
    [
      "lets a confirmed one complete the payment",
      remainderFacts(),
      { type: "complete" },
    ],
    [
      "also a late one",
      remainderFacts({}, { state: "closed", was_closed: true }),
      { type: "complete" },
    ],
    [
      "waits for what arrived of it",
      remainderFacts({}, { shortfall: { type: "awaited" } }),
      { type: "record" },
    ],
    [
      "asks a person about a short one",
      remainderFacts({}, { shortfall: { type: "exceeded", fact: underpaid } }),
      { type: "attention", reason: "underpaid" },
    ],
    [
      "asks about test coins",
      remainderFacts({}, { is_test: true }),
      { type: "attention", reason: "test_mode_mismatch" },
    ],
    [
      "asks about an unknown mode",
      remainderFacts({}, { is_test: null }),
      { type: "attention", reason: "test_mode_mismatch" },
    ],
    [
      "asks about another price",
      remainderFacts({
        gateway_price: { amount: "3.00", currency_code: "eur" },
      }),
      { type: "attention", reason: "amount_mismatch" },
    ],
    [
      "asks where its price is unknown",
      remainderFacts({}, { price: null }),
      { type: "attention", reason: "unmatched" },
    ],
    [
      "asks where another remainder completed it",
      remainderFacts({ first: { ...completing, completed_by: "another" } }),
      { type: "attention", reason: "duplicate_payment" },
    ],
    [
      "asks where it was accepted",
      remainderFacts({
        first: { ...first, state: "settled", may_be_completed: false },
      }),
      { type: "attention", reason: "duplicate_payment" },
    ],
    [
      "asks where its own coins were sent back",
      remainderFacts({}, { sent_back: true }),
      { type: "attention", reason: "late_payment" },
    ],
    [
      "asks where it was resolved",
      remainderFacts({
        first: { ...first, state: "resolved", may_be_completed: false },
      }),
      { type: "attention", reason: "late_payment" },
    ],
    [
      "settles the payment that it completes",
      remainderFacts({ first: completing }),
      { type: "settle_first", first_id: "cpay_1" },
    ],
    [
      "also where the merchant's mode was changed meanwhile",
      remainderFacts(
        { first: completing, merchant: { test_mode: true } },
        { is_test: false }
      ),
      { type: "settle_first", first_id: "cpay_1" },
    ],
    [
      "waits while that is worked on",
      remainderFacts({
        first: { ...completing, state: "paid", is_tried: true },
      }),
      { type: "record" },
    ],
    [
      "needs attention with it",
      remainderFacts({ first: { ...completing, is_tried: true } }),
      { type: "attention", reason: "order_not_placed" },
    ],
    [
      "needs attention where that was resolved",
      remainderFacts({ first: { ...completing, state: "resolved" } }),
      { type: "attention", reason: "order_not_placed" },
    ],
    [
      "settles with it",
      remainderFacts({
        first: {
          ...completing,
          state: "settled",
          order_id: "order_1",
          payment_id: "pay_1",
        },
      }),
      { type: "settle", order_id: "order_1", payment_id: "pay_1" },
    ],
    [
      "verifies",
      remainderFacts(
        {
          first: {
            ...completing,
            state: "settled",
            order_id: "order_1",
            payment_id: "pay_1",
          },
        },
        { state: "settled", order_id: "order_1", payment_id: "pay_1" }
      ),
      { type: "verify" },
    ],
    [
      "follows another order",
      remainderFacts(
        {
          first: {
            ...completing,
            state: "settled",
            order_id: "order_2",
            payment_id: "pay_2",
          },
        },
        { state: "settled", order_id: "order_1", payment_id: "pay_1" }
      ),
      { type: "reopen" },
    ],
    [
      "leaves a resolved one",
      remainderFacts({}, { state: "resolved" }),
      { type: "record" },
    ],
  ])("%s", (_what, given, expected) => {
    expect(decide(given)).toMatchObject(expected)
  })
})
