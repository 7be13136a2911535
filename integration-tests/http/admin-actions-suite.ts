import { Modules } from "@medusajs/framework/utils"

import { cryptoPaymentEvents } from "../../src/workflows"
import {
  createAdminUser,
  type HttpClient,
  logInAsAdmin,
  type SeededStore,
  seedStore,
  Shopper,
} from "../support/store"
import { AdminDesk } from "./admin-desk"
import { Books } from "../support/shop/books"
import { openSale } from "../support/shop/open-sale"
import { payOnce } from "../support/shop/pay-once"
import type { ShopSuite } from "../support/shop/test-shop"

const credentials = { email: "admin@example.test", password: "secret-word" }

type Results = { results: { id: string; ok: boolean; message?: string }[] }

export const adminActionsSuite: ShopSuite = (shop) => {
  describe("what a merchant does about a payment", () => {
    let store: SeededStore<"shirt" | "ebook">
    let admin: HttpClient
    let desk: AdminDesk
    let shopper: Shopper
    let books: Books

    beforeAll(async () => {
      store = await seedStore(shop.container())
      await createAdminUser(shop.container(), credentials)
    })

    beforeEach(async () => {
      admin = await logInAsAdmin(shop.baseUrl(), credentials)
      desk = new AdminDesk(admin)
      shopper = new Shopper(shop.baseUrl(), store)
      books = new Books(shop.container())
    })

    async function openPayment() {
      const sale = await openSale(shopper, [
        { variantId: store.products.ebook.variantId },
      ])
      return { ...sale, id: (await books.attemptOf(sale.session.id)).id }
    }

    async function mismatch() {
      const sale = await openPayment()
      await shopper.addItem(sale.cart.id, {
        variantId: store.products.ebook.variantId,
      })
      await shop.gateway().confirm(sale.gatewayId)
      return sale
    }

    it("finds a paid order that no webhook told of, by checking", async () => {
      const { id, cart, session, gatewayId } = await openPayment()
      shop.gateway().markOnly(gatewayId, "confirmed")

      const shown = await desk.check(id)

      expect(shown).toMatchObject({
        state: "settled",
        allowed_actions: ["check", "record_refund"],
        advice: null,
      })
      expect(shown.events).toContainEqual(
        expect.objectContaining({
          type: "checked",
          source: "admin",
          data: {
            by: expect.stringMatching(/^user_/),
            status: "confirmed",
          },
        })
      )
      await payOnce(books, cart.id, session.id, 5)
    })

    it.each([
      ["server_error", "server"],
      ["rate_limited", "rate_limited"],
      ["cut", "outcome_unknown"],
      ["html_error", "server"],
      ["broken_json", "unexpected_answer"],
    ] as const)(
      "changes nothing when the gateway cannot be asked: %s",
      async (fault, kind) => {
        const { id, gatewayId } = await openPayment()
        shop.gateway().markOnly(gatewayId, "confirmed")
        const before = await desk.show(id)
        shop.gateway().failNext(1, fault, /^GET \/v1\/payments\//)

        await expect(desk.check(id)).rejects.toMatchObject({
          status: 500,
          body: {
            type: "unexpected_state",
            message: expect.stringContaining(
              `The gateway could not be read (${kind}); nothing was changed.`
            ),
          },
        })

        expect(await desk.show(id)).toEqual(before)
        expect((await desk.check(id)).state).toBe("settled")
      }
    )

    it("checks many at once, and hears of each", async () => {
      const paid = await openPayment()
      const open = await openPayment()
      shop.gateway().markOnly(paid.gatewayId, "confirmed")

      expect(
        await admin.post<Results>("/admin/crypto-payments/check", {
          ids: [open.id, "cpay_unknown", paid.id],
        })
      ).toEqual({
        results: [
          { id: open.id, ok: true },
          {
            id: "cpay_unknown",
            ok: false,
            message: "Crypto payment cpay_unknown was not found.",
          },
          { id: paid.id, ok: true },
        ],
      })

      expect((await desk.show(paid.id)).state).toBe("settled")
      expect((await desk.show(open.id)).state).toBe("open")
      for (const ids of [[], Array(51).fill(open.id), [""], undefined]) {
        await expect(
          admin.post("/admin/crypto-payments/check", { ids })
        ).rejects.toMatchObject({ status: 400 })
      }
    })

    it("gets the order of a cart that was brought back to what was paid, by checking", async () => {
      const { id, cart, session } = await mismatch()
      expect(await desk.show(id)).toMatchObject({
        state: "attention",
        attention_reason: "amount_mismatch",
        advice: {
          what_happened: expect.any(String),
          where_the_money_is: expect.any(String),
          what_to_do: expect.any(String),
        },
      })
      const [item] = (await shopper.cart(cart.id)).items ?? []
      await shopper.changeQuantity(cart.id, item.id, 1)

      expect((await desk.check(id)).state).toBe("settled")

      await payOnce(books, cart.id, session.id, 5)
    })

    it("cannot try an order again, resolve or refund what is not paid", async () => {
      const { id } = await openPayment()
      for (const act of [
        () => desk.retryOrder(id),
        () => desk.resolve(id, { kind: "other" }),
        () => desk.refund(id, "5", "0xaaa"),
      ]) {
        await expect(act()).rejects.toMatchObject({
          status: 400,
          body: {
            type: "not_allowed",
            message: expect.stringMatching(/^This payment is not paid yet\./),
          },
        })
      }
      expect((await desk.show(id)).allowed_actions).toEqual(["check"])
    })

    it("is told to subscribers once each, with what a person needs to know", async () => {
      const told: [string, unknown][] = []
      const bus = shop.container().resolve(Modules.EVENT_BUS)
      for (const name of Object.values(cryptoPaymentEvents)) {
        bus.subscribe(name, (event) => {
          told.push([event.name, event.data])
          return Promise.resolve()
        })
      }
      const good = await openPayment()
      await shop.gateway().confirm(good.gatewayId)
      const byHand = await mismatch()
      const byRefund = await mismatch()
      for (const { gatewayId } of [good, byHand, byRefund]) {
        await shop.gateway().deliver(gatewayId)
      }
      await desk.check(byHand.id)
      await desk.resolve(byHand.id, { kind: "order_placed_by_hand" })
      await desk.refund(byRefund.id, "2", "0xaaa")
      await desk.refund(byRefund.id, "3", "0xbbb")
      await desk.refund(byRefund.id, "3", "0xbbb")

      const { order_id } = await desk.show(good.id)
      const { advice } = await desk.show((await mismatch()).id)
      const reason = "amount_mismatch"
      const envelope = {
        event_id: expect.stringMatching(/^cpayout_/),
        occurred_at: expect.stringMatching(/^\d{4}-.*Z$/),
      }
      const needsAttention = (id: string) => [
        "crypto_payment.attention_required",
        { ...envelope, id, order_id: null, reason, advice },
      ]
      const resolved = (id: string, kind: string) => [
        "crypto_payment.resolved",
        { ...envelope, id, order_id: null, reason, kind },
      ]
      expect(told.slice(0, -1)).toEqual([
        [
          "crypto_payment.settled",
          { ...envelope, id: good.id, order_id, reason: null },
        ],
        needsAttention(byHand.id),
        needsAttention(byRefund.id),
        resolved(byHand.id, "order_placed_by_hand"),
        resolved(byRefund.id, "refunded"),
      ])
    })
  })
}
