import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
  Modules,
} from "@medusajs/framework/utils"
import { createRegionsWorkflow } from "@medusajs/medusa/core-flows"

import type { OpenPayment } from "../support/shop/open-payment"
import { errorOf, paidCartFixture } from "../support/shop/paid-cart-fixture"
import { paymentSuite } from "../support/shop/payment-fixture"
import { PROMOTION_CODE, seedPromotion } from "../support/shop/seed-promotion"
import { HOSTED, type Product } from "../support/shop/shop-fixture"
import type { SeededStore } from "../support/store"

const paid = "This cart is already paid; it cannot be changed."

/** What a shopper can do to a cart so that it costs something else. */
type Change = {
  name: string
  make: (opened: OpenPayment) => Promise<unknown>
}

export const paidCartChangesSuite = paymentSuite(
  "a change of a cart that is paid before its order can be placed",
  (shop) => {
    const { shopper, books, store, item } = shop
    const { payWithoutOrder } = paidCartFixture(shop)

    let dollarRegion: string

    beforeAll(async () => {
      dollarRegion = await seedDollars(shop.container(), store)
      await seedPromotion(shop.container())
    })

    const collectionAmount = async ({ cart }: OpenPayment) => {
      const { payment_collection } = await shopper.cart(cart.id)
      return payment_collection?.amount
    }

    const changes: Change[] = [
      {
        name: "more of an item",
        make: async ({ cart }) => {
          const [item] = (await shopper.cart(cart.id)).items ?? []
          return await shopper.changeQuantity(cart.id, item.id, 250)
        },
      },
      {
        name: "another item",
        make: ({ cart }) => shopper.addItem(cart.id, item()),
      },
      {
        name: "a promotion",
        make: ({ cart }) =>
          shopper.updateCart(cart.id, { promo_codes: [PROMOTION_CODE] }),
      },
      {
        name: "shipping that costs something",
        make: ({ cart }) =>
          shopper.chooseShipping(cart.id, store.shippingOptionId),
      },
      {
        name: "another region with another currency",
        make: ({ cart }) =>
          shopper.updateCart(cart.id, { region_id: dollarRegion }),
      },
      {
        name: "no item any more",
        make: async ({ cart }) => {
          const [item] = (await shopper.cart(cart.id)).items ?? []
          return await shopper.delete(
            `/store/carts/${cart.id}/line-items/${item.id}`
          )
        },
      },
    ]

    it.each(changes)(
      "is refused: $name, once, twice and in parallel, with a sentence",
      async ({ make }) => {
        const opened = await payWithoutOrder()
        const before = await shopper.cart(opened.cart.id)

        const answers = [
          await errorOf(make(opened)),
          await errorOf(make(opened)),
          ...(await Promise.all([
            errorOf(make(opened)),
            errorOf(make(opened)),
            errorOf(make(opened)),
          ])),
        ]

        for (const answer of answers.slice(0, 2)) {
          expect(answer).toMatchObject({
            status: 400,
            body: { type: MedusaError.Types.NOT_ALLOWED, message: paid },
          })
        }
        // In parallel core may also answer that the cart is locked.
        expect(answers).not.toContain("accepted")
        expect(await shopper.cart(opened.cart.id)).toMatchObject({
          total: before.total,
          currency_code: before.currency_code,
        })
        expect(await collectionAmount(opened)).toBe(10)
        await errorOf(shopper.complete(opened.cart.id))
        expect(await books.orderIds(opened.cart.id)).toEqual([])
      }
    )
  }
)

async function seedDollars(
  container: MedusaContainer,
  store: SeededStore<Product>
): Promise<string> {
  const { result } = await createRegionsWorkflow(container).run({
    input: {
      regions: [
        {
          name: "Overseas",
          currency_code: "usd",
          countries: ["us"],
          payment_providers: [HOSTED],
        },
      ],
    },
  })
  const pricing = container.resolve(Modules.PRICING)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "variant",
    fields: ["id", "price_set.id"],
    filters: { id: store.products.shirt.variantId },
  })
  await pricing.addPrices({
    priceSetId: String(data[0].price_set?.id),
    prices: [{ amount: 103.5, currency_code: "usd" }],
  })
  return result[0].id
}
