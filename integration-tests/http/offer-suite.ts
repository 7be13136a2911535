import { type SeededStore, Shopper, seedStore } from "../support/store"
import type { ShopSuite } from "../support/shop/test-shop"

export const offerSuite: ShopSuite = (shop) => {
  describe("Medusa with the plugin", () => {
    let store: SeededStore

    beforeAll(async () => {
      store = await seedStore(shop.container())
    })

    it("offers to pay with crypto where the region has it enabled", async () => {
      const shopper = new Shopper(shop.baseUrl(), store)
      expect(await shopper.paymentProviders()).toEqual([
        expect.objectContaining({ id: "pp_crypto_crypto" }),
      ])
    })
  })
}
