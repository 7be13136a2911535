import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  createPromotionsWorkflow,
  deleteProductVariantsWorkflow,
  deletePromotionsWorkflow,
  deleteRegionsWorkflow,
  deleteShippingOptionsWorkflow,
  updateRegionsWorkflow,
} from "@medusajs/medusa/core-flows"

import onPaymentCaptured from "../../src/subscribers/payment-captured"
import { reconcileCryptoPayments } from "../../src/workflows/reconcile-crypto-payments"
import { recordCryptoRefundWorkflow } from "../../src/workflows/record-crypto-refund"
import { type SeededStore, Shopper, seedStore } from "../support/store"
import { Books } from "../support/shop/books"
import { makeDue } from "../support/shop/make-due"
import { openSale, type Sale } from "../support/shop/open-sale"
import { payOnce } from "../support/shop/pay-once"
import type { ShopSuite } from "../support/shop/test-shop"
import { endGivenUpCompletions } from "../support/shop/workflows-to-end"

const provider = "pp_crypto_crypto"
const promotionCode = "TWO_OFF"

/** What happens to the store between the opening and the payment. */
type Blocker = {
  happens: () => Promise<unknown>
  /** Ends it; without one the cause stays. */
  ends?: () => Promise<unknown>
  detail: RegExp
}

export const blockersSuite: ShopSuite = (shop) => {
  let store: SeededStore<"shirt" | "rare">
  let shopper: Shopper
  let books: Books

  beforeAll(async () => {
    store = await seedStore(shop.container(), {
      products: [
        {
          handle: "shirt" as const,
          title: "Linen shirt",
          price: 10,
          stock: 1000,
          requiresShipping: true,
        },
        {
          handle: "rare" as const,
          title: "The last of its kind",
          price: 7,
          stock: 1,
          requiresShipping: true,
        },
      ],
    })
    await createPromotionsWorkflow(shop.container()).run({
      input: {
        promotionsData: [
          {
            code: promotionCode,
            type: "standard",
            status: "active",
            is_automatic: false,
            application_method: {
              type: "fixed",
              target_type: "order",
              value: 2,
              currency_code: store.currencyCode,
              allocation: "across",
            },
          },
        ],
      },
    })
  })

  beforeEach(() => {
    shopper = new Shopper(shop.baseUrl(), store)
    books = new Books(shop.container())
  })

  const open = (product: "shirt" | "rare") =>
    openSale(
      shopper,
      [{ variantId: store.products[product].variantId }],
      store.shippingOptionId
    )

  const runJob = async () => {
    await endGivenUpCompletions(shop.container())
    await makeDue(shop.container())
    await reconcileCryptoPayments(shop.container())
  }

  const sellIn = (payment_providers: string[]) =>
    updateRegionsWorkflow(shop.container()).run({
      input: {
        selector: { id: store.regionId },
        update: { payment_providers },
      },
    })

  const stock = (quantity: number) =>
    shop
      .container()
      .resolve(Modules.INVENTORY)
      .updateInventoryLevels({
        inventory_item_id: String(store.products.shirt.inventoryItemId),
        location_id: store.stockLocationId,
        stocked_quantity: quantity,
      })

  /** The money is kept as it is: its session lives, nothing went back, no order. */
  const expectKept = async ({ cart, session }: Sale) => {
    const payments = shop.container().resolve(Modules.PAYMENT)
    expect(await payments.listPaymentSessions({ id: session.id })).toHaveLength(
      1
    )
    expect(await payments.listRefunds({})).toEqual([])
    expect(await books.orderIds(cart.id)).toEqual([])
  }

  const blockers: [string, Blocker][] = [
    [
      "crypto is switched off in the region",
      {
        happens: () => sellIn([]),
        ends: () => sellIn([provider]),
        detail:
          /^Crypto is switched off as a payment method in the cart's region\./,
      },
    ],
    [
      "the stock is gone",
      {
        happens: () => stock(0),
        ends: () => stock(5),
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
          shop
            .container()
            .resolve(Modules.FULFILLMENT)
            .restoreShippingOptions([store.shippingOptionId]),
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
          await shop
            .container()
            .resolve(Modules.REGION)
            .restoreRegions([store.regionId])
          await sellIn([provider])
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
          await shop
            .container()
            .resolve(Modules.PRODUCT)
            .restoreProductVariants([variantId])
          await shop
            .container()
            .resolve(Modules.INVENTORY)
            .restoreInventoryItems([String(inventoryItemId)])
          await shop
            .container()
            .resolve(ContainerRegistrationKeys.LINK)
            .restore({
              [Modules.PRODUCT]: { variant_id: variantId },
              [Modules.INVENTORY]: {
                inventory_item_id: String(inventoryItemId),
              },
            })
        },
        detail: /^"Linen shirt" was deleted from the catalog\./,
      },
    ],
  ]

  describe("between the opening of a payment and its money", () => {
    it.each(blockers)("%s", async (_name, { happens, ends, detail }) => {
      const sale = await open("shirt")
      await happens()

      expect(await shop.gateway().confirm(sale.gatewayId)).toBe(200)

      const waiting = await books.attemptOf(sale.session.id)
      expect(waiting).toMatchObject({
        state: "attention",
        attention_reason: "order_not_placed",
        attention_detail: expect.stringMatching(detail),
        next_check_at: expect.any(Date),
      })
      await expectKept(sale)
      await runJob()
      expect(await books.attemptOf(sale.session.id)).toMatchObject({
        state: "attention",
        attention_reason: "order_not_placed",
      })
      await expectKept(sale)

      await ends?.()
      await runJob()
      await payOnce(books, sale.cart.id, sale.session.id, 13)
    })

    const openWithPromotion = async () => {
      const variantId = store.products.shirt.variantId
      const { id } = await shopper.createCart([{ variantId }])
      await shopper.giveAddress(id)
      await shopper.chooseShipping(id, store.shippingOptionId)
      const cart = await shopper.updateCart(id, {
        promo_codes: [promotionCode],
      })
      expect(cart.total).toBe(11)
      const session = await shopper.startPayment(id, provider)
      return {
        cart,
        session,
        gatewayId: String(session.data.gateway_payment_id),
      }
    }

    const deletePromotion = async () => {
      const promotions = shop.container().resolve(Modules.PROMOTION)
      const [{ id }] = await promotions.listPromotions({
        code: [promotionCode],
      })
      await deletePromotionsWorkflow(shop.container()).run({
        input: { ids: [id] },
      })
      return () => promotions.restorePromotions([id])
    }

    /** Core saves the state of a workflow as slowly as on a busy disk. */
    const slowCheckpoints = async () => {
      const db = shop
        .container()
        .resolve(ContainerRegistrationKeys.PG_CONNECTION)
      await db.raw(
        `CREATE FUNCTION save_slowly() RETURNS trigger LANGUAGE plpgsql
             AS $$ BEGIN PERFORM pg_sleep(0.4); RETURN NEW; END $$`
      )
      await db.raw(
        `CREATE TRIGGER save_slowly BEFORE INSERT OR UPDATE
             ON workflow_execution
            FOR EACH ROW EXECUTE FUNCTION save_slowly()`
      )
      return () => db.raw("DROP FUNCTION save_slowly CASCADE")
    }

    it("the promotion is deleted, and the cart still has the price that was paid", async () => {
      const sale = await openWithPromotion()
      const restore = await deletePromotion()

      expect(await shop.gateway().confirm(sale.gatewayId)).toBe(200)

      expect(await books.attemptOf(sale.session.id)).toMatchObject({
        state: "attention",
        attention_reason: "order_not_placed",
        attention_detail: expect.stringMatching(
          /^The promotion "TWO_OFF" was deleted\./
        ),
      })
      await expectKept(sale)
      await restore()
      await runJob()
      await payOnce(books, sale.cart.id, sale.session.id, 11)
    })

    it("core gives up undoing its failed completion: the order comes once the lock is over", async () => {
      const sale = await openWithPromotion()
      const restore = await deletePromotion()
      const quicken = await slowCheckpoints()
      expect(await shop.gateway().confirm(sale.gatewayId)).toBe(200)
      await quicken()
      const orders = shop.container().resolve(Modules.ORDER)
      const leftOver = await orders.listOrders({})
      expect(leftOver).toHaveLength(1)
      await expectKept(sale)

      await restore()
      await runJob()

      await payOnce(books, sale.cart.id, sale.session.id, 11)
      expect(await books.orderIds(sale.cart.id)).not.toContain(leftOver[0].id)
    })

    it("the promotion is deleted, and the cart was priced anew since", async () => {
      const sale = await openWithPromotion()
      await deletePromotion()
      await shopper.updateCart(sale.cart.id, { promo_codes: [] })

      expect(await shop.gateway().confirm(sale.gatewayId)).toBe(200)

      expect(await books.attemptOf(sale.session.id)).toMatchObject({
        state: "attention",
        attention_reason: "amount_mismatch",
        attention_detail: "Paid for 11.00 EUR, due is 13.00 EUR.",
      })
      expect(await books.orderIds(sale.cart.id)).toEqual([])
    })

    it("the stock is gone: that core captured the money is no reason to try again", async () => {
      const sale = await open("shirt")
      await stock(0)
      await shop.gateway().confirm(sale.gatewayId)
      const [payment] = await shop
        .container()
        .resolve(Modules.PAYMENT)
        .listPayments({ payment_session_id: sale.session.id })

      // Over Redis the word of it comes when the try is over.
      for (let word = 0; word < 3; word++) {
        await onPaymentCaptured({
          event: { name: "payment.captured", data: { id: payment.id } },
          container: shop.container(),
          pluginOptions: {},
        })
      }

      expect(await books.attemptOf(sale.session.id)).toMatchObject({
        attention_reason: "order_not_placed",
        tries: 1,
      })
    })

    it("the stock is gone, and some of the money was sent back: no order comes by itself any more", async () => {
      const sale = await open("shirt")
      await stock(0)
      await shop.gateway().confirm(sale.gatewayId)
      const { id } = await books.attemptOf(sale.session.id)
      await recordCryptoRefundWorkflow(shop.container()).run({
        input: {
          id,
          amount: "3.00",
          transaction_hash: "0xback",
          actor_id: "user_1",
        },
      })
      await stock(5)

      await runJob()
      const completion = await shopper
        .complete(sale.cart.id)
        .catch((error: unknown) => error)

      expect(completion).not.toMatchObject({ type: "order" })
      expect(await books.attemptOf(sale.session.id)).toMatchObject({
        state: "attention",
        attention_reason: "order_not_placed",
        attention_detail: expect.stringContaining("recorded a refund"),
      })
      expect(await books.orderIds(sale.cart.id)).toEqual([])
    })

    /** As the gateway does: 503 asks for another delivery, and is legal. */
    const deliverUntilHandled = async ({ gatewayId }: Sale) => {
      for (let delivery = 1; ; delivery++) {
        const { status } = await shop.gateway().deliver(gatewayId)
        if (status === 200) return
        expect(status).toBe(503)
        // Five failures of Medusa put the payment in front of a person.
        expect(delivery).toBeLessThan(6)
      }
    }

    it("two carts pay for the last piece: one gets it, and the other when it is back", async () => {
      const sales = [await open("rare"), await open("rare")]
      for (const { gatewayId } of sales) {
        shop.gateway().markOnly(gatewayId, "confirmed")
      }
      await Promise.all(sales.map(deliverUntilHandled))
      const states = await Promise.all(
        sales.map(({ session }) => books.attemptOf(session.id))
      )
      const lucky = states.findIndex(({ state }) => state === "settled")
      expect(states[1 - lucky]).toMatchObject({
        state: "attention",
        attention_reason: "order_not_placed",
      })
      await payOnce(books, sales[lucky].cart.id, sales[lucky].session.id, 10)
      await expectKept(sales[1 - lucky])

      await shop
        .container()
        .resolve(Modules.INVENTORY)
        .updateInventoryLevels({
          inventory_item_id: String(store.products.rare.inventoryItemId),
          location_id: store.stockLocationId,
          stocked_quantity: 2,
        })
      await runJob()

      for (const { cart, session } of sales) {
        await payOnce(books, cart.id, session.id, 10)
      }
    })
  })
}
