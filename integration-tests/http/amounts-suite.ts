import { Books } from "../support/shop/books"
import { expectPaidOnce } from "../support/shop/expect-paid-once"
import { gatewayIdOf } from "../support/shop/open-payment"
import type { ShopSuite } from "../support/shop/test-shop"
import { type SeededStore, seedStore, Shopper } from "../support/store"

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
    const stores = new Map<string, SeededStore>()

    beforeAll(async () => {
      for (const { currency, country, price } of cases) {
        const store = await seedStore(shop.container(), {
          name: currency,
          currencyCode: currency,
          countryCode: country,
          products: [
            {
              handle: `thing-${currency}`,
              title: "Thing",
              price,
              requiresShipping: false,
            },
            {
              handle: `nothing-${currency}`,
              title: "Nothing",
              price: 0,
              requiresShipping: false,
            },
          ],
        })
        stores.set(currency, store)
      }
    })

    const storeOf = (currency: string) => {
      const store = stores.get(currency)
      if (!store) throw new Error(`No store sells in ${currency}.`)
      return store
    }

    it.each(cases)(
      "asks for $price $currency as $wire, and books it",
      async ({ currency, price, wire }) => {
        const store = storeOf(currency)
        const shopper = new Shopper(shop.baseUrl(), store)
        const cart = await shopper.prepareCart(
          [{ variantId: store.products[`thing-${currency}`].variantId }],
          {}
        )
        const session = await shopper.startPayment(cart.id, provider)

        const body = String(shop.gateway().bodies().at(-1))
        expect(body).toContain(`"amount":${wire},`)
        expect(JSON.parse(body)).toMatchObject({
          currency: currency.toUpperCase(),
          external_id: cart.id,
        })
        await shop.gateway().confirm(gatewayIdOf(session))
        await expectPaidOnce(new Books(shop), cart.id, session.id, price)
      }
    )

    it("refuses a price of zero with a clear error", async () => {
      const store = storeOf("eur")
      const shopper = new Shopper(shop.baseUrl(), store)
      const cart = await shopper.prepareCart(
        [{ variantId: store.products["nothing-eur"].variantId }],
        {}
      )
      const before = shop.gateway().payments().length
      await expect(
        shopper.startPayment(cart.id, provider)
      ).rejects.toMatchObject({
        status: 400,
        body: {
          message: "Crypto payments need an amount above zero; got 0.00 EUR.",
        },
      })
      expect(shop.gateway().payments()).toHaveLength(before)
    })
  })
}
