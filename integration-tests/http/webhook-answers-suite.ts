import type { DeliveryOptions } from "../support/gateway"
import { paymentSuite } from "../support/shop/payment-fixture"
import { attention, HOSTED, MANUAL } from "../support/shop/shop-fixture"

export const webhookAnswersSuite = paymentSuite(
  "POST /hooks/crypto/:provider_id",
  (shop) => {
    const { gateway, books, expectPaidOnce, openConfirmed } = shop
    const log = shop.watchLog()

    const hook = (path: string) => `${shop.baseUrl()}/hooks/crypto/${path}`

    /** But for the lines that count, a minute after one, how many like it followed. */
    const newLines = () =>
      log.lines.filter((line) => !line.includes("more like it in a minute"))

    it.each<[string, number, () => DeliveryOptions[]]>([
      ["a wrong secret", 401, () => [{ secret: "not the secret" }]],
      [
        "an unknown provider, and one of someone else,",
        404,
        () => [{ url: hook("pp_crypto_unknown") }, { url: hook(MANUAL) }],
      ],
      ["JSON that is no event", 400, () => [{ mutate: () => ({ a: 1 }) }]],
      [
        "a body over 64 KiB",
        413,
        () => [{ mutate: (e) => ({ ...e, padding: "x".repeat(66_000) }) }],
      ],
    ])(
      "refuses %s with %i, writes a log line of its kind and nothing else",
      async (_name, status, deliveries) => {
        const { cart, session, gatewayId } = await openConfirmed()
        const before = await books.everything(cart.id)
        log.start()

        for (const delivery of deliveries()) {
          const answer = await gateway.deliver(gatewayId, delivery)

          expect(answer.status).toBe(status)
          for (const secret of [
            gateway.webhookSecret,
            gateway.apiKey,
            "not the secret",
          ]) {
            expect(log.lines.join()).not.toContain(secret)
            expect(answer.body).not.toContain(secret)
          }
        }

        expect(newLines()).toEqual([
          expect.stringContaining(`refused with ${status}`),
        ])
        expect(await books.everything(cart.id)).toEqual(before)
        expect(await books.attemptOf(session.id)).toMatchObject({
          state: "open",
        })
      }
    )

    it("refuses an address that forges, for a minute, and no other one, with two lines in the log", async () => {
      const forge = (address: string) =>
        fetch(hook(HOSTED), {
          method: "POST",
          headers: { "x-forwarded-for": address },
          body: "{}",
        })
      const forger = "198.51.100.7"
      const statuses: number[] = []
      log.start()
      for (let sent = 0; sent < 102; sent++) {
        statuses.push((await forge(forger)).status)
      }
      expect(newLines()).toEqual([
        expect.stringContaining("refused with 401"),
        expect.stringContaining("refused with 429"),
      ])
      expect(statuses).toEqual([...Array<number>(100).fill(401), 429, 429])
      const refused = await forge(forger)
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
      expect((await forge("198.51.100.8")).status).toBe(401)

      const { gatewayId, session } = await openConfirmed()
      expect((await gateway.deliver(gatewayId)).status).toBe(200)
      expect((await books.attemptOf(session.id)).state).not.toBe("open")
      // It has signed, and is never refused, whatever comes from its address.
      for (let sent = 0; sent < 110; sent++) {
        const { status } = await gateway.deliver(gatewayId, { secret: "no" })
        expect(status).toBe(401)
      }
    })

    it("takes a genuine delivery from an address that forges, as just after a start", async () => {
      const { cart, session, gatewayId } = await openConfirmed()
      const from = "198.51.100.20"
      const forge = async (times: number) => {
        const forged = { secret: "not the secret", from }
        const statuses: number[] = []
        for (let sent = 0; sent < times; sent++) {
          statuses.push((await gateway.deliver(gatewayId, forged)).status)
        }
        return statuses
      }
      expect((await forge(101)).at(-1)).toBe(429)

      expect((await gateway.deliver(gatewayId, { from })).status).toBe(200)

      await expectPaidOnce(cart.id, session.id, 5)
      expect(new Set(await forge(101))).toEqual(new Set([401]))
    })

    it("takes it also where the addresses rotate, which are refused as one", async () => {
      const { cart, session, gatewayId } = await openConfirmed()
      const deliver = async (n: number, secret?: string) => {
        const from = `203.0.113.${n}`
        return (await gateway.deliver(gatewayId, { from, secret })).status
      }
      const statuses: number[] = []
      for (let n = 0; n < 250; n++) {
        statuses.push(await deliver(n, "not the secret"))
        statuses.push(await deliver(n, "not the secret"))
      }
      expect(new Set(statuses)).toEqual(new Set([401, 429]))
      expect(statuses.at(-1)).toBe(429)
      expect(await deliver(251)).toBe(200)
      await expectPaidOnce(cart.id, session.id, 5)
    })

    it("reads the gateway for a few of a stale delivery that is played again, trusts its sender no more for it, and takes it once it is fresh", async () => {
      const { cart, session, gatewayId } = await openConfirmed()
      gateway.markOnly(gatewayId, "created")
      gateway.forgetRequests()
      const from = "198.51.100.30"
      const replay = () =>
        gateway.deliver(gatewayId, {
          timestampSeconds: Math.floor(Date.now() / 1000) - 3600,
          status: "confirmed",
          from,
        })
      const statuses: number[] = []
      log.start()
      for (let n = 0; n < 20; n++) statuses.push((await replay()).status)
      expect(statuses).toEqual([
        ...Array<number>(5).fill(200),
        ...Array<number>(15).fill(503),
      ])
      expect(gateway.requests()).toHaveLength(5)
      expect(newLines()).toEqual([expect.stringContaining("refused with 503")])
      expect((await books.attemptOf(session.id)).state).toBe("open")

      const forged: number[] = []
      for (let n = 0; n < 101; n++) {
        const answer = await gateway.deliver(gatewayId, { secret: "no", from })
        forged.push(answer.status)
      }
      expect(forged.at(-1)).toBe(429)
      gateway.markOnly(gatewayId, "confirmed")
      expect((await gateway.deliver(gatewayId, { from })).status).toBe(200)
      await expectPaidOnce(cart.id, session.id, 5)
    })

    it("reads the gateway on a stale delivery, acts on its answer, also where it knows no such payment, and asks for a retry while it is down", async () => {
      const { id, cart, session, gatewayId } = await openConfirmed()
      const deliver = async (known = gatewayId) => {
        const { status } = await gateway.deliver(gatewayId, {
          timestampSeconds: Math.floor(Date.now() / 1000) - 3600,
          status: "confirmed",
          mutate: (event) => ({ ...event, id: known }),
        })
        return [status, (await books.attemptOf(session.id)).state]
      }
      const nameAtGateway = (gateway_payment_id: string) =>
        books.ledger.updateCryptoPayments({ id, gateway_payment_id })
      await nameAtGateway("forgotten")
      expect(await deliver("forgotten")).toEqual([200, "open"])
      await nameAtGateway(gatewayId)
      gateway.failNext(1, "server_error", /GET/)
      expect(await deliver()).toEqual([503, "open"])
      gateway.markOnly(gatewayId, "created")
      expect(await deliver()).toEqual([200, "open"])
      gateway.markOnly(gatewayId, "confirmed")
      expect(await deliver()).toEqual([200, "settled"])
      await expectPaidOnce(cart.id, session.id, 5)
    })

    it.each<[string, boolean, number | undefined]>([
      ["that the gateway does not have", false, undefined],
      ["that the gateway does not have, in a stale one", false, 1_700_000_000],
      ["that the gateway has under another external_id", true, undefined],
    ])(
      "does not connect an unknown payment with a cart by a webhook alone, %s",
      async (_case, isKnownToGateway, timestampSeconds) => {
        const { cart } = await openConfirmed()
        const other = await openConfirmed()
        // As where the ledger was restored to an earlier moment.
        const { db } = shop
        await db()("crypto_payment_event")
          .where({ crypto_payment_id: other.id })
          .delete()
        await db()("crypto_payment").where({ id: other.id }).delete()
        const gateway_payment_id = isKnownToGateway
          ? other.gatewayId
          : "madeUpPayment"
        const deliver = async () => {
          const { status } = await gateway.deliver(other.gatewayId, {
            timestampSeconds,
            mutate: (event) => ({
              ...event,
              id: gateway_payment_id,
              external_id: `${cart.id}-7`,
              merchant_id: "another merchant",
              is_test: false,
            }),
          })
          return status
        }
        gateway.failNext(1, "cut", /GET/)
        expect(await deliver()).toBe(timestampSeconds ? 503 : 500)
        expect(
          await books.ledger.listCryptoPayments({ gateway_payment_id })
        ).toEqual([])
        for (const _twice of [1, 2]) expect(await deliver()).toBe(200)
        const unmatched = attention("unmatched", {
          merchant_id: gateway.merchantId,
          cart_id: null,
        })
        expect(
          await books.ledger.listCryptoPayments({ gateway_payment_id })
        ).toMatchObject([unmatched])
        expect(await books.orderIds(cart.id)).toEqual([])
      }
    )
  }
)

export const webhookFieldsSuite = paymentSuite(
  "fields of a webhook that decide nothing",
  (shop) => {
    const { gateway, books, expectPaidOnce, openConfirmed } = shop

    const optional = [
      "external_id",
      "original_amount",
      "original_currency",
      "amount",
      "currency",
      "merchant_id",
      "terminal_id",
      "is_test",
    ]

    it.each<[string, unknown]>([
      ["absent", undefined],
      ["null", null],
      ["empty", ""],
      ['"0"', "0"],
      ["a number", 7.5],
      ["an array", [["x"]]],
      ["an object with odd keys", JSON.parse('{"__proto__":{"id":"x"}}')],
      ["control characters", "a\u0000\u001b[2Jb\n"],
      ["half a surrogate pair", "\ud800"],
      ["6,000 digits", "9".repeat(6_000)],
    ])(
      "close an expired payment, and place the order once it is confirmed, where they are %s",
      async (_what, value) => {
        const { cart, session, gatewayId } = await openConfirmed()
        const deliver = (status: string) =>
          gateway.deliver(gatewayId, {
            status,
            mutate: (event) => ({
              ...event,
              ...Object.fromEntries(optional.map((field) => [field, value])),
            }),
          })
        expect(await deliver("expired")).toEqual({
          status: 200,
          body: '{"state":"closed"}',
        })
        expect(await books.attemptOf(session.id)).toMatchObject({
          state: "closed",
          crypto_amount: null,
          crypto_currency: null,
        })
        expect(await deliver("confirmed")).toEqual({
          status: 200,
          body: '{"state":"settled"}',
        })
        await expectPaidOnce(cart.id, session.id, 5)
      }
    )

    describe("a webhook that calls a test payment real, in a test store", () => {
      const log = shop.watchLog()
      const setTestMode = (testMode: boolean) =>
        void Object.assign(books.ledger.merchants.options("default"), {
          testMode,
        })

      afterEach(() => setTestMode(false))

      const deliver = (gatewayId: string, changes: object = {}) =>
        gateway.deliver(gatewayId, {
          mutate: (event) => ({ ...event, is_test: false, ...changes }),
        })

      it("has the gateway asked first, and no order placed where it says the same", async () => {
        const { id, cart, gatewayId } = await openConfirmed()
        // As the gateway called it when it was opened.
        await shop
          .db()("crypto_payment")
          .where({ id })
          .update({ is_test: true })
        setTestMode(true)
        gateway.failNext(1, "cut", /GET/)
        expect((await deliver(gatewayId)).status).toBe(500)
        expect((await books.attemptFor(gatewayId)).state).toBe("open")

        expect((await deliver(gatewayId)).status).toBe(200)

        expect(await books.attemptFor(gatewayId)).toMatchObject(
          attention("test_mode_mismatch", { is_test: false })
        )
        expect(await books.orderIds(cart.id)).toEqual([])
      })

      it("is told of once in timeline and log where the gateway calls it a test", async () => {
        setTestMode(true)
        const { id, gatewayId } = await openConfirmed()
        log.start()

        await deliver(gatewayId)
        // A mere repetition is answered before it is asked about.
        await deliver(gatewayId, { amount: "5.5" })

        expect(await books.attemptFor(gatewayId)).toMatchObject({
          state: "settled",
          is_test: true,
        })
        const told = expect.stringContaining("calls this test payment real")
        expect(log.lines.filter((line) => line.includes(id))).toEqual([told])
        const { events } = await shop.actions.show(id)
        expect(events).toContainEqual(
          expect.objectContaining({
            type: "gateway_error",
            source: "webhook",
            data: { message: told },
          })
        )
      })
    })
  }
)
