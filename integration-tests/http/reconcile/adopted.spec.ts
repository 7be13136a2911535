import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { startSandbox, type Sandbox } from "../../../src/sandbox"
import { reconcileCryptoPayments } from "../../../src/workflows/reconcile-crypto-payments"
import { Books } from "../../support/shop/books"
import { openSale } from "../../support/shop/open-sale"
import { testShop } from "../../support/shop/test-shop"
import {
  createAdminUser,
  type HttpClient,
  logInAsAdmin,
  Shopper,
  seedStore,
  type SeededStore,
} from "../../support/store"
import { controlSandbox, payUntold } from "../../support/shop/sandbox-control"

const credentials = { email: "admin@example.test", password: "secret-word" }

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
          await createAdminUser(shop.container(), credentials)
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
          const id = await createElsewhere(
            shop.gateway(),
            "sold-in-another-place"
          )
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

        describe("with the tables of the ledger emptied", () => {
          const empty = () =>
            shop
              .container()
              .resolve(ContainerRegistrationKeys.PG_CONNECTION)
              .raw("truncate crypto_payment, crypto_payment_task cascade")
          const lists = () =>
            reconcileCryptoPayments(shop.container()).then(({ pages }) => pages)

          it("is found although no attempt is left to be looked after", async () => {
            const { cart, gatewayId } = await open()
            await payUntold(shop.gateway(), gatewayId)
            await empty()

            expect(
              await reconcileCryptoPayments(shop.container())
            ).toMatchObject({ settled: 1, failed: 0, pages: 1 })

            expect(await books.orderBooks(cart.id)).toMatchObject({
              payment_status: "captured",
              captures: [5],
            })
          })

          it("is searched for once an hour, and not in every run", async () => {
            await empty()
            expect(await lists()).toBe(1)
            expect(await lists()).toBe(0)
            await shop
              .container()
              .resolve(ContainerRegistrationKeys.PG_CONNECTION)
              .raw("update crypto_payment_task set due_at = now()")
            expect(await lists()).toBe(1)
          })

          it("is searched for on all pages, by as many runs as it takes", async () => {
            const sales = [await open()]
            await payUntold(shop.gateway(), sales[0].gatewayId)
            for (let made = 0; made < 101; made++) {
              await createElsewhere(shop.gateway(), `elsewhere-${made}`)
            }
            await empty()

            expect(
              await reconcileCryptoPayments(shop.container())
            ).toMatchObject({ settled: 1, pages: 2 })
          })

          it("is searched for again soon when the gateway did not answer", async () => {
            const { cart, gatewayId } = await open()
            await payUntold(shop.gateway(), gatewayId)
            await empty()
            await controlSandbox(shop.gateway(), "faults", {
              requests: [{ kind: "error", count: 1 }],
            })
            await reconcileCryptoPayments(shop.container())
            expect(await books.orderIds(cart.id)).toEqual([])

            expect(
              await reconcileCryptoPayments(shop.container())
            ).toMatchObject({ settled: 1 })
            expect(await books.orderIds(cart.id)).toHaveLength(1)
          })
        })

        describe("adopted by a person", () => {
          let admin: HttpClient

          beforeEach(async () => {
            admin = await logInAsAdmin(shop.baseUrl(), credentials)
          })

          type Answer = {
            crypto_payment: { id: string; state: string; order_id: string }
          }
          const adopt = (body: object) =>
            admin.post<Answer>("/admin/crypto-payments/adopt", body)
          const lose = () =>
            shop
              .container()
              .resolve(ContainerRegistrationKeys.PG_CONNECTION)
              .raw("truncate crypto_payment cascade")

          it("becomes its cart's order, once, however often it is asked for", async () => {
            const { cart, gatewayId } = await open()
            await payUntold(shop.gateway(), gatewayId)
            await lose()

            const body = { gateway_payment_id: gatewayId }
            const answers = await Promise.all([adopt(body), adopt(body)])
            const again = await adopt(body)

            const [id] = await books.orderIds(cart.id)
            expect(again.crypto_payment).toMatchObject({
              state: "settled",
              order_id: id,
            })
            for (const { crypto_payment } of answers) {
              expect(crypto_payment.id).toBe(again.crypto_payment.id)
            }
            expect(await books.orderBooks(cart.id)).toMatchObject({
              captures: [5],
              payments: 1,
            })
          })

          it("needs its provider named when its callback URL does not", async () => {
            const id = await createElsewhere(
              shop.gateway(),
              "sold-by-hand",
              "https://another.example/payments"
            )
            await payUntold(shop.gateway(), id)

            await expect(adopt({ gateway_payment_id: id })).rejects.toThrow(
              /Choose one of the configured crypto payment providers/
            )
            const { crypto_payment } = await adopt({
              gateway_payment_id: id,
              provider_id: "pp_crypto_crypto",
            })
            expect(crypto_payment).toMatchObject({
              state: "attention",
              attention_reason: "unmatched",
            })
          })

          it("is refused where the gateway does not have it, or the provider is none of ours", async () => {
            await expect(
              adopt({ gateway_payment_id: "no-such-payment" })
            ).rejects.toThrow(/The gateway has no payment with this id/)
            const { gatewayId } = await open()
            await expect(
              adopt({
                gateway_payment_id: gatewayId,
                provider_id: "pp_system_default",
              })
            ).rejects.toThrow(/Choose one of the configured/)
          })
        })
      })
    },
  ],
})

/** A payment of the same merchant that another shop opened. */
async function createElsewhere(
  { url, merchantId, apiKey }: Sandbox,
  external_id: string,
  callback_url = "https://another.example/hooks/crypto/pp_crypto_crypto"
): Promise<string> {
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
      external_id,
      callback_url,
    }),
  })
  const { id }: { id: string } = JSON.parse(await answer.text())
  return id
}
