import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"

import { startSandbox, type Sandbox } from "../../../src/sandbox"
import { reconcileCryptoPayments } from "../../../src/workflows/reconcile-crypto-payments"
import { supersedeAttempts } from "../../../src/workflows/reconcile-crypto-payments/superseded"
import { Books } from "../../support/shop/books"
import { openSale, type Sale } from "../../support/shop/open-sale"
import { payOnce } from "../../support/shop/pay-once"
import { testShop } from "../../support/shop/test-shop"
import {
  logInAsAdmin,
  Shopper,
  seedStore,
  type SeededStore,
} from "../../support/store"
import { createAdminUser } from "../../support/store/admin-user"
import { letPass } from "./let-pass"
import {
  controlSandbox,
  payUntold,
  statusAt,
} from "../../support/shop/sandbox-control"

const inline = "pp_crypto-h2h_crypto"

testShop<Sandbox>({
  startGateway: () => startSandbox({ control: true, retryCount: 0 }),
  suites: [
    (shop) => {
      describe("a crypto payment that nobody needs any more", () => {
        let store: SeededStore<"shirt" | "ebook">
        let shopper: Shopper
        let books: Books

        beforeAll(async () => {
          store = await seedStore(shop.container(), {
            providers: ["pp_crypto_crypto", inline],
          })
          await createAdminUser(shop.container(), {
            email: "admin@shop.example",
            password: "supersecret",
          })
        })
        beforeEach(async () => {
          shopper = new Shopper(shop.baseUrl(), store)
          books = new Books(shop.container())
          // The job is alone: no webhook tells of an expiry before it does.
          await controlSandbox(shop.gateway(), "faults", {
            webhooks: [{ kind: "drop", count: 1_000 }],
          })
          // What earlier tests sold is not in the restored database.
          await controlSandbox(shop.gateway(), "clock", {
            advance_seconds: 901,
          })
        })

        const reconcile = () => reconcileCryptoPayments(shop.container())
        const ebook = () => [{ variantId: store.products.ebook.variantId }]
        const open = () => openSale(shopper, ebook())
        const status = ({ gatewayId }: Sale) =>
          statusAt(shop.gateway(), gatewayId)
        const attemptOf = ({ session }: Sale) => books.attemptOf(session.id)

        it("is expired at the gateway when the cart has changed and moved on", async () => {
          const sale = await open()
          await shopper.addItem(sale.cart.id, ebook()[0])
          await letPass(shop.container(), 3)

          await reconcile()

          expect(await status(sale)).toBe("expired")
          expect(await attemptOf(sale)).toMatchObject({
            state: "closed",
            gateway_status: "expired",
            superseded_at: expect.any(Date),
          })
        })

        it("is left alone while its session is there, or has only just gone", async () => {
          const sale = await open()
          await letPass(shop.container(), 60)
          await reconcile()
          expect(await status(sale)).toBe("created")

          await shopper.addItem(sale.cart.id, ebook()[0])
          await letPass(shop.container(), 1)
          await reconcile()
          expect(await status(sale)).toBe("created")
          expect(await attemptOf(sale)).toMatchObject({ superseded_at: null })
        })

        it("is not expired while another session shares it", async () => {
          const sale = await open()
          const again = await shopper.startPayment(
            sale.cart.id,
            "pp_crypto_crypto"
          )
          expect(again.id).not.toBe(sale.session.id)
          await letPass(shop.container(), 10)

          await reconcile()

          expect(await status(sale)).toBe("created")
          expect(await attemptOf(sale)).toMatchObject({
            state: "open",
            session_ids: [sale.session.id, again.id],
          })
        })

        it("is expired when the shopper paid by another provider, and the order stays", async () => {
          const sale = await open()
          await enableSystemProvider()
          await shopper.startPayment(sale.cart.id, "pp_system_default")
          const completion = await shopper.complete(sale.cart.id)
          expect(completion.type).toBe("order")
          await letPass(shop.container(), 3)

          await reconcile()

          expect(await status(sale)).toBe("expired")
          expect(await attemptOf(sale)).toMatchObject({ state: "closed" })
          const [orderId] = await books.orderIds(sale.cart.id)
          expect((await shopper.order(orderId)).status).toBe("pending")
        })

        it("that was paid in that very moment is not lost", async () => {
          const sale = await open()
          await shopper.addItem(sale.cart.id, ebook()[0])
          await letPass(shop.container(), 3)
          await payUntold(shop.gateway(), sale.gatewayId)

          await reconcile()

          expect(await status(sale)).toBe("confirmed")
          expect(await attemptOf(sale)).toMatchObject({
            state: "attention",
            attention_reason: "amount_mismatch",
          })
        })

        it("does not serve the shopper who comes back, who gets a new one", async () => {
          const sale = await open()
          const { id } = await attemptOf(sale)
          await controlSandbox(shop.gateway(), "faults", {
            requests: [{ kind: "error", count: 1 }],
          })
          await supersedeAttempts(shop.container(), [id])
          expect(await attemptOf(sale)).toMatchObject({
            state: "open",
            superseded_at: expect.any(Date),
          })

          const session = await shopper.startPayment(
            sale.cart.id,
            "pp_crypto_crypto"
          )

          expect(session.data.external_id).toBe(`${sale.cart.id}-2`)
          await letPass(shop.container(), 2)
          await reconcile()
          expect(await status(sale)).toBe("expired")
          const gatewayId = String(session.data.gateway_payment_id)
          expect(await statusAt(shop.gateway(), gatewayId)).toBe("created")
          await payUntold(shop.gateway(), gatewayId)
          await reconcile()
          await payOnce(books, sale.cart.id, session.id, 5)
        })

        it("is expired at once when someone knows that it is over", async () => {
          const sale = await open()
          const { id } = await attemptOf(sale)

          await supersedeAttempts(shop.container(), [id, "cpay_unknown"])

          expect(await status(sale)).toBe("expired")
          expect(await attemptOf(sale)).toMatchObject({ state: "closed" })
        })

        it("and paid is left alone by those who think it is over", async () => {
          const sale = await open()
          await payUntold(shop.gateway(), sale.gatewayId)
          await reconcile()
          await payOnce(books, sale.cart.id, sale.session.id, 5)
          const { id, order_id } = await attemptOf(sale)

          await supersedeAttempts(shop.container(), [id])
          await cancelOrderWorkflow(shop.container())
            .run({ input: { order_id: order_id ?? "" } })
            .catch(() => undefined)
          await letPass(shop.container(), 60)
          await reconcile()

          expect(await attemptOf(sale)).toMatchObject({
            state: "settled",
            superseded_at: null,
          })
        })

        describe("and whose coin was chosen", () => {
          const openInline = async (): Promise<Sale> => {
            const cart = await shopper.prepareCart(ebook(), {})
            const session = await shopper.startPayment(cart.id, inline, {
              target_currency: "USDT_TRC20",
            })
            const gatewayId = String(session.data.gateway_payment_id)
            return { cart, session, gatewayId }
          }
          const openChosen = async () => {
            const sale = await open()
            await controlSandbox(
              shop.gateway(),
              `payments/${sale.gatewayId}/coin`,
              { currency: "USDT_TRC20" }
            )
            return sale
          }
          const expiries = async () => {
            const { counts } = await controlSandbox<{
              counts: Record<string, number>
            }>(shop.gateway(), "requests")
            return counts.expire ?? 0
          }
          const whys = async (sale: Sale) => {
            const events = await books.ledger.listCryptoPaymentEvents({
              crypto_payment_id: (await attemptOf(sale)).id,
              type: "not_expired",
            })
            return events.map(({ data }) => data)
          }

          it.each([
            ["on the hosted page, a moment ago,", openChosen],
            ["in the checkout", openInline],
          ])("%s is left to its countdown", async (_where, openOne) => {
            const before = await expiries()
            const sale = await openOne()
            await shopper.addItem(sale.cart.id, ebook()[0])
            for (let look = 0; look < 3; look++) {
              await letPass(shop.container(), 3)
              await reconcile()
            }
            expect(await status(sale)).toBe("pending")
            expect(await expiries()).toBe(before)
            expect(await attemptOf(sale)).toMatchObject({
              state: "open",
              gateway_status: "pending",
              superseded_at: expect.any(Date),
              next_check_at: expect.any(Date),
            })
            expect(await whys(sale)).toEqual([{ reason: "coins_may_come" }])

            await controlSandbox(shop.gateway(), "clock", {
              advance_seconds: 901,
            })
            await letPass(shop.container(), 15)
            await reconcile()
            expect(await attemptOf(sale)).toMatchObject({
              state: "closed",
              gateway_status: "expired",
            })
          })

          it("is not expired when its order is canceled, and its money is late", async () => {
            const sale = await openInline()
            const before = await expiries()
            await enableSystemProvider()
            await shopper.startPayment(sale.cart.id, "pp_system_default")
            await shopper.complete(sale.cart.id)
            const [orderId] = await books.orderIds(sale.cart.id)
            await cancelOrderWorkflow(shop.container()).run({
              input: { order_id: orderId },
            })
            await supersedeAttempts(shop.container(), [
              (await attemptOf(sale)).id,
            ])
            expect(await status(sale)).toBe("pending")
            expect(await expiries()).toBe(before)

            await payUntold(shop.gateway(), sale.gatewayId)
            await letPass(shop.container(), 3)
            await reconcile()

            expect(await attemptOf(sale)).toMatchObject({
              state: "attention",
              attention_reason: "late_payment",
            })
          })

          it("becomes the order when the cart costs as much again", async () => {
            const sale = await openInline()
            const { items } = await shopper.addItem(sale.cart.id, ebook()[0])
            await letPass(shop.container(), 3)
            await reconcile()
            await shopper.changeQuantity(sale.cart.id, String(items?.[0].id), 1)
            await payUntold(shop.gateway(), sale.gatewayId)
            await letPass(shop.container(), 3)

            await reconcile()

            const { id } = await attemptOf(sale)
            expect(await books.ledger.attempts.retrieve(id)).toMatchObject({
              state: "settled",
            })
            expect(await books.orderBooks(sale.cart.id)).toMatchObject({
              captures: [5],
              pending_difference: 0,
            })
          })
        })

        async function enableSystemProvider(): Promise<void> {
          const admin = await logInAsAdmin(shop.baseUrl(), {
            email: "admin@shop.example",
            password: "supersecret",
          })
          await admin.post(`/admin/regions/${store.regionId}`, {
            payment_providers: ["pp_crypto_crypto", "pp_system_default"],
          })
        }
      })
    },
  ],
})
