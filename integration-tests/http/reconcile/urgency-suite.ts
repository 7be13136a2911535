import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { reconcileCryptoPayments } from "../../../src/workflows/reconcile-crypto-payments"
import { eventually } from "../../support/eventually"
import { Books } from "../../support/shop/books"
import { openSale } from "../../support/shop/open-sale"
import { payOnce } from "../../support/shop/pay-once"
import type { ShopSuite } from "../../support/shop/test-shop"
import { Shopper, seedStore, type SeededStore } from "../../support/store"
import { seedOpenAttempts } from "./seed-open-attempts"

/** Less than the time-out of any call, more than anyone waits for an order. */
const answerAfterMs = 3_000

/** `HOSTILE_ATTEMPTS=10000` makes the test of them take a minute more. */
const hostileAttempts = Number(process.env.HOSTILE_ATTEMPTS ?? 2_000)

export const urgencySuite: ShopSuite = (shop) => {
  describe("the reconcile job, with 1,000 due polls at a gateway that takes seconds to answer,", () => {
    let store: SeededStore<"shirt" | "ebook">
    let books: Books

    beforeAll(async () => {
      store = await seedStore(shop.container())
    })
    beforeEach(() => {
      books = new Books(shop.container())
    })

    const db = () =>
      shop.container().resolve(ContainerRegistrationKeys.PG_CONNECTION)

    /** Confirmed by a webhook, whose server then died. */
    const leavePaid = async () => {
      const sale = await openSale(new Shopper(shop.baseUrl(), store), [
        { variantId: store.products.ebook.variantId },
      ])
      const attempt = await books.attemptOf(sale.session.id)
      await books.ledger.observations.record(attempt.id, {
        provider_id: attempt.provider_id,
        merchant_id: attempt.merchant_id,
        gateway_payment_id: sale.gatewayId,
        external_id: attempt.external_id,
        status: "confirmed",
        source: "webhook",
        observed_at: new Date().toISOString(),
      })
      return sale
    }

    /** Runs the job, and answers at once again as soon as this came true. */
    const duringRun = async (check: () => Promise<boolean>) => {
      shop.gateway().forgetRequests()
      shop.gateway().answerAfter(answerAfterMs)
      const began = performance.now()
      const run = reconcileCryptoPayments(shop.container())
      try {
        await eventually(async () => ((await check()) ? true : undefined), {
          limitMs: 60_000,
          otherwise: "It did not come true",
        })
        return {
          seconds: (performance.now() - began) / 1_000,
          calls: shop.gateway().requests().length,
        }
      } finally {
        shop.gateway().answerAfter(0)
        await run
      }
    }

    it("settles what a crash left paid within the first seconds", async () => {
      await seedOpenAttempts(shop.container(), shop.gateway(), 1_000, "poll")
      const { cart, session } = await leavePaid()

      const { seconds, calls } = await duringRun(
        async () => (await books.attemptOf(session.id)).state === "settled"
      )

      // The first page of the list may just have been asked for.
      expect(calls).toBeLessThanOrEqual(1)
      expect(seconds).toBeLessThan(answerAfterMs / 1_000 + 5)
      await payOnce(books, cart.id, session.id, 5)
    })

    it(`settles it as promptly with ${hostileAttempts} due attempts of one cart`, async () => {
      await seedOpenAttempts(
        shop.container(),
        shop.gateway(),
        hostileAttempts,
        "hostile",
        { cart_id: "cart_hostile" }
      )
      const { cart, session } = await leavePaid()

      const { seconds, calls } = await duringRun(
        async () => (await books.attemptOf(session.id)).state === "settled"
      )

      expect(calls).toBeLessThanOrEqual(1)
      expect(seconds).toBeLessThan(answerAfterMs / 1_000 + 5)
      await payOnce(books, cart.id, session.id, 5)
    })

    it("tries again what could not be placed, before it asks", async () => {
      await seedOpenAttempts(shop.container(), shop.gateway(), 1_000, "poll")
      const { cart, session } = await leavePaid()
      const { id } = await books.attemptOf(session.id)
      await db()("crypto_payment").where({ id }).update({
        state: "attention",
        attention_reason: "order_not_placed",
        next_check_at: db().fn.now(),
      })

      const { calls } = await duringRun(
        async () => (await books.attemptOf(session.id)).state === "settled"
      )

      expect(calls).toBeLessThanOrEqual(1)
      await payOnce(books, cart.id, session.id, 5)
    })
  })
}
