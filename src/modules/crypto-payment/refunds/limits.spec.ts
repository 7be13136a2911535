import fc from "fast-check"
import { formatDecimal } from "../../../coins/decimal"
import {
  REFUND_REQUEST_STATES,
  type RefundRequestState,
} from "../column-values"
import { attemptRow } from "../fixtures/attempt-row"
import type { Attempt } from "../models/crypto-payment"
import {
  type AskedRefund,
  checkRequest,
  checkShownRequest,
  type GivenBack,
  isCovered,
  isOrphanedRefund,
  isSameTransaction,
  parseRefundAmount,
  priceLeft,
  readRefundNote,
  recordNamedIn,
  refundablePrice,
  refundNote,
  refundStatus,
  refundTerms,
  type RequestAction,
  surplusLeft,
  transactionKey,
} from "./limits"

/** 20.00 EUR, quoted and received 25 coins, and settled. */
const paid = (patch: Partial<Attempt> = {}) =>
  attemptRow({
    state: "settled",
    amount: "20.00",
    quoted_crypto_amount: "25",
    received_crypto_amount: "25",
    ...patch,
  })

const ofCoins = (coins: string, patch: Partial<Attempt> = {}) =>
  paid({ quoted_crypto_amount: coins, received_crypto_amount: coins, ...patch })

const over = (patch: Partial<Attempt> = {}) =>
  paid({ received_crypto_amount: "27.5", ...patch })

const unreported = paid({ received_crypto_amount: null })

const price = (amount: string, crypto_amount: string | null): GivenBack => ({
  kind: "refund",
  amount,
  crypto_amount,
})

const surplus = (crypto_amount: string): GivenBack => ({
  kind: "surplus",
  amount: "0.00",
  crypto_amount,
})

const terms = (asked: AskedRefund, attempt = paid(), given: GivenBack[] = []) =>
  refundTerms(attempt, asked, given, "refund")

const cents = (value: number) => (value / 100).toFixed(2)

describe("the amount of a refund", () => {
  it.each([
    ["5", "eur", "5.00"],
    ["5.0", "EUR", "5.00"],
    ["007.50", "eur", "7.50"],
    ["1.2300", "eur", "1.23"],
    ["100.0", "jpy", "100"],
    ["1.234", "kwd", "1.234"],
    ["0.00000001", "btc", "0.00000001"],
  ])("%s %s is %s", (text, currency, amount) => {
    expect(parseRefundAmount(text, currency)).toBe(amount)
  })

  it.each([
    "0",
    "0.00",
    "-1",
    "+1",
    "1.",
    ".5",
    "1,5",
    "1e2",
    "0x10",
    "NaN",
    "",
    " 5",
    "5\n",
    "0.001",
    "1".repeat(31),
  ])("is not %j in euros", (text) => {
    expect(() => parseRefundAmount(text, "eur")).toThrow(
      `above zero with at most 2 digits after the point, in EUR; got "${text}"`
    )
  })

  it.each([
    ["0.5", "jpy", " with at most 0 digits after the point, in JPY"],
    ["1.2345", "kwd", " with at most 3 digits after the point, in KWD"],
    ["0", "btc", ", in BTC"],
  ])("is not %s in %s", (text, currency, rule) => {
    expect(() => parseRefundAmount(text, currency)).toThrow(
      `above zero${rule}; got "${text}"`
    )
  })

  it("is left to the cent, whatever was given back before", () => {
    const given = fc.array(fc.integer({ min: 1, max: 1_000_000 }), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        given,
        (all, given) => {
          const left = all - given.reduce((total, value) => total + value, 0)
          const refunds = given.map((value) => price(cents(value), null))
          expect(
            priceLeft(attemptRow({ amount: cents(all) }), refunds)
          ).toEqual({
            amount: cents(Math.max(0, left)),
            currency_code: "eur",
          })
        }
      )
    )
  })
})

describe("what can be refunded of 19.99 EUR, of which three quarters arrived", () => {
  const short = attemptRow({
    state: "attention",
    quoted_crypto_amount: "2",
    received_crypto_amount: "1.5",
  })
  const settled_at = new Date()

  it.each<[string, Partial<Attempt>, string | null]>([
    ["what arrived of one that needs attention", {}, "14.99"],
    [
      "what arrived of an accepted one, while there is no order",
      { shortfall_accepted_at: settled_at },
      "14.99",
    ],
    ["what arrived, also once it is resolved", { state: "resolved" }, "14.99"],
    [
      "what arrived of a settled one whose payment is gone",
      { settled_at },
      "14.99",
    ],
    ["the price of a settled one", { state: "settled" }, "19.99"],
    [
      "the price of a settled one, whatever was found later",
      { settled_at, payment_id: "pay_1" },
      "19.99",
    ],
    [
      "the price where more arrived",
      { received_crypto_amount: "2.1" },
      "19.99",
    ],
    [
      "the price where what arrived is not known",
      { received_crypto_amount: null },
      "19.99",
    ],
    ["nothing of dust", { received_crypto_amount: "0.0000001" }, "0.00"],
    ["unknown without a price", { amount: null }, null],
  ])("is %s", (_what, patch, amount) => {
    expect(refundablePrice({ ...short, ...patch })).toEqual(
      amount && { amount, currency_code: "eur" }
    )
  })
})

describe("a payment of which some was sent back", () => {
  it.each<[string, Attempt, GivenBack[], string]>([
    ["all of it", paid(), [price("20.00", null)], "refunded"],
    [
      "all in two parts",
      paid(),
      [price("15.00", null), price("5.00", null)],
      "refunded",
    ],
    ["a cent less", paid(), [price("19.99", null)], "partially_refunded"],
    ["its surplus", over(), [surplus("2.5")], "partially_refunded"],
    [
      "some, and its price is unknown",
      paid({ amount: null }),
      [price("20.00", null)],
      "partially_refunded",
    ],
  ])("%s, is so", (_what, attempt, given, status) => {
    expect(refundStatus(attempt, given)).toBe(status)
  })
})

describe("the terms of a refund", () => {
  it.each<[AskedRefund, string, string]>([
    [{}, "20.00", "25"],
    [{ amount: "20" }, "20.00", "25"],
    [{ amount: "5" }, "5.00", "6.25"],
    [{ amount: "0.01" }, "0.01", "0.0125"],
    [{ amount: "5", crypto_amount: "6.50" }, "5.00", "6.5"],
    [{ crypto_amount: "25" }, "20.00", "25"],
  ])("%j are %s EUR and %s coins", (asked, amount, crypto_amount) => {
    expect(terms(asked)).toMatchObject({
      kind: "refund",
      amount,
      currency_code: "eur",
      crypto_amount,
    })
  })

  it.each<[string, string, string, string]>([
    ["3", "10.00", "1", "0.3"],
    ["1", "3.00", "1", "0.33333333"],
    ["1.000000000000000001", "3.00", "1", "0.333333333333333333"],
    ["1.000000000000000001", "3.00", "3", "1.000000000000000001"],
    ["9007199254740993.5", "2.00", "1", "4503599627370496.75"],
  ])(
    "of %s coins for %s, of which %s is refunded, are %s coins",
    (received, amount, part, coins) => {
      const { crypto_amount } = terms(
        { amount: part },
        ofCoins(received, { amount })
      )
      expect(crypto_amount).toBe(coins)
    }
  )

  it("of an underpaid payment are what arrived", () => {
    const short = paid({
      state: "attention",
      attention_reason: "underpaid",
      received_crypto_amount: "22.5",
    })
    expect(terms({}, short)).toMatchObject({
      amount: "18.00",
      crypto_amount: "22.5",
    })
    expect(() => terms({ amount: "18.01" }, short)).toThrow(
      "Refund of €18.01 exceeds the remaining €18.00."
    )
    // Its order is paid in full, with fewer coins.
    expect(terms({}, paid({ received_crypto_amount: "22.5" }))).toMatchObject({
      amount: "20.00",
      crypto_amount: "22.5",
    })
  })

  it("follow the quoted coins where the gateway did not say what arrived", () => {
    const quoted = paid({ received_crypto_amount: null, crypto_amount: "25" })
    expect(terms({ amount: "10" }, quoted).crypto_amount).toBe("12.5")
    expect(() => terms({}, unreported)).toThrow("Enter the coins to send.")
    const typed = { crypto_amount: "20" }
    expect(() => terms(typed, unreported)).toThrow("are not known")
    expect(terms({ ...typed, confirm_excess: true }, unreported)).toMatchObject(
      { crypto_amount: "20", confirmed_excess: "20" }
    )
  })

  it("are not less than the smallest unit of the coin", () => {
    const dear = ofCoins("0.00001")
    expect(terms({ amount: "0.02" }, dear).crypto_amount).toBe("0.00000001")
    expect(() => terms({ amount: "0.01" }, dear)).toThrow(
      "smallest unit of the coin"
    )
  })

  it.each<[AskedRefund, RegExp]>([
    [{ amount: "20.01" }, /exceeds the remaining €20\.00/],
    [{ amount: "20.01", confirm_excess: true }, /exceeds the remaining/],
    [{ amount: "0" }, /number above zero/],
    [{ amount: "1.001" }, /at most 2 digits/],
    [{ crypto_amount: "25.000000000000000001" }, /are more than the 25 that/],
    [{ crypto_amount: "0" }, /coins to send/],
    [{ crypto_amount: "1e3" }, /coins to send/],
    [{ crypto_amount: "1,5" }, /coins to send/],
    [{ crypto_amount: "-1" }, /coins to send/],
    [{ crypto_amount: "0.0000000000000000001" }, /at most 18 digits/],
    [{ crypto_amount: "9".repeat(41) }, /coins to send/],
    [{ kind: "surplus" }, /No surplus/],
  ])("%j are refused", (asked, message) => {
    expect(() => terms(asked)).toThrow(message)
  })

  const half = { amount: "10", crypto_amount: "25" }

  it.each<[AskedRefund, GivenBack[], string | null]>([
    [{}, [], null],
    [{ crypto_amount: "25" }, [], null],
    [{ crypto_amount: "30" }, [], "5"],
    [half, [price("10.00", "25")], "25"],
    [half, [price("10.00", "30")], "25"],
  ])(
    "for %j after %j have a confirmed excess of %s",
    (asked, given, excess) => {
      const confirmed = { ...asked, confirm_excess: true }
      const { confirmed_excess, ...rest } = terms(confirmed, paid(), given)
      expect(confirmed_excess).toBe(excess)
      expect(rest.crypto_amount).toBe(asked.crypto_amount ?? "25")
    }
  )

  const excess = { amount: "10", crypto_amount: "30", confirm_excess: true }

  it.each<[string, AskedRefund, GivenBack[], boolean]>([
    ["what is left", {}, [], true],
    ["the rest", { amount: "10" }, [price("10.00", null)], true],
    ["more than is left", { amount: "10" }, [price("10.01", null)], false],
    ["coins that another refund has", half, [price("10.00", "25")], false],
    ["coins of a refund without coins", half, [price("0.01", null)], false],
    ["an excess that was confirmed", excess, [], true],
    ["a larger excess", excess, [price("10.00", "0.01")], false],
  ])("that were agreed before are covered: %s", (_what, asked, given, may) => {
    expect(isCovered(paid(), terms(asked), given)).toBe(may)
  })

  it("of a surplus, or of an amount alone, are covered while that is left", () => {
    const agreed = terms({}, over())
    expect(isCovered(over(), agreed, [])).toBe(true)
    expect(isCovered(over(), agreed, [surplus("0.1")])).toBe(false)
    expect(isCovered(paid(), agreed, [])).toBe(false)
    const amount = { ...terms({}), crypto_amount: null }
    expect(isCovered(paid(), amount, [])).toBe(true)
    expect(isCovered(paid(), amount, [price("0.01", null)])).toBe(false)
    expect(isCovered(paid({ amount: null }), amount, [])).toBe(false)
  })

  it("leave what was refunded or requested before", () => {
    const given = [price("5.00", "6.25"), price("10.00", null)]
    expect(priceLeft(paid(), given)).toMatchObject({ amount: "5.00" })
    expect(terms({}, paid(), given)).toMatchObject({
      amount: "5.00",
      crypto_amount: "6.25",
    })
    expect(() => terms({ amount: "5.01" }, paid(), given)).toThrow(
      "exceeds the remaining €5.00"
    )
    // The recorded 10.00 EUR count as the coins that were paid for them.
    expect(() => terms({ crypto_amount: "6.26" }, paid(), given)).toThrow(
      "6.26 coins are more than the 6.25 that"
    )
    expect(() => terms({}, paid(), [price("20.00", "30")])).toThrow(
      "refunded or requested already"
    )
  })

  it("begin with the surplus", () => {
    expect(surplusLeft(over(), [])).toBe("2.5")
    expect(terms({}, over())).toEqual({
      kind: "surplus",
      amount: "2.00",
      currency_code: "eur",
      crypto_amount: "2.5",
      confirmed_excess: null,
    })
    expect(terms({ amount: "20" }, over())).toMatchObject({ kind: "refund" })
    const rest = [surplus("1")]
    expect(terms({}, over(), rest)).toMatchObject({
      amount: "1.20",
      crypto_amount: "1.5",
    })
    expect(terms({}, over(), [surplus("2.5")])).toMatchObject({
      kind: "refund",
      amount: "20.00",
      crypto_amount: "25",
    })
  })

  it.each<[AskedRefund, string, string]>([
    [{ crypto_amount: "1" }, "0.80", "1"],
    [{ amount: "1" }, "1.00", "1.25"],
    [{ amount: "1", crypto_amount: "2" }, "1.00", "2"],
  ])("of a surplus by %j are %s EUR and %s coins", (asked, amount, coins) => {
    expect(terms({ kind: "surplus", ...asked }, over())).toMatchObject({
      kind: "surplus",
      amount,
      crypto_amount: coins,
    })
  })

  it.each<AskedRefund>([
    { crypto_amount: "2.500000000000000001" },
    { crypto_amount: "3", confirm_excess: true },
    { amount: "2", crypto_amount: "4" },
  ])("of a surplus are refused for %j", (asked) => {
    expect(() => terms({ kind: "surplus", ...asked }, over())).toThrow(
      "exceeds the remaining surplus of 2.5"
    )
  })

  it("leave the surplus out of the price, also after it was returned", () => {
    expect(terms({ kind: "price" }, over()).crypto_amount).toBe("25")
    const reopened = over({ state: "attention", attention_reason: null })
    expect(terms({}, reopened, [surplus("2.5")]).crypto_amount).toBe("25")
    expect(terms({}, reopened).crypto_amount).toBe("27.5")
  })

  it("never give back more than arrived, whatever was asked", () => {
    const coins = (units: bigint) => formatDecimal(units, 18)
    const units = (text: string) => {
      const [whole, fraction = ""] = text.split(".")
      return BigInt(whole + fraction.padEnd(18, "0"))
    }
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.bigInt({ min: 10n ** 12n, max: 10n ** 24n }),
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.array(fc.integer({ min: 1, max: 400_000 }), { maxLength: 6 }),
        (paidCents, quoted, more, parts) => {
          const attempt = paid({
            amount: cents(paidCents),
            quoted_crypto_amount: coins(quoted),
            received_crypto_amount: coins(quoted + more),
          })
          const given: GivenBack[] = []
          for (const part of [...parts, null, null]) {
            const asked = part === null ? {} : { amount: cents(part) }
            try {
              given.push(refundTerms(attempt, asked, given, "refund"))
            } catch (error) {
              expect(String(error)).toMatch(
                /exceeds the remaining|refunded or requested|smallest unit/
              )
            }
          }
          const of = (kind: string) =>
            given.filter((each) => each.kind === kind)
          const sum = (list: GivenBack[]) =>
            list
              .map(({ crypto_amount }) => units(String(crypto_amount)))
              .reduce((all, each) => all + each, 0n)
          expect(sum(of("refund")) <= quoted).toBe(true)
          expect(sum(of("surplus"))).toBe(more)
          const amounts = of("refund").reduce(
            (all, each) => all + Math.round(Number(each.amount) * 100),
            0
          )
          expect(amounts).toBeLessThanOrEqual(paidCents)
        }
      )
    )
  })
})

describe("the note on a refund of Medusa", () => {
  const refund = { id: "cpayref_01ABC", transaction_hash: "0xaaa", note: null }

  it("has the transaction and the merchant's note, and names the record", () => {
    expect(refundNote(refund)).toBe(
      "Sent back from the wallet (cpayref_01ABC), transaction 0xaaa"
    )
    const note = refundNote({ ...refund, note: "Damaged." })
    expect(note).toBe(
      "Sent back from the wallet (cpayref_01ABC), transaction 0xaaa: Damaged."
    )
    expect(recordNamedIn(note)).toBe("cpayref_01ABC")
  })

  it.each([null, "Damaged.", "Two lines:\nas agreed: yes"])(
    "is read again with the note %j",
    (note) => {
      const written = { ...refund, note }
      expect(readRefundNote(refundNote(written))).toEqual(written)
    }
  )

  it("names its own record, whatever was written as transaction and note", () => {
    const note = refundNote({
      ...refund,
      transaction_hash: "(cpayref_OTHER)",
      note: "(cpayref_ANOTHER)",
    })
    expect(recordNamedIn(note)).toBe("cpayref_01ABC")
  })

  it.each([
    null,
    undefined,
    "",
    "Damaged.",
    "cpayref_01ABC",
    "As agreed: Sent back from the wallet (cpayref_01ABC), transaction 0xaaa",
  ])("names no record when it is %j", (note) => {
    expect(recordNamedIn(note)).toBeUndefined()
  })
})

describe("a refund in Medusa's books", () => {
  const byHand = "Sent back from the wallet (cpayref_1), transaction 0xabc"
  const byCore = "Refunded due to cart completion failure"
  const booked = { id: "cpayref_1", refund_id: "ref_1" }

  it.each([
    ["that core began by itself", byCore, [booked], true],
    ["without a note", null, [booked], true],
    ["of another's record", byHand, [{ ...booked, refund_id: "ref_2" }], true],
    ["of an unbooked record", byHand, [{ ...booked, refund_id: null }], true],
    ["of the record that it booked", byHand, [booked], false],
    [
      "of the record that it booked, beside another one",
      byHand,
      [{ id: "cpayref_2", refund_id: "ref_2" }, booked],
      false,
    ],
    ["of a record that was lost with the ledger", byHand, [], false],
  ])("%s may be of coins that nobody sent", (...row) => {
    const [, note, records, is] = row
    expect(isOrphanedRefund({ id: "ref_1", note }, records)).toBe(is)
  })
})

describe("a refund request", () => {
  it.each<[RequestAction, RefundRequestState[]]>([
    ["enter", ["waiting_for_address"]],
    ["revoke", ["waiting_for_address", "address_entered"]],
    ["send", ["address_entered"]],
  ])(
    "allows %s in the states %j, and says why not in others",
    (action, may) => {
      for (const state of REFUND_REQUEST_STATES) {
        const act = () => checkRequest(action, state)
        if (may.includes(state)) expect(act).not.toThrow()
        else expect(act).toThrow(/^[A-Z].*\.$/)
      }
    }
  )
})

describe("a refund request that a person saw", () => {
  it.each(REFUND_REQUEST_STATES)(
    "is acted on while it is %s still",
    (state) => {
      expect(() => checkShownRequest({ state }, { state })).not.toThrow()
      expect(() => checkShownRequest({ state }, undefined)).not.toThrow()
      for (const shown of REFUND_REQUEST_STATES.filter((it) => it !== state)) {
        expect(() => checkShownRequest({ state }, { state: shown })).toThrow(
          /^[A-Z][^.]+\. That changed after it was shown to you/
        )
      }
    }
  )
})

const hex = "8f2c".repeat(16)
const solana =
  "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW"

describe("two transaction hashes", () => {
  it.each([
    ["0xABCD", "0xabcd", true],
    [hex.toUpperCase(), hex, true],
    [`0x${hex.toUpperCase()}`, `0x${hex}`, true],
    [`0x${hex.toUpperCase()}`, hex, true],
    ["bank transfer 7", "bank transfer 7", true],
    [solana, solana.toLowerCase(), false],
    ["ABCD", "abcd", false],
    ["0xabcd", "abcd", false],
    ["0xABCG", "0xabcg", false],
    [hex.slice(1), hex.slice(1).toUpperCase(), false],
    ["0xabcd", "0xabce", false],
    [`f${hex}`, hex, false],
    [`bank transfer ${hex}`, hex, false],
    [`${hex}Z`, `${hex}z`, false],
    ["Z0xABCD", "Z0xabcd", false],
  ])("%s and %s name one transaction: %s", (left, right, isOne) => {
    expect(isSameTransaction(left, right)).toBe(isOne)
    expect(isSameTransaction(right, left)).toBe(isOne)
  })

  it.each([
    [`0x${hex.toUpperCase()}`, hex],
    ["0xABCD", "0xabcd"],
    [solana, solana],
  ])("are kept: %s as %s", (hash, key) => {
    expect(transactionKey(hash)).toBe(key)
  })
})
