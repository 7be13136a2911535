import fc from "fast-check"
import { attemptRow } from "../fixtures/attempt-row"
import type { Attempt } from "../models/crypto-payment"
import {
  type AskedRefund,
  type GivenBack,
  isCovered,
  priceLeft,
  refundTerms,
  surplusLeft,
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

const over = (patch: Partial<Attempt> = {}) =>
  paid({ received_crypto_amount: "27.5", ...patch })

const price = (amount: string, crypto_amount: string | null): GivenBack => ({
  kind: "price",
  amount,
  crypto_amount,
})

const surplus = (crypto_amount: string): GivenBack => ({
  kind: "surplus",
  amount: "0.00",
  crypto_amount,
})

const terms = (asked: AskedRefund, attempt = paid(), given: GivenBack[] = []) =>
  refundTerms(attempt, asked, given)

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
      kind: "price",
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
      const attempt = paid({
        amount,
        quoted_crypto_amount: received,
        received_crypto_amount: received,
      })
      expect(terms({ amount: part }, attempt).crypto_amount).toBe(coins)
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
      "Refund of 18.01 EUR exceeds the remaining 18.00 EUR."
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
    const unknown = paid({ received_crypto_amount: null })
    expect(() => terms({}, unknown)).toThrow("Enter the coins to send.")
    const typed = { crypto_amount: "20" }
    expect(() => terms(typed, unknown)).toThrow("are not known")
    expect(
      terms({ ...typed, confirm_excess: true }, unknown).crypto_amount
    ).toBe("20")
  })

  it("are not less than the smallest unit of the coin", () => {
    const dear = paid({
      quoted_crypto_amount: "0.00001",
      received_crypto_amount: "0.00001",
    })
    expect(terms({ amount: "0.02" }, dear).crypto_amount).toBe("0.00000001")
    expect(() => terms({ amount: "0.01" }, dear)).toThrow(
      "smallest unit of the coin"
    )
  })

  it.each<[AskedRefund, RegExp]>([
    [{ amount: "20.01" }, /exceeds the remaining 20\.00 EUR/],
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

  it("may be more coins than arrived, once that is confirmed", () => {
    expect(
      terms({ crypto_amount: "30", confirm_excess: true }).crypto_amount
    ).toBe("30")
  })

  it("name how many coins beyond those that arrived were confirmed", () => {
    const excess = (asked: AskedRefund, given: GivenBack[] = []) =>
      terms({ ...asked, confirm_excess: true }, paid(), given).confirmed_excess
    expect(excess({})).toBeNull()
    expect(excess({ crypto_amount: "25" })).toBeNull()
    expect(excess({ crypto_amount: "30" })).toBe("5")
    const half = { amount: "10", crypto_amount: "25" }
    expect(excess(half, [price("10.00", "25")])).toBe("25")
    expect(excess(half, [price("10.00", "30")])).toBe("25")
    const unknown = paid({ received_crypto_amount: null })
    expect(
      terms({ crypto_amount: "20", confirm_excess: true }, unknown)
        .confirmed_excess
    ).toBe("20")
  })

  it.each<[string, AskedRefund, GivenBack[], boolean]>([
    ["what is left", {}, [], true],
    ["the rest", { amount: "10" }, [price("10.00", null)], true],
    ["more than is left", { amount: "10" }, [price("10.01", null)], false],
    [
      "coins that another refund has",
      { amount: "10", crypto_amount: "25" },
      [price("10.00", "25")],
      false,
    ],
    [
      "coins that a refund without coins has",
      { amount: "10", crypto_amount: "25" },
      [price("0.01", null)],
      false,
    ],
    [
      "an excess that was confirmed",
      { amount: "10", crypto_amount: "30", confirm_excess: true },
      [],
      true,
    ],
    [
      "a larger excess than was confirmed",
      { amount: "10", crypto_amount: "30", confirm_excess: true },
      [price("10.00", "0.01")],
      false,
    ],
  ])("that were agreed before are covered: %s", (_what, asked, given, may) => {
    expect(isCovered(paid(), terms(asked), given)).toBe(may)
  })

  it("leave what was refunded or requested before", () => {
    const given = [price("5.00", "6.25"), price("10.00", null)]
    expect(priceLeft(paid(), given)).toMatchObject({ amount: "5.00" })
    expect(terms({}, paid(), given)).toMatchObject({
      amount: "5.00",
      crypto_amount: "6.25",
    })
    expect(() => terms({ amount: "5.01" }, paid(), given)).toThrow(
      "exceeds the remaining 5.00 EUR"
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
    expect(terms({ amount: "20" }, over())).toMatchObject({ kind: "price" })
    const rest = [surplus("1")]
    expect(terms({}, over(), rest)).toMatchObject({
      amount: "1.20",
      crypto_amount: "1.5",
    })
    expect(terms({}, over(), [surplus("2.5")])).toMatchObject({
      kind: "price",
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

  it.each<[AskedRefund, RegExp]>([
    [
      { crypto_amount: "2.500000000000000001" },
      /exceeds the remaining surplus/,
    ],
    [{ crypto_amount: "3", confirm_excess: true }, /exceeds the remaining/],
    [
      { amount: "2", crypto_amount: "4" },
      /exceeds the remaining surplus of 2\.5/,
    ],
  ])("of a surplus are refused for %j", (asked, message) => {
    expect(() => terms({ kind: "surplus", ...asked }, over())).toThrow(message)
  })

  it("leave the surplus out of the price, also after it was returned", () => {
    expect(terms({ kind: "price" }, over()).crypto_amount).toBe("25")
    const reopened = over({ state: "attention", attention_reason: null })
    expect(terms({}, reopened, [surplus("2.5")]).crypto_amount).toBe("25")
    expect(terms({}, reopened).crypto_amount).toBe("27.5")
  })

  it("never give back more than arrived, whatever was asked", () => {
    const cents = (value: number) => (value / 100).toFixed(2)
    const coins = (units: bigint) => {
      const text = units.toString().padStart(19, "0")
      return `${text.slice(0, -18)}.${text.slice(-18)}`
    }
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
              given.push(refundTerms(attempt, asked, given))
            } catch (error) {
              expect(String(error)).toMatch(
                /exceeds the remaining|refunded or requested|smallest unit/
              )
            }
          }
          const of = (kind: string) =>
            given.filter((each) => each.kind === kind)
          const sum = (list: GivenBack[]) =>
            list.reduce(
              (all, each) => all + units(String(each.crypto_amount)),
              0n
            )
          expect(sum(of("price")) <= quoted).toBe(true)
          expect(sum(of("surplus"))).toBe(more)
          const amounts = of("price").reduce(
            (all, each) => all + Math.round(Number(each.amount) * 100),
            0
          )
          expect(amounts).toBeLessThanOrEqual(paidCents)
        }
      )
    )
  })
})
