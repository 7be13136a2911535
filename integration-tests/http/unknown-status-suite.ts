import type { IEventBusModuleService } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { cryptoPaymentEvents } from "../../src/workflows"
import { reconcileCryptoPayments } from "../../src/workflows/reconcile-crypto-payments"
import {
  createAdminUser,
  type HttpClient,
  logInAsAdmin,
  type SeededStore,
  seedStore,
  Shopper,
} from "../support/store"
import { AdminDesk, type ShownPayment } from "./admin-desk"
import { Books } from "../support/shop/books"
import { LogWatch } from "../support/shop/log-watch"
import { makeDue } from "../support/shop/make-due"
import { openSale } from "../support/shop/open-sale"
import { payOnce } from "../support/shop/pay-once"
import type { ShopSuite } from "../support/shop/test-shop"

const credentials = { email: "admin@example.test", password: "secret-word" }

type Page = { crypto_payments: ShownPayment[]; count: number }

type Told = { name: string; data: Record<string, unknown> }

export const unknownStatusSuite: ShopSuite = (shop) => {
  describe("a payment that ends in a status that nobody knows", () => {
    let store: SeededStore<"shirt" | "ebook">
    let admin: HttpClient
    let desk: AdminDesk
    let shopper: Shopper
    let books: Books
    const told: Told[] = []

    beforeAll(async () => {
      store = await seedStore(shop.container())
      await createAdminUser(shop.container(), credentials)
      const bus = shop
        .container()
        .resolve<IEventBusModuleService>(Modules.EVENT_BUS)
      const { attentionRequired, resolved } = cryptoPaymentEvents
      for (const name of [attentionRequired, resolved]) {
        bus.subscribe(
          name,
          ({ data }) => {
            told.push({ name, data: data as Told["data"] })
            return Promise.resolve()
          },
          { subscriberId: `unknown-status-${name}` }
        )
      }
    })

    beforeEach(async () => {
      told.length = 0
      admin = await logInAsAdmin(shop.baseUrl(), credentials)
      desk = new AdminDesk(admin)
      shopper = new Shopper(shop.baseUrl(), store)
      books = new Books(shop.container())
    })

    const reconcile = () => reconcileCryptoPayments(shop.container())

    /** As if the watch had gone on to its last look, which is due now. */
    async function letWatchEnd(): Promise<void> {
      await shop
        .container()
        .resolve(ContainerRegistrationKeys.PG_CONNECTION)("crypto_payment")
        .where({ state: "open" })
        .update({ checks: 1_000 })
      await makeDue(shop.container())
    }

    async function underpaid() {
      const sale = await openSale(shopper, [
        { variantId: store.products.ebook.variantId },
      ])
      shop.gateway().markOnly(sale.gatewayId, "underpaid")
      return { ...sale, id: (await books.attemptOf(sale.session.id)).id }
    }

    async function raised() {
      const sale = await underpaid()
      await letWatchEnd()
      await reconcile()
      return sale
    }

    const list = (attention: boolean) =>
      admin.get<Page>(`/admin/crypto-payments?attention=${attention}`)

    it("is logged once, and shown as it came while it is watched", async () => {
      const { id, session } = await underpaid()
      const log = new LogWatch(shop.container())
      log.start()
      try {
        for (let look = 0; look < 3; look++) {
          await makeDue(shop.container())
          await reconcile()
        }
        await desk.check(id)
      } finally {
        log.stop()
      }
      expect(log.lines.filter((line) => line.includes("underpaid"))).toEqual([
        expect.stringContaining(`crypto payment ${id}: the gateway reports`),
      ])
      expect(await desk.show(id)).toMatchObject({
        state: "open",
        gateway_status: "underpaid",
        attention_reason: null,
        advice: null,
        allowed_actions: ["check"],
      })
      expect(
        await shopper.get(`/store/crypto-payments/${session.id}`)
      ).toMatchObject({
        crypto_payment: { state: "open", gateway_status: "underpaid" },
      })
      expect(await list(true)).toMatchObject({ crypto_payments: [], count: 0 })
      expect(told).toEqual([])
    })

    it.each([
      ["the gateway's list tells it anew", false, false],
      ["the gateway's list tells nothing new", true, false],
      ["it is read by itself", true, true],
    ])(
      "comes to a person when its watch ends: %s",
      async (_way, isKnown, isSingle) => {
        const { id } = await underpaid()
        if (isKnown) await desk.check(id)
        await letWatchEnd()
        if (isSingle) {
          shop.gateway().failNext(1, "broken_json", /GET .*payments$/)
        }

        expect(await reconcile()).toMatchObject({
          checked: 1,
          single: isSingle ? 1 : 0,
          attention: 1,
        })

        expect(await desk.show(id)).toMatchObject({
          state: "open",
          gateway_status: "underpaid",
          attention_reason: "unknown_status",
          attention_detail: expect.stringContaining('"underpaid"'),
          advice: { what_to_do: expect.any(String) },
          allowed_actions: ["check", "resolve"],
          next_check_at: null,
        })
        expect(await list(true)).toMatchObject({
          crypto_payments: [{ id, advice: expect.anything() }],
          count: 1,
        })
        expect(await list(false)).toMatchObject({ count: 0 })
        const { gateways } = await admin.get<{
          gateways: { provider_id: string; counts: object }[]
        }>("/admin/crypto-payments/gateway")
        expect(gateways).toContainEqual(
          expect.objectContaining({
            provider_id: "pp_crypto_crypto",
            counts: { open: 1, attention: 1, settled: 0 },
          })
        )
        expect(told).toEqual([
          {
            name: cryptoPaymentEvents.attentionRequired,
            data: expect.objectContaining({ id, reason: "unknown_status" }),
          },
        ])

        expect(await reconcile()).toMatchObject({ checked: 0, attention: 0 })
        await desk.check(id)
        await reconcile()
        expect(told).toHaveLength(1)
      }
    )

    it("is settled as any other once it is confirmed", async () => {
      const { id, cart, session, gatewayId } = await raised()
      expect(await shop.gateway().confirm(gatewayId)).toBe(200)
      await payOnce(books, cart.id, session.id, 5)
      expect(await desk.show(id)).toMatchObject({
        attention_reason: null,
        attention_detail: null,
        advice: null,
        resolution: null,
      })
    })

    it("is closed by a person, once, and settled when it is confirmed after all", async () => {
      const { id, cart, session, gatewayId } = await raised()
      await expect(desk.retryOrder(id)).rejects.toMatchObject({ status: 400 })
      const resolve = () =>
        desk.resolve(id, { kind: "other", note: "Nothing came." })
      const attempts = await Promise.allSettled([resolve(), resolve()])
      expect(attempts.map(({ status }) => status).sort()).toEqual([
        "fulfilled",
        "rejected",
      ])
      await expect(resolve()).rejects.toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/ended unpaid/) },
      })
      expect(await desk.show(id)).toMatchObject({
        state: "closed",
        resolution: { kind: "other", note: "Nothing came." },
        advice: null,
        allowed_actions: ["check"],
        next_check_at: expect.any(String),
      })
      expect(await list(true)).toMatchObject({ count: 0 })
      expect(told.map(({ name }) => name)).toEqual([
        cryptoPaymentEvents.attentionRequired,
        cryptoPaymentEvents.resolved,
      ])
      expect(
        await shopper.get(`/store/crypto-payments/${session.id}`)
      ).toMatchObject({ crypto_payment: { state: "closed" } })

      shop.gateway().markOnly(gatewayId, "confirmed")
      await makeDue(shop.container())
      await reconcile()
      await payOnce(books, cart.id, session.id, 5)
      expect(await desk.show(id)).toMatchObject({ attention_reason: null })
    })

    it.each(["refunded", "order_placed_by_hand"] as const)(
      "makes no order by itself when it is confirmed after a person resolved it as %s",
      async (kind) => {
        const { id, cart, gatewayId } = await raised()
        const shown = await desk.resolve(id, {
          kind,
          transaction_hash: "0xaaa",
        })
        expect(shown).toMatchObject({ state: "closed", refunds: [] })

        expect(await shop.gateway().confirm(gatewayId)).toBe(200)
        await shop.workflowsToEnd()

        expect(await desk.show(id)).toMatchObject({
          state: "attention",
          attention_reason: "order_not_placed",
          allowed_actions: ["check", "retry_order", "resolve", "record_refund"],
        })
        await expect(shopper.complete(cart.id)).rejects.toMatchObject({
          status: 400,
        })
        expect(await books.orderIds(cart.id)).toEqual([])
        expect(await desk.resolve(id, { kind: "other" })).toMatchObject({
          state: "resolved",
          resolution: { kind: "other" },
        })
      }
    )

    it("opens a new payment for a shopper who comes back after a person closed it", async () => {
      const { id, cart, gatewayId } = await raised()
      await desk.resolve(id, { kind: "other" })
      const again = await shopper.startPayment(cart.id, "pp_crypto_crypto")
      const nextId = String(again.data.gateway_payment_id)
      expect(nextId).not.toBe(gatewayId)
      expect(await shop.gateway().confirm(nextId)).toBe(200)
      await payOnce(books, cart.id, again.id, 5)
      expect((await desk.show(id)).state).toBe("closed")
    })
  })
}
