import { paymentSuite } from "../../support/shop/payment-fixture"
import { attention } from "../../support/shop/shop-fixture"
import { seedOpenAttempts } from "./seed-open-attempts"

type GatewayList = { items: { status?: string }[]; offset: number }

export const manyDueSuite = paymentSuite(
  "the reconcile job, when many are due,",
  (shop) => {
    const { gateway, books, db, reconcile, makeDue, openPayment } = shop
    const { openConfirmed, expectPaidOnce } = shop
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

    it("reads each by itself", async () => {
      const seeded = await seed(300, "many")

      expect(await reconcile()).toMatchObject({
        checked: 300,
        calls: 300,
        failed: 0,
      })
      expect(new Set(gateway.requests()).size).toBe(300)
      expect(log.lines).toContainEqual(
        expect.stringMatching(
          /^crypto payments: checked 300, 0 settled, 0 attention, 0 expired, 0 failed, 300 calls, \d+ ms$/
        )
      )
      const { checks, next_check_at } = await attempt(seeded[299].id)
      expect(checks).toBe(1)
      expect(Number(next_check_at) - Date.now()).toBeLessThan(61_000)
      expect(await reconcile()).toMatchObject({ checked: 0 })
    })

    it("leaves what it has no time for to the next run, due as before", async () => {
      const seeded = await seed(120, "left")
      const startedMs = performance.now()
      const clock = jest
        .spyOn(performance, "now")
        .mockImplementation(
          () => startedMs + (gateway.requests().length < 60 ? 0 : 45_000)
        )
      try {
        const { checked } = await reconcile()
        expect(checked).toBeGreaterThanOrEqual(60)
        expect(checked).toBeLessThan(70)
      } finally {
        clock.mockRestore()
      }
      expect(await attempt(seeded[0].id)).toMatchObject({ checks: 1 })
      expect(await attempt(seeded[119].id)).toMatchObject({ checks: 0 })
      gateway.forgetRequests()

      await reconcile()

      expect(new Set(gateway.requests()).size).toBe(gateway.requests().length)
      expect(await attempt(seeded[119].id)).toMatchObject({ checks: 1 })
    })

    it("acts on the status of each", async () => {
      const opened = await openPayment()
      const [first, second] = await seed(20, "mixed")
      gateway.markOnly(opened.gatewayId, "confirmed")
      gateway.markOnly(first.gatewayId, "confirmed")
      gateway.markOnly(second.gatewayId, "expired")
      await makeDue()

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
    })

    it("shares the work with a second run and reads no payment twice", async () => {
      const seeded = await seed(150, "shared")

      const [one, other] = await Promise.all([reconcile(), reconcile()])

      expect(one.checked + other.checked).toBe(150)
      const asked = gateway.requests()
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

    it.each<[string, (list: GatewayList) => object]>([
      [
        "that is another than it asked for",
        (list) => ({ ...list, offset: 100 }),
      ],
      [
        "with an item that lacks its id or status",
        ({ items: [first, ...rest], ...list }) => ({
          ...list,
          items: [{ ...first, status: undefined }, ...rest],
        }),
      ],
    ])("adopts nothing from a page of the list %s", async (_what, rewrite) => {
      const { cart } = await openConfirmed()
      await seed(2, "listed")
      await db().raw("update crypto_payment_task set due_at = now()")
      await db().raw("truncate crypto_payment cascade")
      gateway.rewriteAnswers((body) =>
        "items" in body ? rewrite(body as GatewayList) : body
      )
      try {
        expect(await reconcile()).toMatchObject({ calls: 1, failed: 0 })
      } finally {
        gateway.rewriteAnswers()
      }
      expect(await books.attemptsOfCart(cart.id)).toEqual([])
    })
  }
)
