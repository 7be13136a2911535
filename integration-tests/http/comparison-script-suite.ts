import compareCryptoBooks from "../../src/scripts/compare-crypto-books"
import { paymentSuite } from "../support/shop/payment-fixture"

const DAY_MS = 24 * 60 * 60_000

/** The script for `npx medusa exec`. */
export const comparisonScriptSuite = paymentSuite(
  "the script that compares the books",
  (shop) => {
    const { books, db, gateway, payOrder } = shop
    const log = shop.watchLog()

    const day = (days: number) =>
      new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
    const period = [day(-1), day(1), "Europe/Berlin"]

    // As if the days were over, and nothing was sold before.
    beforeEach(() => {
      gateway.startOver()
      const later = new Date(Date.now() + 4 * DAY_MS)
      jest.spyOn(books.ledger, "now").mockResolvedValue(later)
    })
    afterEach(() => jest.restoreAllMocks())

    const run = async (...args: string[]) => {
      log.start()
      const before = process.exitCode
      await compareCryptoBooks({ container: shop.container(), args })
      const { exitCode } = process
      process.exitCode = before
      return exitCode
    }

    it("prints the totals of both sides", async () => {
      await payOrder()
      expect(await run(...period)).toBe(undefined)
      expect(log.lines).toEqual([
        "EUR: ledger 5.00 in 1 captures, 0.00 in 0 refunds; Medusa 5.00 in 1 captures, 0.00 in 0 refunds",
        expect.stringMatching(/^Gateway of .+: 1 payments compared$/),
        expect.stringMatching(/: 0 differences, 0 bookings of another period$/),
      ])
    })

    it("prints each difference, and ends with 1", async () => {
      const { paymentId } = await payOrder()
      const raw_amount = JSON.stringify({ value: "4", precision: 20 })
      await db()("capture")
        .where({ payment_id: paymentId })
        .update({ amount: 4, raw_amount })
      expect(await run(...period)).toBe(1)
      expect(log.lines).toContainEqual(
        expect.stringMatching(
          /^capture_amount; cpay_\w+, .*capt_\w+; ledger 5\.00 EUR, there 4\.00 EUR$/
        )
      )
    })

    it("ends with 1 where a gateway could not be read", async () => {
      await payOrder()
      gateway.failNext(100, "server_error")
      expect(await run(...period)).toBe(1)
    })

    it.each([
      [[]],
      [["2026-10-01"]],
      [["2026-10-31", "2026-10-01"]],
      [["yesterday", "today"]],
    ])("says how it is used where it gets %j", async (args) => {
      await expect(run(...args)).rejects.toThrow(/first day, last day/)
    })
  }
)
