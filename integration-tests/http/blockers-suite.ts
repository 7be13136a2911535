import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  deleteProductVariantsWorkflow,
  deletePromotionsWorkflow,
  deleteRegionsWorkflow,
  deleteShippingOptionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { gatewayIdOf, type OpenPayment } from "../support/shop/open-payment"
import { paymentFixture } from "../support/shop/payment-fixture"
import { PROMOTION_CODE, seedPromotion } from "../support/shop/seed-promotion"
import { attention, HOSTED } from "../support/shop/shop-fixture"
import type { ShopSuite } from "../support/shop/test-shop"
import { endGivenUpCompletions } from "../support/shop/workflows-to-end"
import onPaymentCaptured from "../../src/subscribers/payment-captured"

/** What happens to the store between the opening and the payment. */
type Blocker = {
  /** @default a cart of 13 EUR */
  open?: () => Promise<Pick<OpenPayment, "cart" | "session" | "gatewayId">>
  happens: () => Promise<unknown>
  ends: () => Promise<unknown>
  detail: RegExp
}

export const blockersSuite: ShopSuite = (testShop) => {
  const shop = paymentFixture(testShop)
  const { gateway, shopper, books, store, resolve } = shop
  const { openPayment, expectPaidOnce, setStock, setProviders } = shop

  beforeAll(async () => {
    await seedPromotion(shop.container())
    const promotions = resolve(Modules.PROMOTION)
    const [{ id }] = await promotions.listPromotions({ code: [PROMOTION_CODE] })
    promotionId = id
  })

  const runJob = async () => {
    await endGivenUpCompletions(shop.container())
    await shop.runJob()
  }

  /** The money is kept as it is: its session lives, and nothing was refunded. */
  const expectNothingWentBack = async ({
    session,
  }: Pick<OpenPayment, "session">) => {
    const payments = resolve(Modules.PAYMENT)
    expect(await payments.listPaymentSessions({ id: session.id })).toHaveLength(
      1
    )
    expect(await payments.listRefunds({})).toEqual([])
  }

  const openWithPromotion = async () => {
    const variantId = store.products.shirt.variantId
    const { id } = await shopper.createCart([{ variantId }])
    await shopper.giveAddress(id)
    await shopper.chooseShipping(id, store.shippingOptionId)
    const cart = await shopper.updateCart(id, {
      promo_codes: [PROMOTION_CODE],
    })
    expect(cart.total).toBe(11)
    const session = await shopper.startPayment(id, HOSTED)
    return { cart, session, gatewayId: gatewayIdOf(session) }
  }

  let promotionId: string

  const deletePromotion = () =>
    deletePromotionsWorkflow(shop.container()).run({
      input: { ids: [promotionId] },
    })

  const restorePromotion = () =>
    resolve(Modules.PROMOTION).restorePromotions([promotionId])

  const blockers: [string, Blocker][] = [
    [
      "crypto is switched off in the region",
      {
        happens: () => setProviders([]),
        ends: () => setProviders([HOSTED]),
        detail:
          /^Crypto is switched off as a payment method in the cart's region\./,
      },
    ],
    [
      "the stock is gone",
      {
        happens: () => setStock("shirt", 0),
        ends: () => setStock("shirt", 5),
        detail: /^Not enough stock is left for the cart\./,
      },
    ],
    [
      "the shipping option is deleted",
      {
        happens: () =>
          deleteShippingOptionsWorkflow(shop.container()).run({
            input: { ids: [store.shippingOptionId] },
          }),
        ends: () =>
          resolve(Modules.FULFILLMENT).restoreShippingOptions([
            store.shippingOptionId,
          ]),
        detail: /^The cart's shipping option was removed or changed\./,
      },
    ],
    [
      "the region is deleted",
      {
        happens: () =>
          deleteRegionsWorkflow(shop.container()).run({
            input: { ids: [store.regionId] },
          }),
        ends: async () => {
          await resolve(Modules.REGION).restoreRegions([store.regionId])
          await setProviders([HOSTED])
        },
        detail: /^The cart's region was deleted\./,
      },
    ],
    [
      "the product's variant is deleted",
      {
        happens: () =>
          deleteProductVariantsWorkflow(shop.container()).run({
            input: { ids: [store.products.shirt.variantId] },
          }),
        // Its stock was deleted with it, and the link between the two.
        ends: async () => {
          const { variantId, inventoryItemId } = store.products.shirt
          await resolve(Modules.PRODUCT).restoreProductVariants([variantId])
          await resolve(Modules.INVENTORY).restoreInventoryItems([
            String(inventoryItemId),
          ])
          await resolve(ContainerRegistrationKeys.LINK).restore({
            [Modules.PRODUCT]: { variant_id: variantId },
            [Modules.INVENTORY]: {
              inventory_item_id: String(inventoryItemId),
            },
          })
        },
        detail: /^"Linen shirt" was deleted from the catalog\./,
      },
    ],
    [
      "the promotion is deleted, and the cart still has the price that was paid",
      {
        open: openWithPromotion,
        happens: deletePromotion,
        ends: restorePromotion,
        detail: /^The promotion "TWO_OFF" was deleted\./,
      },
    ],
  ]

  describe("between the opening of a payment and its money", () => {
    it.each(blockers)("%s", async (_name, { open, happens, ends, detail }) => {
      const opened = await (open ?? (() => openPayment("shirt")))()
      await happens()

      expect(await gateway.confirm(opened.gatewayId)).toBe(200)
      const isUndone = !(await shop.workflowsToEnd())
      if (isUndone) await expectWaiting(opened, detail)
      await expectNothingWentBack(opened)

      await shop.runJob()
      if (isUndone && !(await shop.workflowsToEnd())) {
        await expectWaiting(opened, detail)
      }
      await expectNothingWentBack(opened)

      await ends()
      await runJob()
      await expectPaidOnce(
        opened.cart.id,
        opened.session.id,
        Number(opened.cart.total)
      )
    })

    /**
     * Where core undid its completion: a slow database is enough for its in-memory engine to give
     * that up for good (two parallel steps save at once), and then its half-done order stands.
     */
    const expectWaiting = async (
      { cart, session }: Pick<OpenPayment, "cart" | "session">,
      detail: RegExp
    ) => {
      const waiting = await books.attemptOf(session.id)
      expect(waiting).toMatchObject(
        attention("order_not_placed", {
          attention_detail: expect.stringMatching(detail),
          attention_fact: expect.objectContaining({ type: "blocked" }),
          next_check_at: expect.any(Date),
        })
      )
      expect(waiting.attention_detail).not.toMatch(/_01[0-9A-Z]{24}/)
      expect(await books.orderIds(cart.id)).toEqual([])
    }

    it("the stock is gone: that core captured the money is no reason to try again", async () => {
      const opened = await openPayment("shirt")
      await setStock("shirt", 0)
      await gateway.confirm(opened.gatewayId)
      const [payment] = await resolve(Modules.PAYMENT).listPayments({
        payment_session_id: opened.session.id,
      })

      // Over Redis the word of it comes when the try is over.
      for (let word = 0; word < 3; word++) {
        await onPaymentCaptured({
          event: { name: "payment.captured", data: { id: payment.id } },
          container: shop.container(),
          pluginOptions: {},
        })
      }

      expect(await books.attemptOf(opened.session.id)).toMatchObject({
        attention_reason: "order_not_placed",
        tries: 1,
      })
    })

    /** As the gateway does: 503 asks for another delivery, and is legal. */
    const deliverUntilHandled = async ({ gatewayId }: OpenPayment) => {
      for (let delivery = 1; ; delivery++) {
        const { status } = await gateway.deliver(gatewayId)
        if (status === 200) return
        expect(status).toBe(503)
        // Five failures of Medusa put the payment in front of a person.
        expect(delivery).toBeLessThan(6)
      }
    }

    it("two carts pay for the last piece: one gets it, and the other when it is back", async () => {
      const sales = [await openPayment("rare"), await openPayment("rare")]
      for (const { gatewayId } of sales) {
        gateway.markOnly(gatewayId, "confirmed")
      }
      await Promise.all(sales.map(deliverUntilHandled))
      const states = await Promise.all(
        sales.map(({ session }) => books.attemptOf(session.id))
      )
      const lucky = states.findIndex(({ state }) => state === "settled")
      expect(states[1 - lucky]).toMatchObject(attention("order_not_placed"))
      await expectPaidOnce(sales[lucky].cart.id, sales[lucky].session.id, 10)
      await expectNothingWentBack(sales[1 - lucky])
      expect(await books.orderIds(sales[1 - lucky].cart.id)).toEqual([])

      await setStock("rare", 2)
      await runJob()

      for (const { cart, session } of sales) {
        await expectPaidOnce(cart.id, session.id, 10)
      }
    })
  })
}
