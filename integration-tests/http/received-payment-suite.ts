import { Modules } from "@medusajs/framework/utils"

import { type SeededStore, Shopper, seedStore } from "../support/store"
import { HttpError } from "../support/store/http-client"
import { Books } from "../support/shop/books"
import { openSale, type Sale } from "../support/shop/open-sale"
import type { ShopSuite } from "../support/shop/test-shop"

const hosted = "pp_crypto_crypto"
const inline = "pp_crypto-h2h_crypto"
const manual = "pp_system_default"

/** A shopper whose payment was received, but whose order could not be placed. */
export const receivedPaymentSuite: ShopSuite = (shop) => {
  let store: SeededStore<"rare">
  let shopper: Shopper
  let books: Books
  let sale: Sale

  beforeAll(async () => {
    store = await seedStore(shop.container(), {
      providers: [hosted, inline, manual],
      products: [
        {
          handle: "rare" as const,
          title: "The last of its kind",
          price: 7,
          stock: 1,
          requiresShipping: true,
        },
      ],
    })
  })

  beforeEach(async () => {
    shopper = new Shopper(shop.baseUrl(), store)
    books = new Books(shop.container())
    sale = await openSale(
      shopper,
      [{ variantId: store.products.rare.variantId }],
      store.shippingOptionId
    )
    await shop
      .container()
      .resolve(Modules.INVENTORY)
      .updateInventoryLevels({
        inventory_item_id: String(store.products.rare.inventoryItemId),
        location_id: store.stockLocationId,
        stocked_quantity: 0,
      })
    await shop.gateway().confirm(sale.gatewayId)
    expect(await books.attemptOf(sale.session.id)).toMatchObject({
      state: "attention",
      attention_reason: "order_not_placed",
    })
  })

  it.each([
    ["the same provider", hosted],
    ["the other crypto provider", inline],
  ])(
    "answers %s with the paid session and nothing to pay",
    async (_, provider) => {
      const opened = shop.gateway().payments().length
      const collection = await shopper.paymentCollection(sale.cart.id)
      const answer = await shopper.post<{
        payment_collection: { payment_sessions: Sale["session"][] }
      }>(`/store/payment-collections/${collection.id}/payment-sessions`, {
        provider_id: provider,
        data: { target_currency: "USDT" },
      })
      expect(answer.payment_collection.payment_sessions).toMatchObject([
        {
          id: sale.session.id,
          provider_id: hosted,
          data: { checkout_url: null, wallet_address: null },
        },
      ])
      expect(shop.gateway().payments()).toHaveLength(opened)
    }
  )

  it("refuses another provider with a sentence for the shopper", async () => {
    const error = await shopper
      .startPayment(sale.cart.id, manual)
      .catch((error: unknown) => error)
    expect(error).toBeInstanceOf(HttpError)
    expect(error).toMatchObject({
      status: 400,
      body: {
        message: expect.stringMatching(
          /was received\. Please do not pay again/
        ),
      },
    })
    const cart = await shopper.cart(sale.cart.id)
    expect(cart.payment_collection?.payment_sessions).toMatchObject([
      { id: sale.session.id },
    ])
  })
}
