import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { startSandbox, type Sandbox } from "../../src/sandbox"
import { reconcileCryptoPayments } from "../../src/workflows/reconcile-crypto-payments"
import { Books } from "../shop/books"
import { openSale } from "../shop/open-sale"
import { testShop } from "../shop/test-shop"
import { Shopper, seedStore, type SeededStore } from "../store"
import { payUntold } from "./sandbox-control"

testShop<Sandbox>({
  startGateway: () => startSandbox({ control: true, retryCount: 0 }),
  suites: [
    (shop) => {
      describe("a paid payment in the gateway's list that the ledger does not know", () => {
        let store: SeededStore<"shirt" | "ebook">
        let books: Books
        let shopper: Shopper

        beforeAll(async () => {
          store = await seedStore(shop.container())
        })
        beforeEach(() => {
          shopper = new Shopper(shop.baseUrl(), store)
          books = new Books(shop.container())
        })

        const open = () =>
          openSale(shopper, [{ variantId: store.products.ebook.variantId }])

        it("becomes its cart's order when this shop made it", async () => {
          const { cart, gatewayId } = await open()
          await payUntold(shop.gateway(), gatewayId)
          await shop
            .container()
            .resolve(ContainerRegistrationKeys.PG_CONNECTION)
            .raw("truncate crypto_payment cascade")
          await open()

          expect(await reconcileCryptoPayments(shop.container())).toMatchObject(
            {
              settled: 1,
              failed: 0,
            }
          )

          expect(await books.orderBooks(cart.id)).toMatchObject({
            payment_status: "captured",
            captures: [5],
          })
        })

        it("is ignored when it was made elsewhere", async () => {
          const { url, merchantId, apiKey } = shop.gateway()
          const answer = await fetch(`${url}/v1/payments/widget`, {
            method: "POST",
            headers: {
              "content-type": "application/json",
              "x-merchant-id": merchantId,
              "x-api-key": apiKey,
            },
            body: JSON.stringify({
              amount: 5,
              currency: "EUR",
              external_id: "sold-in-another-place",
              callback_url:
                "https://another.example/hooks/crypto/pp_crypto_crypto",
            }),
          })
          const { id }: { id: string } = JSON.parse(await answer.text())
          await payUntold(shop.gateway(), id)
          const { session } = await open()

          await reconcileCryptoPayments(shop.container())

          const known = await books.ledger.listCryptoPayments({
            external_id: "sold-in-another-place",
          })
          expect(known).toEqual([])
          expect(await books.attemptOf(session.id)).toMatchObject({
            state: "open",
          })
        })
      })
    },
  ],
})
