import { Books } from "../support/shop/books"
import { gatewayIdOf } from "../support/shop/open-payment"
import type { ShopSuite } from "../support/shop/test-shop"
import { seedStore, Shopper } from "../support/store"

const provider = "pp_crypto_crypto"

/** Price in the store, and the number that must stand in the request's JSON. */
const cases = [
  { currency: "eur", country: "de", price: 19.99, wire: "19.99" },
  { currency: "usd", country: "us", price: 0.1 + 0.2, wire: "0.30" },
  { currency: "gbp", country: "gb", price: 1234567.89, wire: "1234567.89" },
  { currency: "jpy", country: "jp", price: 100, wire: "100" },
  { currency: "kwd", country: "kw", price: 1.234, wire: "1.234" },
  { currency: "chf", country: "ch", price: 98.9009, wire: "98.90" },
]

export const amountsSuite: ShopSuite = (shop) => {
  describe("amounts on their way to the gateway and back", () => {
    it.each(cases)(
      "asks for $price $currency as $wire, and books it",
      async ({ currency, country, price, wire }) => {
        const store = await seedStore(shop.container(), {
          name: currency,
          currencyCode: currency,
          countryCode: country,
          products: [
            {
              handle: "thing",
              title: "Thing",
              price,
              requiresShipping: false,
            },
          ],
        })
        const shopper = new Shopper(shop.baseUrl(), store)
        const { variantId } = store.products.thing
        const cart = await shopper.prepareCart([{ variantId }], {})
        const session = await shopper.startPayment(cart.id, provider)

        const body = String(shop.gateway.bodies().at(-1))
        expect(body).toContain(`"amount":${wire},`)
        expect(JSON.parse(body)).toMatchObject({
          currency: currency.toUpperCase(),
          external_id: cart.id,
        })
        await shop.gateway.confirm(gatewayIdOf(session))
        await new Books(shop).expectPaidOnce(cart.id, session.id, price)
      }
    )
  })
}
