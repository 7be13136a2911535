import { paymentSuite } from "../../support/shop/payment-fixture"
import { seedOpenAttempts } from "./seed-open-attempts"

const anyRead = /^GET/

export const faultsSuite = paymentSuite(
  "the reconcile job, when the gateway fails,",
  (shop) => {
    const { gateway, books, db, reconcile, makeDue, openPayment } = shop
    const { expectPaidOnce, recordConfirmed, advanceLedger } = shop
    const log = shop.watchLog()

    beforeEach(() => log.start())

    const seed = (count: number, prefix: string) =>
      seedOpenAttempts(shop.container(), gateway, count, prefix)
    /** Seconds until the next looks, and the looks so far, of all attempts. */
    const waits = async () => {
      const rows: { seconds: number; checks: number }[] = await db()(
        "crypto_payment"
      ).select(
        "checks",
        db().raw(
          "round(extract(epoch from next_check_at - now()))::int as seconds"
        )
      )
      return {
        soonest: Math.min(...rows.map(({ seconds }) => seconds)),
        latest: Math.max(...rows.map(({ seconds }) => seconds)),
        checks: Math.max(...rows.map(({ checks }) => checks)),
      }
    }

    it("stops at the first 429, postpones all attempts, and counts no check", async () => {
      await seed(30, "limited")
      gateway.forgetRequests()
      // As many as are read at once.
      gateway.failNext(4, "rate_limited", anyRead)

      expect(await reconcile()).toMatchObject({ calls: 4 })

      expect(gateway.requests()).toHaveLength(4)
      const { soonest, latest, checks } = await waits()
      expect({ soonest, latest, checks }).toEqual({
        soonest: expect.any(Number),
        latest: expect.any(Number),
        checks: 0,
      })
      expect(soonest).toBeGreaterThan(50)
      expect(latest).toBeLessThanOrEqual(60)
      await advanceLedger(2)
      expect(await reconcile()).toMatchObject({ checked: 30, failed: 0 })
    })

    it.each(["server_error", "html_error", "cut"] as const)(
      "stops after three failures in a row on %s",
      async (fault) => {
        await seed(30, fault)
        gateway.forgetRequests()
        gateway.failNext(20, fault, anyRead)
        try {
          const { calls } = await reconcile()
          // Four are asked at once, so a few are under way at the third.
          expect(calls).toBeGreaterThanOrEqual(3)
          expect(calls).toBeLessThanOrEqual(7)
        } finally {
          await drain(20)
        }
        const { soonest, checks } = await waits()
        expect(soonest).toBeGreaterThan(0)
        expect(checks).toBe(0)
        await advanceLedger(2)
        expect(await reconcile()).toMatchObject({ checked: 30, failed: 0 })
      }
    )

    /** Uses up the faults that were planned and did not come to pass. */
    const drain = async (count: number) => {
      for (let n = 0; n < count; n++) {
        await fetch(`${gateway.url}/v1/payments`).catch(() => {})
      }
    }

    it("continues with what needs no gateway", async () => {
      const opened = await openPayment()
      await recordConfirmed(opened)
      await seed(10, "besides")
      gateway.failNext(4, "rate_limited", anyRead)

      expect(await reconcile()).toMatchObject({ settled: 1, calls: 4 })

      await expectPaidOnce(opened.cart.id, opened.session.id, 5)
    })

    it("continues with the others when one answer cannot be parsed", async () => {
      const seeded = await seed(6, "unreadable")
      const [bad] = seeded
      gateway.failNext(1, "broken_json", new RegExp(`/${bad.gatewayId}$`))

      expect(await reconcile()).toMatchObject({ checked: 6, failed: 1 })

      for (const { id } of seeded) {
        expect(await books.ledger.attempts.retrieve(id)).toMatchObject({
          checks: 1,
        })
      }
    })

    it("gives up on a call that is never answered", async () => {
      const seeded = await seed(4, "hanging")
      gateway.failNext(1, "hang", new RegExp(`/${seeded[0].gatewayId}$`))

      expect(await reconcile()).toMatchObject({ checked: 4, failed: 1 })

      expect(await books.ledger.attempts.retrieve(seeded[0].id)).toMatchObject({
        checks: 0,
        state: "open",
      })
      expect(await books.ledger.attempts.retrieve(seeded[1].id)).toMatchObject({
        checks: 1,
      })
    })

    it("skips attempts whose provider is not configured, with one warning", async () => {
      const seeded = await seed(5, "orphaned")
      await db()("crypto_payment").update({ provider_id: "pp_crypto_gone" })
      gateway.forgetRequests()

      expect(await reconcile()).toMatchObject({ checked: 0, calls: 0 })

      expect(gateway.requests()).toEqual([])
      expect(
        log.lines.filter((line) => line.includes("pp_crypto_gone"))
      ).toEqual([expect.stringContaining("not configured any more")])
      const { soonest, checks } = await waits()
      expect(soonest).toBeGreaterThan(3_500)
      expect(checks).toBe(0)
      expect(await books.ledger.attempts.retrieve(seeded[0].id)).toMatchObject({
        state: "open",
      })
      await makeDue()
      expect(await reconcile()).toMatchObject({ checked: 0 })
    })

    it("keeps checking a superseded payment that the gateway did not expire in five tries", async () => {
      const [{ id }] = await seed(1, "unneeded")
      gateway.forgetRequests()
      for (let look = 0; look < 8; look++) {
        await advanceLedger(120)
        await reconcile()
      }
      expect(
        gateway.requests().filter((line) => line.startsWith("DELETE"))
      ).toHaveLength(5)
      const { state, superseded_at, next_check_at } =
        await books.ledger.attempts.retrieve(id)
      expect({ state, superseded_at, next_check_at }).toEqual({
        state: "open",
        superseded_at: expect.any(Date),
        next_check_at: expect.any(Date),
      })
    })
  }
)
