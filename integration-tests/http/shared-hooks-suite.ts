import { MedusaError } from "@medusajs/framework/utils"
import {
  completeCartWorkflow,
  refreshPaymentCollectionForCartWorkflow,
} from "@medusajs/medusa/core-flows"

import { paymentSuite } from "../support/shop/payment-fixture"
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
  return paymentSuite(
    `hooks for which the store registered ${when} the plugin was loaded`,
    (shop) => {
      const { gateway, shopper, books, item, openPayment, payOrder } = shop

      beforeAll(() => {
        if (when === "after") handlers.register()
      })

      beforeEach(() => {
        handlers.refuses = false
      })

      it("run the store's handlers too, one of each as in Medusa", async () => {
        const { cart, session } = await payOrder("shirt")
        await shop.expectPaidOnce(cart.id, session.id, 13)
        expect(handlers.completed).toContain(cart.id)
        expect(handlers.refreshed).toContain(cart.id)
        expect(() => handlers.register()).toThrow(
          "Cannot define multiple hook handlers for the validate hook"
        )
      })

      it("let the store's handler refuse a completion", async () => {
        const { session, gatewayId } = await openPayment()
        handlers.refuses = true
        await gateway.confirm(gatewayId)
        expect(await books.attemptOf(session.id)).toMatchObject({
          attention_reason: "order_not_placed",
          attention_detail: expect.stringContaining("The store refuses"),
        })
      })

      it("still keep a paid cart at its price", async () => {
        const { cart, gatewayId } = await openPayment("shirt", {
          isShipped: false,
        })
        await gateway.confirm(gatewayId)
        const change = () => shopper.addItem(cart.id, item())
        for (let time = 0; time < 2; time++) {
          await expect(change()).rejects.toMatchObject({
            status: 400,
            body: { message: expect.stringContaining("already paid") },
          })
        }
      })
    }
  )
}
