import { createServer, type Server } from "node:http"

import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED, MANUAL } from "../support/shop/shop-fixture"

type Gateway = {
  provider_id: string
  webhook_url: string
  pages: { pay: string | null; refund: string | null }
  used_at: string | null
  last_delivery_at: string | null
  last_failure: { at: string; reason: string } | null
  missed_webhooks: { count: number; last_at: string | null }
  counts: Record<string, number>
}

export const gatewaySuite = paymentSuite(
  "a gateway, in the admin API",
  (shop) => {
    const { gateway, books, admin, store, db } = shop
    const { openPayment, openConfirmed, reconcile, runJob } = shop
    const log = shop.watchLog()

    const readGateway = async (): Promise<Gateway> => {
      const { gateways } = await admin.get<{ gateways: Gateway[] }>(
        "/admin/crypto-payments/gateway"
      )
      const [ours] = gateways.filter((each) => each.provider_id === HOSTED)
      if (!ours) throw new Error(`${HOSTED} is not in the response`)
      return ours
    }

    /** The options are read for each call, so that a spec can move the address. */
    const pointAt = (callbackBaseUrl: string) => {
      Object.assign(books.ledger.merchants.options("default"), {
        callbackBaseUrl,
      })
    }

    const selfTest = () =>
      admin.post<{ ok: boolean; status?: number; message: string }>(
        "/admin/crypto-payments/gateway/self-test",
        { provider_id: HOSTED }
      )

    it("shows the configuration and its connection, and no secret", async () => {
      const { storefrontUrl } =
        shop.container().resolve(ContainerRegistrationKeys.CONFIG_MODULE)
          .admin ?? {}
      const reported = await readGateway()
      expect(reported).toMatchObject({
        provider_id: HOSTED,
        pages: {
          pay: `${storefrontUrl}/payment-collection/{payment_collection_id}`,
          refund: `${storefrontUrl}/crypto-refund#{token}`,
        },
        merchant_key: "default",
        merchant_id: gateway.merchantId,
        flow: "widget",
        test_mode: false,
        webhook_url: `${shop.baseUrl()}/hooks/crypto/${HOSTED}`,
        connection: { ok: true, merchant_name: "Sandbox shop" },
        regions: [{ id: store.regionId, name: "Europe" }],
        missed_webhooks: { count: 0, last_at: null },
        counts: { open: 0, attention: 0, settled: 0 },
      })
      const text = JSON.stringify(reported)
      expect(text).not.toContain(gateway.apiKey)
      expect(text).not.toContain(gateway.webhookSecret)
    })

    it("remembers the last delivery, and why the last refused one was refused", async () => {
      const opened = await openPayment()
      await gateway.deliver(opened.gatewayId, { secret: "not it" })
      await gateway.confirm(opened.gatewayId)
      await gateway.deliver(opened.gatewayId, {
        tamper: (raw) => `${raw} `.repeat(60_000),
      })
      // Of a flood only the first is written down.
      await gateway.deliver(opened.gatewayId, { secret: "not it" })

      const reported = await readGateway()
      expect(reported.last_failure).toEqual({
        at: expect.any(String),
        reason: "too_large",
      })
      expect(reported.last_delivery_at).toEqual(expect.any(String))
      expect(reported.counts).toEqual({ open: 0, attention: 0, settled: 1 })
    })

    it("counts payments that polling found and no webhook reported", async () => {
      const [early, late, reported] = [
        await openPayment(),
        await openPayment(),
        await openPayment(),
      ]
      gateway.markOnly(early.gatewayId, "confirmed")
      gateway.markOnly(late.gatewayId, "confirmed")
      await runJob()
      await gateway.confirm(reported.gatewayId)
      // A webhook that comes a little later is not a missed one.
      await gateway.deliver(late.gatewayId)
      expect(await readGateway()).toMatchObject({
        missed_webhooks: { count: 0, last_at: null },
      })

      await db().raw(
        "update crypto_payment_event set at = at - interval '1 hour'"
      )
      expect(await readGateway()).toMatchObject({
        missed_webhooks: { count: 1, last_at: expect.any(String) },
      })
    })

    it("tests the webhook address without a trace in the books", async () => {
      const opened = await openPayment()
      const before = await books.everything(opened.cart.id)
      expect(await selfTest()).toEqual({
        ok: true,
        status: 200,
        message: expect.stringContaining("with your own secret"),
      })
      expect(await books.everything(opened.cart.id)).toEqual(before)
      await expect(
        admin.post("/admin/crypto-payments/gateway/self-test", {
          provider_id: MANUAL,
        })
      ).rejects.toMatchObject({ status: 404 })
    })

    describe("with something between the internet and Medusa", () => {
      let between: Server | undefined

      afterEach(() => {
        between?.close()
        between = undefined
      })

      /** Answers in place of Medusa, at the address that the gateway is given. */
      const standBetween = async (
        status: number,
        body: string,
        headers = {}
      ) => {
        const server = createServer((_request, response) => {
          response.writeHead(status, headers).end(body)
        })
        await new Promise<void>((done) => server.listen(0, done))
        between = server
        const address = server.address()
        if (!address || typeof address === "string") throw new Error("no port")
        pointAt(`http://localhost:${address.port}`)
      }

      afterEach(() => pointAt(shop.baseUrl()))

      it.each([
        [404, "no webhook route", "Not found"],
        [401, "signature did not fit", "No"],
        [502, "answered 502", "Bad gateway"],
        [200, "was not this plugin", '{"ok":true}'],
        [200, "was not this plugin", "x".repeat(100_000)],
        [302, "", ""],
      ])("explains a %i: %s", async (status, message, body) => {
        // A redirect is not followed.
        await standBetween(status, body, { location: shop.baseUrl() })
        expect(await selfTest()).toEqual({
          ok: false,
          status,
          message: expect.stringContaining(message),
        })
      })

      it("says when no server answers", async () => {
        await standBetween(200, "")
        await new Promise((done) => between?.close(done))
        expect(await selfTest()).toEqual({
          ok: false,
          message: expect.stringContaining("could not be reached"),
        })
      })
    })

    describe("with a copy of a live database", () => {
      const elsewhere = "https://staging.example"

      const move = () =>
        admin.post<{ used_at: string }>("/admin/crypto-payments/gateway/move", {
          provider_id: HOSTED,
        })

      afterEach(async () => {
        pointAt(shop.baseUrl())
        await move()
      })

      it("leaves its payments alone, but for test payments, and says so, until somebody confirms that the store has moved", async () => {
        await reconcile()
        expect((await readGateway()).used_at).toBeNull()

        pointAt(elsewhere)
        const testing = jest.replaceProperty(
          books.ledger.merchants.options("default"),
          "testMode",
          true
        )
        log.start()
        await reconcile()
        expect((await readGateway()).used_at).toBeNull()
        expect(log.lines.join()).not.toContain("the scheduled job waits")
        testing.restore()

        const { id } = await openConfirmed()
        log.start()
        await runJob()
        await runJob()
        expect((await books.ledger.attempts.retrieve(id)).state).toBe("open")
        expect((await readGateway()).used_at).toBe(shop.baseUrl())
        expect(
          log.lines.filter((line) => line.includes("the scheduled job waits"))
        ).toEqual([
          expect.stringContaining(
            `This database was used at ${shop.baseUrl()}, and this server's callbackBaseUrl of the live merchant "default" is ${elsewhere}.`
          ),
        ])

        expect(await move()).toEqual({ used_at: elsewhere })
        expect((await readGateway()).used_at).toBeNull()
        await runJob()
        expect((await books.ledger.attempts.retrieve(id)).state).toBe("settled")
      })
    })
  }
)
