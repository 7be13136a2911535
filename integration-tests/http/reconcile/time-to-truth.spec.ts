import { setTimeout as sleep } from "node:timers/promises"

import { startSandbox, type Sandbox } from "../../../src/sandbox"
import { eventually } from "../../support/eventually"
import { Books } from "../../support/shop/books"
import { openSale } from "../../support/shop/open-sale"
import { payOnce } from "../../support/shop/pay-once"
import { testShop } from "../../support/shop/test-shop"
import { Shopper, seedStore, type SeededStore } from "../../support/store"
import { letPass } from "./let-pass"
import { controlSandbox, payUntold } from "../../support/shop/sandbox-control"

const scheduleSeconds = 3

testShop<Sandbox>({
  startGateway: () => startSandbox({ control: true, retryCount: 0 }),
  environment: {
    CRYPTO_RECONCILE_SCHEDULE: `*/${scheduleSeconds} * * * * *`,
  },
  suites: [
    (shop) => {
      describe("with all webhooks lost, and the job on its own schedule,", () => {
        let store: SeededStore<"shirt" | "ebook">
        let books: Books
        let shopper: Shopper

        beforeAll(async () => {
          store = await seedStore(shop.container())
        })
        beforeEach(async () => {
          shopper = new Shopper(shop.baseUrl(), store)
          books = new Books(shop.container())
          await controlSandbox(shop.gateway(), "faults", {
            webhooks: [{ kind: "drop", count: 1_000 }],
          })
        })

        const open = () =>
          openSale(shopper, [{ variantId: store.products.ebook.variantId }])

        /** How often the job has read the gateway's list. */
        const runs = async () => {
          const { counts } = await controlSandbox<{
            counts: Record<string, number>
          }>(shop.gateway(), "requests")
          return Object.entries(counts)
            .filter(([endpoint]) => /list/i.test(endpoint))
            .reduce((total, [, count]) => total + count, 0)
        }

        const settledWithinTwoRuns = async (sessionId: string) => {
          const before = await runs()
          await eventually(
            async () => {
              const { state } = await books.attemptOf(sessionId)
              return state === "settled" ? true : undefined
            },
            { limitMs: 60_000, otherwise: "No order came of the payment" }
          )
          // The order takes a moment, in which the next run may have begun.
          expect((await runs()) - before).toBeLessThanOrEqual(3)
        }

        it("a payment becomes an order within two runs", async () => {
          const { cart, session, gatewayId } = await open()
          await payUntold(shop.gateway(), gatewayId)

          await settledWithinTwoRuns(session.id)

          await payOnce(books, cart.id, session.id, 5)
        })

        it("so does one that is paid at the end of its countdown, when looks have become rare", async () => {
          const { cart, session, gatewayId } = await open()
          for (const minutes of [1, 2, 3, 5]) {
            await letPass(shop.container(), minutes)
            await sleep(scheduleSeconds * 1_000)
          }
          await controlSandbox(shop.gateway(), "clock", {
            advance_seconds: 840,
          })
          const { next_check_at } = await books.attemptOf(session.id)
          expect(Number(next_check_at) - Date.now()).toBeGreaterThan(120_000)
          await payUntold(shop.gateway(), gatewayId)

          await settledWithinTwoRuns(session.id)

          await payOnce(books, cart.id, session.id, 5)
        })
      })
    },
  ],
})
