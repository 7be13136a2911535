import { eventually } from "../../support/eventually"
import { paymentSuite } from "../../support/shop/payment-fixture"
import { seedOpenAttempts } from "./seed-open-attempts"

type GatewayList = { items: { status?: string }[]; offset: number }

const anyRead = /^GET/

/** Less than the time-out of any call, more than anyone waits for an order. */
const answerAfterMs = 3_000

/** The first reads may have begun when the payment is seen to be settled: four at once. */
const maxCalls = 4

/** `HOSTILE_ATTEMPTS=10000` makes the test of them take a minute more. */
const hostileAttempts = Number(process.env.HOSTILE_ATTEMPTS ?? 2_000)

export const manyDueSuite = paymentSuite(
  "the reconcile job, when many are due,",
  (shop) => {
    const { gateway, books, db, reconcile, makeDue, openPayment } = shop
    const { openConfirmed, expectPaidOnce, recordConfirmed } = shop
    const { advanceLedger } = shop
    const log = shop.watchLog()

    beforeEach(() => log.start())

    const seed = async (
      count: number,
      prefix: string,
      columns: { cart_id?: string } = {}
    ) => {
      const seeded = await seedOpenAttempts(
        shop.container(),
        gateway,
        count,
        prefix,
        columns
      )
      gateway.forgetRequests()
      return seeded
    }
    const find = (id: string) => books.ledger.attempts.retrieve(id)

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
      expect(await find(seeded[0].id)).toMatchObject({ checks: 1 })
      expect(await find(seeded[119].id)).toMatchObject({ checks: 0 })
      gateway.forgetRequests()

      const { checked } = await reconcile()

      expect(new Set(gateway.requests()).size).toBe(gateway.requests().length)
      expect(await find(seeded[119].id)).toMatchObject({ checks: 1 })
      expect(log.lines).toContainEqual(
        expect.stringContaining(
          `crypto payments: checked ${checked}, 0 settled`
        )
      )
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
      expect(await find(broken.id)).toMatchObject({ state: "open" })
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

    /** Seconds until the next looks, and the looks so far, of all that are open. */
    const waits = async () => {
      const rows = await db()("crypto_payment")
        .where({ state: "open" })
        .select<{ seconds: number; checks: number }[]>(
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

    it("stops at the first 429, postpones all attempts, counts no check, and continues with what needs no gateway", async () => {
      const opened = await openPayment()
      await recordConfirmed(opened)
      await seed(30, "limited")
      // As many as are read at once.
      gateway.failNext(4, "rate_limited", anyRead)

      expect(await reconcile()).toMatchObject({ settled: 1, calls: 4 })

      await expectPaidOnce(opened.cart.id, opened.session.id, 5)
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

    it("postpones for an hour at most after a 429 with a moment in Retry-After, also the search of the list, and then finds what was confirmed", async () => {
      const { cart, session, gatewayId } = await openConfirmed()
      await makeDue()
      await db().raw("update crypto_payment_task set due_at = now()")
      gateway.failNext(1, "rate_limited_until", anyRead)
      expect(await reconcile()).toMatchObject({ settled: 0, calls: 1 })
      expect((await waits()).latest).toBeLessThanOrEqual(3_600)

      await db().raw("update crypto_payment_task set due_at = now()")
      gateway.failNext(1, "rate_limited_until", anyRead)
      expect(await reconcile()).toMatchObject({ calls: 1 })
      const { rows } = await db().raw<{ rows: { minutes: number }[] }>(
        `select extract(epoch from max(due_at) - now()) / 60 as minutes
           from crypto_payment_task where id like 'list-search:%'`
      )
      expect(Number(rows[0].minutes)).toBeLessThanOrEqual(60)
      gateway.markOnly(gatewayId, "confirmed")
      await advanceLedger(61)
      expect(await reconcile()).toMatchObject({ settled: 1 })
      await expectPaidOnce(cart.id, session.id, 5)
    })

    it("continues with the others when one answer cannot be parsed, and one never comes", async () => {
      const seeded = await seed(6, "unreadable")
      const [bad, hanging] = seeded
      gateway.failNext(1, "broken_json", new RegExp(`/${bad.gatewayId}$`))
      gateway.failNext(1, "hang", new RegExp(`/${hanging.gatewayId}$`))

      expect(await reconcile()).toMatchObject({ checked: 6, failed: 2 })

      for (const { id } of seeded) {
        expect(await find(id)).toMatchObject({
          state: "open",
          checks: id === hanging.id ? 0 : 1,
        })
      }
    })

    it("skips attempts whose provider is not configured, with one warning", async () => {
      const seeded = await seed(5, "orphaned")
      await db()("crypto_payment").update({ provider_id: "pp_crypto_gone" })

      expect(await reconcile()).toMatchObject({ checked: 0, calls: 0 })

      expect(gateway.requests()).toEqual([])
      expect(
        log.lines.filter((line) => line.includes("pp_crypto_gone"))
      ).toEqual([expect.stringContaining("not configured any more")])
      const { soonest, checks } = await waits()
      expect(soonest).toBeGreaterThan(3_500)
      expect(checks).toBe(0)
      expect(await find(seeded[0].id)).toMatchObject({
        state: "open",
      })
      await makeDue()
      expect(await reconcile()).toMatchObject({ checked: 0 })
    })

    it("closes attempts whose provider is not configured after a month, and names each in the log", async () => {
      const seeded = await seed(5, "orphaned")
      await db()("crypto_payment").update({ provider_id: "pp_crypto_gone" })
      expect(await reconcile()).toMatchObject({ checked: 0 })

      // A month later nobody waits for the merchant any more.
      await advanceLedger(31 * 24 * 60)
      log.lines.length = 0
      expect(await reconcile()).toMatchObject({ checked: 0, calls: 0 })
      for (const { id } of seeded) {
        expect(await find(id)).toMatchObject({
          state: "closed",
          next_check_at: null,
        })
        expect(log.lines).toContainEqual(expect.stringContaining(`${id} (`))
      }
      log.lines.length = 0
      await makeDue()
      await reconcile()
      expect(log.lines).toEqual([])
    })

    /**
     * Runs the job; the gateway answers at once again when the payment is settled.
     *
     * @returns how many gateway calls were begun until then.
     */
    const runUntilSettled = async (sessionId: string) => {
      gateway.forgetRequests()
      gateway.answerAfter(answerAfterMs)
      const run = reconcile()
      try {
        await eventually(
          async () => {
            const { state } = await books.attemptOf(sessionId)
            return state === "settled" ? true : undefined
          },
          { otherwise: "The payment was not settled" }
        )
        return gateway.requests().length
      } finally {
        gateway.answerAfter(0)
        await run
      }
    }

    it.each<[string, number, { cart_id?: string }, object?]>([
      ["settles what a crash left paid", 1_000, {}],
      [
        `settles it as promptly with ${hostileAttempts} due attempts of one cart`,
        hostileAttempts,
        { cart_id: "cart_hostile" },
      ],
      [
        "tries again what could not be placed",
        1_000,
        {},
        { state: "attention", attention_reason: "order_not_placed" },
      ],
    ])("%s, before it asks", async (_what, due, columns, left = {}) => {
      await seed(due, "due", columns)
      const opened = await openPayment()
      await recordConfirmed(opened)
      await db()("crypto_payment")
        .where({ id: opened.id })
        .update({ ...left, next_check_at: db().fn.now() })

      const calls = await runUntilSettled(opened.session.id)

      expect(calls).toBeLessThanOrEqual(maxCalls)
      await expectPaidOnce(opened.cart.id, opened.session.id, 5)
    })
  }
)
