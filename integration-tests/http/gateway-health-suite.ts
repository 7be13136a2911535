import { createServer, type Server } from "node:http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { reconcileCryptoPayments } from "../../src/workflows/reconcile-crypto-payments"
import {
  createAdminUser,
  type HttpClient,
  logInAsAdmin,
  type SeededStore,
  seedStore,
  Shopper,
} from "../support/store"
import { Books } from "../support/shop/books"
import { makeDue } from "../support/shop/make-due"
import { openSale } from "../support/shop/open-sale"
import type { ShopSuite } from "../support/shop/test-shop"

const provider = "pp_crypto_crypto"
const credentials = { email: "admin@example.test", password: "secret-word" }

type Gateway = {
  provider_id: string
  webhook_url: string
  last_delivery_at: string | null
  last_failure: { at: string; reason: string } | null
  missed_webhooks: { count: number; last_at: string | null }
  counts: Record<string, number>
}

export const gatewayHealthSuite: ShopSuite = (shop) => {
  describe("the health of a gateway, in the admin API", () => {
    let store: SeededStore<"shirt" | "ebook">
    let admin: HttpClient
    let books: Books

    beforeAll(async () => {
      store = await seedStore(shop.container())
      await createAdminUser(shop.container(), credentials)
    })

    beforeEach(async () => {
      admin = await logInAsAdmin(shop.baseUrl(), credentials)
      books = new Books(shop.container())
    })

    const openCart = () =>
      openSale(new Shopper(shop.baseUrl(), store), [
        { variantId: store.products.ebook.variantId },
      ])

    const health = async (): Promise<Gateway> => {
      const { gateways } = await admin.get<{ gateways: Gateway[] }>(
        "/admin/crypto-payments/gateway"
      )
      const [ours] = gateways.filter((each) => each.provider_id === provider)
      if (!ours) throw new Error(`${provider} is not told of`)
      return ours
    }

    const selfTest = () =>
      admin.post<{ ok: boolean; status?: number; message: string }>(
        "/admin/crypto-payments/gateway/self-test",
        { provider_id: provider }
      )

    it("tells what is configured and how it fares, and nothing secret", async () => {
      const told = await health()
      expect(told).toMatchObject({
        provider_id: provider,
        merchant_key: "default",
        merchant_id: shop.gateway().merchantId,
        flow: "widget",
        test_mode: false,
        webhook_url: `${shop.baseUrl()}/hooks/crypto/${provider}`,
        connection: { ok: true, merchant_name: "Minimal merchant" },
        regions: [{ id: store.regionId, name: "Europe" }],
        missed_webhooks: { count: 0, last_at: null },
        counts: { open: 0, attention: 0, settled: 0 },
      })
      const text = JSON.stringify(told)
      expect(text).not.toContain(shop.gateway().apiKey)
      expect(text).not.toContain(shop.gateway().webhookSecret)
    })

    it("remembers the last delivery, and why the last refused one was refused", async () => {
      const sale = await openCart()
      await shop.gateway().deliver(sale.gatewayId, { secret: "not it" })
      await shop.gateway().confirm(sale.gatewayId)
      // Of a flood only the first is written down.
      await shop.gateway().deliver(sale.gatewayId, {
        tamper: (raw) => `${raw} `.repeat(60_000),
      })

      const told = await health()
      expect(told.last_failure).toEqual({
        at: expect.any(String),
        reason: "signature_mismatch",
      })
      expect(told.last_delivery_at).toEqual(expect.any(String))
      expect(told.counts).toEqual({ open: 0, attention: 0, settled: 1 })
    })

    it("counts payments that polling found, where a webhook should have told", async () => {
      const [early, late, told] = [
        await openCart(),
        await openCart(),
        await openCart(),
      ]
      shop.gateway().markOnly(early.gatewayId, "confirmed")
      shop.gateway().markOnly(late.gatewayId, "confirmed")
      await makeDue(shop.container())
      await reconcileCryptoPayments(shop.container())
      await shop.gateway().confirm(told.gatewayId)
      // A webhook that comes a little later is not a missed one.
      await shop.gateway().deliver(late.gatewayId)
      expect(await health()).toMatchObject({
        missed_webhooks: { count: 0, last_at: null },
      })

      await shop
        .container()
        .resolve(ContainerRegistrationKeys.PG_CONNECTION)
        .raw("update crypto_payment_event set at = at - interval '1 hour'")
      expect(await health()).toMatchObject({
        missed_webhooks: { count: 1, last_at: expect.any(String) },
      })
    })

    it("tests the webhook address without a trace in the books", async () => {
      const sale = await openCart()
      const before = await books.everything(sale.cart.id)
      expect(await selfTest()).toEqual({
        ok: true,
        status: 200,
        message: "The webhook address works.",
      })
      expect(await books.everything(sale.cart.id)).toEqual(before)
      await expect(
        admin.post("/admin/crypto-payments/gateway/self-test", {
          provider_id: "pp_system_default",
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

      /** The options are read for each call, so that a spec can move the address. */
      const pointAt = (callbackBaseUrl: string) => {
        Object.assign(books.ledger.merchants.options("default"), {
          callbackBaseUrl,
        })
      }

      afterEach(() => pointAt(shop.baseUrl()))

      it.each([
        [404, "no webhook route", "Not found"],
        [401, "signature did not fit", "No"],
        [502, "answered 502", "Bad gateway"],
        [200, "was not this plugin", '{"ok":true}'],
        [200, "was not this plugin", "x".repeat(100_000)],
      ])("tells a %i apart: %s", async (status, message, body) => {
        await standBetween(status, body)
        expect(await selfTest()).toEqual({
          ok: false,
          status,
          message: expect.stringContaining(message),
        })
      })

      it("does not follow a redirect", async () => {
        await standBetween(302, "", { location: shop.baseUrl() })
        expect(await selfTest()).toMatchObject({ ok: false, status: 302 })
      })

      it("tells that nobody is there", async () => {
        await standBetween(200, "")
        await new Promise((done) => between?.close(done))
        expect(await selfTest()).toEqual({
          ok: false,
          message: expect.stringContaining("could not be reached"),
        })
      })
    })

    it("is for admins only", async () => {
      for (const [method, path] of [
        ["GET", "/admin/crypto-payments/gateway"],
        ["POST", "/admin/crypto-payments/gateway/self-test"],
      ]) {
        const answer = await fetch(`${shop.baseUrl()}${path}`, { method })
        expect(answer.status).toBe(401)
      }
    })
  })
}
