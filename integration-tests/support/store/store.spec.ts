import type { HttpTypes } from "@medusajs/framework/types"
import { testShop } from "../shop/test-shop"
import { startMinimalGateway } from "../minimal-gateway"
import {
  HttpError,
  type SeededStore,
  Shopper,
  createAdminUser,
  logInAsAdmin,
  seedStore,
} from "./index"

const MANUAL_PAYMENT = "pp_system_default"

testShop({
  startGateway: () => startMinimalGateway(),
  suites: [
    (shop) => {
      describe("the seeded store", () => {
        let store: SeededStore<"shirt" | "ebook">
        let shopper: Shopper

        beforeAll(async () => {
          store = await seedStore(shop.container(), {
            providers: [MANUAL_PAYMENT],
            taxRatePercent: 10,
          })
          shopper = new Shopper(shop.baseUrl(), store)
        })

        it("sells a shirt that is shipped, to a guest", async () => {
          const { id: cartId } = await shopper.prepareCart(
            [{ variantId: store.products.shirt.variantId, quantity: 2 }],
            { shippingOptionId: store.shippingOptionId }
          )
          const session = await shopper.startPayment(cartId, MANUAL_PAYMENT)
          expect(session.amount).toBe(25.3)

          const { id } = await shopper.placeOrder(cartId)
          const order = await shopper.order(id)
          expect(order).toMatchObject({ total: 25.3, currency_code: "eur" })
        })

        it("sells an e-book without shipping, to a customer", async () => {
          const buyer = new Shopper(shop.baseUrl(), store)
          const customer = await buyer.register(
            "ada@example.test",
            "secret-word"
          )
          const cart = await buyer.createCart()
          await buyer.addItem(cart.id, {
            variantId: store.products.ebook.variantId,
          })
          await buyer.giveAddress(cart.id, "ada@example.test")
          await buyer.startPayment(cart.id, MANUAL_PAYMENT)

          await buyer.complete(cart.id)
          const { orders } = await buyer.get<HttpTypes.StoreOrderListResponse>(
            "/store/orders?fields=total,customer_id"
          )
          expect(orders).toEqual([
            expect.objectContaining({ total: 5.5, customer_id: customer.id }),
          ])
        })

        it("sells no more than it has", async () => {
          const scarce = await seedStore(shop.container(), {
            name: "Scarce",
            countryCode: "fr",
            providers: [MANUAL_PAYMENT],
            products: [
              {
                handle: "last-one",
                title: "The last one",
                price: 1,
                stock: 1,
                requiresShipping: false,
              },
            ],
          })
          const { variantId } = scarce.products["last-one"]
          const buyer = new Shopper(shop.baseUrl(), scarce)

          await expect(
            buyer.createCart([{ variantId, quantity: 2 }])
          ).rejects.toThrow(HttpError)
          await expect(
            buyer.createCart([{ variantId, quantity: 1 }])
          ).resolves.toHaveProperty("id")
        })

        it("offers its shipping option and payment provider", async () => {
          const cart = await shopper.createCart([
            { variantId: store.products.shirt.variantId },
          ])
          await shopper.giveAddress(cart.id)
          expect(await shopper.shippingOptions(cart.id)).toEqual([
            expect.objectContaining({ id: store.shippingOptionId, amount: 3 }),
          ])
          expect(await shopper.paymentProviders()).toEqual([
            expect.objectContaining({ id: MANUAL_PAYMENT }),
          ])
        })

        it("is seen by an admin", async () => {
          const credentials = {
            email: "admin@example.test",
            password: "secret-word",
          }
          await createAdminUser(shop.container(), credentials)
          const admin = await logInAsAdmin(shop.baseUrl(), credentials)
          const { products } = await admin.get<{
            products: { handle: string }[]
          }>("/admin/products?order=handle")
          expect(products.map(({ handle }) => handle)).toEqual([
            "ebook",
            "shirt",
          ])
        })
      })
    },
  ],
})
