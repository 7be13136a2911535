import { MedusaError } from "@medusajs/framework/utils"
import {
  completeCartWorkflow,
  refreshPaymentCollectionForCartWorkflow,
} from "@medusajs/medusa/core-flows"

import { type SeededStore, Shopper, seedStore } from "../support/store"
import { Books } from "../support/shop/books"
import { openSale } from "../support/shop/open-sale"
import { payOnce } from "../support/shop/pay-once"
import type { ShopSuite } from "../support/shop/test-shop"

/** A store's own handlers of the two hooks that the plugin takes. */
class StoreHandlers {
  readonly completed: string[] = []
  readonly refreshed: string[] = []
  readonly compensated: unknown[] = []
  refuses = false

  register(): void {
    completeCartWorkflow.hooks.validate(
      async ({ cart }) => {
        this.completed.push(cart.id)
        if (this.refuses) {
          throw new MedusaError(
            MedusaError.Types.NOT_ALLOWED,
            "The store refuses this cart."
          )
        }
      },
      async (data) => {
        this.compensated.push(data)
      }
    )
    refreshPaymentCollectionForCartWorkflow.hooks.validate(async ({ cart }) => {
      this.refreshed.push(cart.id)
    })
  }
}

/**
 * @param when whether the store registers before Medusa loads the plugin (a
 * spec of the store that imports its workflows), or after, as Medusa itself does.
 */
export function sharedHooksSuite(when: "before" | "after"): ShopSuite {
  const handlers = new StoreHandlers()
  if (when === "before") handlers.register()
  return (shop) => {
    describe(`hooks for which the store registered ${when} the plugin was loaded`, () => {
      let store: SeededStore<"shirt" | "ebook">
      let shopper: Shopper
      let books: Books

      beforeAll(async () => {
        if (when === "after") handlers.register()
        store = await seedStore(shop.container())
      })

      beforeEach(() => {
        handlers.refuses = false
        shopper = new Shopper(shop.baseUrl(), store)
        books = new Books(shop.container())
      })

      const item = (product: "shirt" | "ebook") => ({
        variantId: store.products[product].variantId,
      })

      it("run the store's handlers too", async () => {
        const sale = await openSale(shopper, [item("ebook")])
        await shop.gateway().confirm(sale.gatewayId)
        await payOnce(books, sale.cart.id, sale.session.id, 5)
        expect(handlers.completed).toContain(sale.cart.id)
        expect(handlers.refreshed).toContain(sale.cart.id)
      })

      it("let the store's handler refuse a completion", async () => {
        const sale = await openSale(shopper, [item("ebook")])
        handlers.refuses = true
        await shop.gateway().confirm(sale.gatewayId)
        expect(await books.attemptOf(sale.session.id)).toMatchObject({
          attention_reason: "order_not_placed",
          attention_detail: expect.stringContaining("The store refuses"),
        })
      })

      it("still keep a paid cart at its price", async () => {
        const sale = await openSale(shopper, [item("shirt")])
        await shop.gateway().confirm(sale.gatewayId)
        const change = () => shopper.addItem(sale.cart.id, item("ebook"))
        for (let time = 0; time < 2; time++) {
          await expect(change()).rejects.toMatchObject({
            status: 400,
            body: { message: expect.stringContaining("already paid") },
          })
        }
      })

      it("take one handler of the store, as Medusa does", () => {
        expect(() => handlers.register()).toThrow(
          "Cannot define multiple hook handlers for the validate hook"
        )
      })
    })
  }
}
