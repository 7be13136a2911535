import { paymentSuite } from "../../support/shop/payment-fixture"
import { attention } from "../../support/shop/shop-fixture"
import { seedOpenAttempts } from "./seed-open-attempts"

type GatewayList = { items: { status?: string }[]; offset: number }

export const sweepSuite = paymentSuite(
  "the reconcile job, when many are due,",
  (shop) => {
    const { gateway, books, db, reconcile, makeDue, openPayment } = shop
    const { expectPaidOnce } = shop
    const log = shop.watchLog()

    beforeEach(() => log.start())

    const seed = async (count: number, prefix: string) => {
      const seeded = await seedOpenAttempts(
        shop.container(),
        gateway,
        count,
        prefix
      )
      gateway.forgetRequests()
      return seeded
    }
    const attempt = (id: string) => books.ledger.attempts.retrieve(id)

    it("reads pages in place of single payments", async () => {
      const seeded = await seed(300, "many")

      expect(await reconcile()).toMatchObject({
        checked: 300,
        in_pages: 300,
        single: 0,
        calls: 3,
        failed: 0,
      })
      expect(gateway.requests()).toEqual(Array(3).fill("GET /v1/payments"))
      expect(log.lines).toContainEqual(
        expect.stringMatching(
          /^crypto payments: checked 300 \(300 in 3 pages, 0 single\), 0 settled, 0 attention, 0 expired, 0 failed, 3 calls, \d+ ms$/
        )
      )
      const { checks, next_check_at } = await attempt(seeded[299].id)
      expect(checks).toBe(1)
      expect(Number(next_check_at) - Date.now()).toBeLessThan(61_000)
      expect(await reconcile()).toMatchObject({ checked: 0 })
    })

    it("acts on the statuses of the pages and on nothing else", async () => {
      const opened = await openPayment()
      const [first, second] = await seed(20, "mixed")
      gateway.markOnly(opened.gatewayId, "confirmed")
      gateway.markOnly(first.gatewayId, "confirmed")
      gateway.markOnly(second.gatewayId, "expired")

      const summary = await reconcile()

      await expectPaidOnce(opened.cart.id, opened.session.id, 5)
      expect(await attempt(first.id)).toMatchObject(attention("unmatched"))
      expect(await attempt(second.id)).toMatchObject({ state: "closed" })
      expect(summary).toMatchObject({
        settled: 1,
        attention: 1,
        expired: 1,
        failed: 0,
      })
      const { rows } = await db().raw(
        "select count(*)::int as count from crypto_payment_event where source = 'poll' and type = 'observation'"
      )
      expect(rows).toEqual([{ count: 3 }])
    })

    it("shares the work with a second run and reads no payment twice", async () => {
      const seeded = await seed(150, "shared")
      gateway.failNext(2, "broken_json", /GET .*payments$/)

      const [one, other] = await Promise.all([reconcile(), reconcile()])

      expect(one.checked + other.checked).toBe(150)
      const asked = gateway
        .requests()
        .filter((line) => line !== "GET /v1/payments")
      expect(new Set(asked).size).toBe(asked.length)
      for (const { id } of [seeded[0], seeded[149]]) {
        expect(await attempt(id)).toMatchObject({ checks: 1 })
      }
    })

    it("is not stopped by one row that the database refuses to change", async () => {
      const seeded = await seed(12, "broken")
      const broken = seeded[5]
      for (const { gatewayId } of seeded) {
        gateway.markOnly(gatewayId, "expired")
      }
      await db().raw(`
          create function refuse() returns trigger language plpgsql
            as $$ begin raise exception 'this row is broken'; end $$;
          create trigger broken before update of gateway_status on crypto_payment
            for each row when (old.id = '${broken.id}') execute function refuse()`)
      try {
        expect(await reconcile()).toMatchObject({ expired: 11, failed: 1 })
      } finally {
        await db().raw("drop function refuse cascade")
      }
      expect(await attempt(broken.id)).toMatchObject({ state: "open" })
      await makeDue()
      expect(await reconcile()).toMatchObject({ expired: 1, failed: 0 })
    })

    /** Changes the gateway's list, and nothing else that it answers. */
    const rewriteList = (rewrite: (list: GatewayList) => object) =>
      gateway.rewriteAnswers((body) =>
        "items" in body ? rewrite(body as GatewayList) : body
      )

    afterEach(() => gateway.rewriteAnswers())

    it("takes nothing from a page that is another than it asked for", async () => {
      await seed(8, "elsewhere")
      rewriteList((list) => ({ ...list, offset: 100 }))

      expect(await reconcile()).toMatchObject({
        checked: 8,
        in_pages: 0,
        single: 8,
        calls: 9,
      })
    })

    it("takes nothing from a page with an item that lacks its id or status", async () => {
      const seeded = await seed(12, "incomplete")
      rewriteList(({ items: [first, ...rest], ...list }) => ({
        ...list,
        items: [{ ...first, status: undefined }, ...rest],
      }))

      expect(await reconcile()).toMatchObject({ in_pages: 0, single: 12 })
      expect(await attempt(seeded[0].id)).toMatchObject({ checks: 1 })
    })

    it("falls back to single payments when the list cannot be read", async () => {
      await seed(8, "unlisted")
      gateway.failNext(1, "broken_json", /GET .*payments$/)

      expect(await reconcile()).toMatchObject({
        checked: 8,
        in_pages: 0,
        single: 8,
        calls: 9,
      })
    })
  }
)
