import { merchantOptionsSchema } from "../../src/modules/crypto-payment/options/schema"
import { startSandbox } from "../../src/sandbox"
import { payAtSandbox } from "../shop/pay-at-sandbox"
import { testShop } from "../shop/test-shop"
import { type SeededStore, Shopper, seedStore } from "../store"
import { codeBlock, tableNames } from "./code-blocks"
import { runBlock } from "./run-block"

describe("the README", () => {
  it("has a row for each option, and no row for anything else", () => {
    expect(tableNames("### Options").sort()).toEqual(
      Object.keys(merchantOptionsSchema.shape).sort()
    )
  })

  it("shows a gateway client that opens a payment", async () => {
    const { openPayment } = runBlock<{
      openPayment(...args: string[]): Promise<string>
    }>(codeBlock("new GatewayClient"))
    const sandbox = await startSandbox()
    const { url, merchantId, apiKey } = sandbox
    expect(await openPayment(url, merchantId, apiKey)).toContain(`${url}/pay/`)
    await sandbox.close()
    expect(await openPayment(url, merchantId, apiKey)).toBe("try again later")
  })

  it("shows how a test gets a sandbox of its own", async () => {
    const { withSandbox } = runBlock<{
      withSandbox(use: (url: string) => Promise<void>): Promise<void>
    }>(codeBlock("withSandbox"))
    const seen: number[] = []
    await withSandbox(async (url) => {
      seen.push((await fetch(`${url}/v1/merchants`)).status)
    })
    expect(seen).toEqual([401])
  })
})

testShop({
  startGateway: () => startSandbox({ control: true }),
  suite: (shop) => {
    describe("the README's storefront", () => {
      let store: SeededStore<"shirt" | "ebook">

      beforeAll(async () => {
        store = await seedStore(shop.container())
      })

      it("pays for a cart and finds its order", async () => {
        const { startCryptoPayment, readCryptoPayment } = runBlock<{
          startCryptoPayment(...args: string[]): Promise<{
            id: string
            data: { checkout_url: string; gateway_payment_id: string }
          }>
          readCryptoPayment(
            ...args: string[]
          ): Promise<{ state: string; order_id: string | null }>
        }>(codeBlock("startCryptoPayment"))
        const shopper = new Shopper(shop.baseUrl(), store)
        const cart = await shopper.prepareCart(
          [{ variantId: store.products.ebook.variantId }],
          {}
        )
        const where = [shop.baseUrl(), store.publishableKey] as const

        const session = await startCryptoPayment(
          ...where,
          cart.id,
          "http://localhost:8000/return"
        )
        expect(await readCryptoPayment(...where, session.id)).toMatchObject({
          state: "open",
          order_id: null,
        })
        await payAtSandbox(shop.gateway(), session.data.gateway_payment_id)

        expect(await readCryptoPayment(...where, session.id)).toMatchObject({
          state: "settled",
          order_id: expect.stringMatching(/^order_/),
        })
      })
    })
  },
})
