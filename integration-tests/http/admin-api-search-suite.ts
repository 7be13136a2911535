import { Modules } from "@medusajs/framework/utils"

import { eventually } from "../support/eventually"
import type { OpenPayment } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"

type Order = { id: string; display_id: number; email: string }
type Row = { external_id: string; order: Order | null; cart: object | null }
type List = { crypto_payments: Row[]; count: number }

export const adminApiSearchSuite = paymentSuite(
  "searching payments in the admin API",
  (shop) => {
    const { gateway, books, admin, openPayment } = shop

    let paid: OpenPayment
    let open: OpenPayment

    beforeEach(async () => {
      paid = await openPayment()
      open = await openPayment()
      await gateway.confirm(paid.gatewayId)
    })

    const stopped = {
      status: 400,
      body: { message: expect.stringMatching(/^This took too long, so/) },
    }

    const list = (query: Record<string, string> | string) =>
      admin.get<List>(
        `/admin/crypto-payments?${new URLSearchParams(query).toString()}`
      )

    const found = async (query: Record<string, string> | string) =>
      (await list(query)).crypto_payments.map((row) => row.external_id)

    it("shows the order and the e-mail of each payment, and finds by the beginning of an order number, with and without #, and by parts of the store's own", async () => {
      const { crypto_payments } = await list({})
      const email = expect.stringContaining("@")
      expect(crypto_payments).toMatchObject([
        { order: null, cart: { id: open.cart.id, email } },
        { cart: { id: paid.cart.id, email } },
      ])
      const [, { order }] = crypto_payments
      expect(order).toEqual({
        id: expect.stringMatching(/^order_/),
        display_id: expect.any(Number),
        email,
        unpaid: null,
      })
      // The type of core lacks it.
      const named: object = { custom_display_id: "SHOP-2026-17" }
      await shop.resolve(Modules.ORDER).updateOrders(String(order?.id), named)
      const number = String(order?.display_id)
      const names = [number, `#${number}`, "#SHOP-2026-17", "shop-2026"]
      for (const q of [...names, String(order?.id)]) {
        expect([q, await found({ q })]).toEqual([q, [paid.cart.id]])
      }
      await shop.db().raw('UPDATE "order" SET display_id = 1234')
      for (const q of ["12", "#123", "1234"]) {
        expect([q, await found({ q })]).toEqual([q, [paid.cart.id]])
      }
      for (const q of ["#98765", "SHOP-2026-18", "34", "#12345"]) {
        expect([q, await found({ q })]).toEqual([q, []])
      }
    })

    it("finds by parts of a name or an e-mail, and by an exact price", async () => {
      const { order_id, amount } = await books.attemptOf(paid.session.id)
      const address = { first_name: "Žofie", last_name: "O'Hara_Smith" }
      await admin.post(`/admin/orders/${order_id}`, {
        email: "zofie.ohara@shop-mail.test",
        shipping_address: address,
      })
      const price = Number(amount)
      for (const q of [
        "Žofi",
        "hara_sm",
        "Smith Žofie",
        "zofie.oh",
        "@shop-mail",
        "žOFIE",
        "ŽOFİE",
        "zofıe",
      ]) {
        expect([q, await found({ q })]).toEqual([q, [paid.cart.id]])
      }
      for (const q of ["Žofie jones", "haraXsmith", "%"]) {
        expect([q, await found({ q })]).toEqual([q, []])
      }
      const euros = `€${price.toFixed(2)}`
      for (const q of [`${price}`, price.toFixed(2), price.toFixed(1), euros]) {
        expect([q, await found({ q })]).toEqual([
          q,
          [open.cart.id, paid.cart.id],
        ])
      }
      expect(await found({ q: `${price}.01` })).toEqual([])
      expect(await found({ q: paid.gatewayId.slice(0, 8) })).toEqual([
        paid.cart.id,
      ])
    })

    it("finds by e-mail, in any case, of orders and unpaid carts, also once an account is deleted or an order's address changed", async () => {
      const email = String(paid.cart.email)
      const expected =
        email === open.cart.email
          ? [open.cart.id, paid.cart.id]
          : [paid.cart.id]
      expect(await found({ q: email })).toEqual(expected)
      expect(await found({ q: email.toUpperCase() })).toEqual(expected)
      expect(await found({ q: "nobody@example.test" })).toEqual([])

      const { order_id } = await books.attemptOf(paid.session.id)
      await admin.post(`/admin/orders/${order_id}`, {
        email: "new@example.test",
      })
      expect(await found({ q: "new@example.test" })).toEqual([paid.cart.id])
      const { customers } = await admin.get<{ customers: { id: string }[] }>(
        "/admin/customers"
      )
      for (const { id } of customers) {
        await admin.delete(`/admin/customers/${id}`)
      }
      expect(await found({ q: email })).toContain(paid.cart.id)
      expect(await found({ q: String(open.cart.email) })).toContain(
        open.cart.id
      )
    })

    const refundInPart = async () =>
      await shop.actions.refund(
        (await books.attemptOf(paid.session.id)).id,
        "1.00",
        "0xFeedBeef"
      )

    it("narrows the list by each filter, and sorts it", async () => {
      await refundInPart()
      const { merchant_id, created_at } = await books.attemptOf(open.session.id)
      const since = new Date(created_at).toISOString()
      const [both, first, second] = [
        [open.cart.id, paid.cart.id],
        [paid.cart.id],
        [open.cart.id],
      ]
      const cases: [Record<string, string> | string, string[]][] = [
        [{}, both],
        [{ order: "created_at" }, [...first, ...second]],
        [{ order: "-state" }, [...first, ...second]],
        [{ state: "open" }, second],
        [{ tab: "open" }, second],
        [{ tab: "paid" }, first],
        [{ tab: "refunded" }, first],
        [{ tab: "attention" }, []],
        [{ tab: "closed" }, []],
        ["state[]=open&state[]=settled", both],
        [{ attention: "amount_mismatch" }, []],
        [{ attention: "true" }, []],
        [{ merchant_id: String(merchant_id) }, both],
        [{ merchant_id: "other" }, []],
        [{ refund_status: "partially_refunded" }, first],
        [{ "created_at[gte]": since }, second],
        [{ "created_at[$lt]": since }, first],
        [{ q: open.gatewayId, state: "open" }, second],
        [{ q: paid.cart.id, state: "open" }, []],
        [{ q: "0xfeed" }, first],
        [{ q: "%" }, []],
      ]
      for (const [query, expected] of cases) {
        expect([query, await found(query)]).toEqual([query, expected])
      }
    })

    it("counts the payments of each tab, of what is searched", async () => {
      await refundInPart()
      const counts = async (query: string) =>
        (
          await admin.get<{ summary: { counts: object } }>(
            `/admin/crypto-payments/summary?${query}`
          )
        ).summary.counts
      const all = { all: 2, paid: 1, refunded: 1, open: 1 }
      const none = { attention: 0, closed: 0 }
      expect(await counts("tab=open")).toEqual({ ...all, ...none })
      expect(await counts(`q=${open.gatewayId}`)).toEqual({
        ...all,
        all: 1,
        paid: 0,
        refunded: 0,
        ...none,
      })
    })

    it("turns pages, newest first", async () => {
      expect(await list({ limit: "1", offset: "1" })).toMatchObject({
        count: 2,
        limit: 1,
        crypto_payments: [{ external_id: paid.cart.id }],
      })
    })

    it("takes five different words, however often, and says so of more", async () => {
      const { order_id } = await books.attemptOf(paid.session.id)
      await admin.post(`/admin/orders/${order_id}`, {
        shipping_address: { first_name: "Ana Lia", last_name: "de la Cruz" },
      })
      const five = "ana LIA de la cruz"
      for (const q of [five, `${five} ${five}`, "Ana ".repeat(60)]) {
        expect([q, await found({ q })]).toEqual([q, [paid.cart.id]])
      }
      const six = { q: `${five} perez` }
      const refused = {
        status: 400,
        body: {
          message: "Search for at most 5 different words at once; these are 6.",
        },
      }
      await expect(list(six)).rejects.toMatchObject(refused)
      const summary = `/admin/crypto-payments/summary?${new URLSearchParams(six)}`
      await expect(admin.get(summary)).rejects.toMatchObject(refused)
      await expect(
        admin.post("/admin/crypto-payments/export", six)
      ).rejects.toMatchObject(refused)
    })

    /** Statements that wait for a lock of another one. */
    const stuck = async () => {
      const { rows } = await shop
        .db()
        .raw<{ rows: { count: number }[] }>(
          "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
      return rows[0].count
    }

    /** While no statement can read these tables: for a while, so that one without a limit ends. */
    const whileLocked = async (tables: string, act: () => Promise<void>) => {
      const lock = await shop.db().transaction()
      const timer = setTimeout(() => void lock.rollback(), 45_000)
      try {
        await lock.raw(`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`)
        await act()
      } finally {
        clearTimeout(timer)
        if (!lock.isCompleted()) await lock.rollback()
      }
    }

    it("of twelve at once leaves the database to the other pages", async () => {
      const searches: Promise<unknown>[] = []
      await whileLocked("customer", async () => {
        for (let at = 0; at < 12; at++) {
          searches.push(found({ q: "nobody" }).catch((error) => error))
        }
        await eventually(async () => (await stuck()) >= 2 || undefined, {
          otherwise: "No search waits",
        })
        expect(await admin.get("/admin/orders")).toMatchObject({ count: 1 })
        // The list names the customers, and waits for the lock itself.
        const { gateways } = await admin.get<{ gateways: object[] }>(
          "/admin/crypto-payments/gateway"
        )
        expect(gateways.length).toBeGreaterThan(0)
        expect(await stuck()).toBe(2)
      })
      // A slow machine holds the lock for longer than a search may take.
      for (const answer of await Promise.all(searches)) {
        if (answer instanceof Error) expect(answer).toMatchObject(stopped)
        else expect(answer).toEqual([])
      }
    })

    it("is stopped by the database once it takes too long, also where nobody waits for it, and totals and exports are", async () => {
      await whileLocked("customer, crypto_payment", async () => {
        const left = fetch(`${shop.baseUrl()}/admin/crypto-payments?q=nobody`, {
          headers: { authorization: `Bearer ${shop.adminToken()}` },
          signal: AbortSignal.timeout(300),
        })
        await Promise.all([
          expect(left).rejects.toThrow(),
          expect(list({})).rejects.toMatchObject(stopped),
          expect(
            admin.get("/admin/crypto-payments/summary")
          ).rejects.toMatchObject(stopped),
          expect(
            admin.post("/admin/crypto-payments/export", {})
          ).rejects.toMatchObject(stopped),
        ])
        await eventually(async () => (await stuck()) === 0 || undefined, {
          otherwise: "A statement still waits",
        })
      })
      expect(await list({ q: "nobody" })).toMatchObject({ count: 0 })
    }, 60_000)
  }
)
