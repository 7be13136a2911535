import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  cancelOrderWorkflow,
  updateRegionsWorkflow,
} from "@medusajs/medusa/core-flows"

import { reconcileCryptoPayments } from "../../src/workflows/reconcile-crypto-payments"
import {
  createAdminUser,
  logInAsAdmin,
  type SeededStore,
  seedStore,
  Shopper,
} from "../support/store"
import { AdminDesk } from "./admin-desk"
import { Books } from "../support/shop/books"
import {
  interruptCompletion,
  linkToCollection,
  ordersOfCollection,
} from "./interrupted-completion"
import { makeDue } from "../support/shop/make-due"
import { openSale, type Sale } from "../support/shop/open-sale"
import { payOnce } from "../support/shop/pay-once"
import type { ShopSuite } from "../support/shop/test-shop"

const provider = "pp_crypto_crypto"
const credentials = { email: "admin@example.test", password: "secret-word" }

/** Core was killed, once or more, while it completed a cart. */
export const leftoverOrdersSuite: ShopSuite = (shop) => {
  describe("an order that an interrupted completion left", () => {
    let store: SeededStore<"shirt" | "ebook">
    let shopper: Shopper
    let books: Books

    beforeAll(async () => {
      store = await seedStore(shop.container(), { providers: [provider] })
      await createAdminUser(shop.container(), credentials)
    })

    beforeEach(() => {
      shopper = new Shopper(shop.baseUrl(), store)
      books = new Books(shop.container())
    })

    afterEach(() => jest.restoreAllMocks())

    const db = () =>
      shop.container().resolve(ContainerRegistrationKeys.PG_CONNECTION)

    const open = () =>
      openSale(shopper, [{ variantId: store.products.ebook.variantId }])

    const interrupt = ({ cart }: Sale) =>
      interruptCompletion(shop.container(), cart.id, { collection: true })

    const sellIn = (payment_providers: string[]) =>
      updateRegionsWorkflow(shop.container()).run({
        input: {
          selector: { id: store.regionId },
          update: { payment_providers },
        },
      })

    /** Paid and captured, while its order cannot be placed. */
    const payWithoutOrder = async (sale: Sale) => {
      await sellIn([])
      await shop.gateway().confirm(sale.gatewayId)
      await sellIn([provider])
    }

    const runJob = async () => {
      await makeDue(shop.container())
      await reconcileCryptoPayments(shop.container())
    }

    /** Lets the job verify a settled payment, which it does once by itself. */
    const verifyAgain = async () => {
      await db()("crypto_payment")
        .where({ state: "settled" })
        .update({ verified_at: null, next_check_at: db().raw("now()") })
      await reconcileCryptoPayments(shop.container())
    }

    /** The orders that the payment's timeline names as left over. */
    const shown = async ({ session }: Sale) => {
      const { id } = await books.attemptOf(session.id)
      const events = await books.ledger.listCryptoPaymentEvents({
        crypto_payment_id: id,
        type: "leftover_order",
      })
      return events.map(({ data }) => {
        expect(data?.number).toMatch(/^\d+$/)
        return data?.order_id
      })
    }

    const expectDetached = async (sale: Sale, ...leftovers: string[]) => {
      expect((await shown(sale)).sort()).toEqual([...leftovers].sort())
      for (const leftover of leftovers) {
        expect(await books.booksOf(leftover)).toMatchObject({
          payments: 0,
          transactions: [],
          pending_difference: 5,
        })
      }
    }

    /** An order beside an older one that is not linked to anything yet. */
    const settledBesideOlder = async () => {
      const sale = await open()
      const older = await interruptCompletion(shop.container(), sale.cart.id)
      await shop.gateway().confirm(sale.gatewayId)
      await payOnce(books, sale.cart.id, sale.session.id, 5)
      const { id, order_id } = await books.attemptOf(sale.session.id)
      return { ...sale, id, older, orderId: String(order_id) }
    }

    it("in the collection gives way to the order of the payment that comes", async () => {
      const sale = await open()
      const leftover = await interrupt(sale)

      expect(await shop.gateway().confirm(sale.gatewayId)).toBe(200)

      await payOnce(books, sale.cart.id, sale.session.id, 5)
      await expectDetached(sale, leftover)
    })

    it("with the captured payment gives way to an order that shows it", async () => {
      const sale = await open()
      await payWithoutOrder(sale)
      const leftover = await interrupt(sale)
      expect(await books.booksOf(leftover)).toMatchObject({
        captures: [5],
        transactions: [],
      })

      await runJob()

      await payOnce(books, sale.cart.id, sale.session.id, 5)
      await expectDetached(sale, leftover)
    })

    it("is one of two, when core was killed twice", async () => {
      const sale = await open()
      await payWithoutOrder(sale)
      const first = await interrupt(sale)
      const second = await interrupt(sale)

      await runJob()

      await payOnce(books, sale.cart.id, sale.session.id, 5)
      await expectDetached(sale, first, second)
    })

    it("with the captured payment is shown where the cart costs more by now", async () => {
      const sale = await open()
      await payWithoutOrder(sale)
      const leftover = await interrupt(sale)
      const carts = shop.container().resolve(Modules.CART)
      const { items } = await carts.retrieveCart(sale.cart.id, {
        relations: ["items"],
      })
      await carts.updateLineItems(String(items?.[0]?.id), { quantity: 2 })

      await runJob()

      expect(await books.attemptOf(sale.session.id)).toMatchObject({
        state: "attention",
        attention_reason: "amount_mismatch",
      })
      await expectDetached(sale, leftover)
    })

    it("gives way to the shopper's completion, in parallel with webhook and job", async () => {
      const sale = await open()
      const leftover = await interrupt(sale)
      shop.gateway().markOnly(sale.gatewayId, "confirmed")

      await Promise.allSettled([
        shopper.complete(sale.cart.id),
        shop.gateway().deliver(sale.gatewayId),
        shop.gateway().deliver(sale.gatewayId),
        runJob(),
      ])
      await shop.workflowsToEnd()
      await runJob()

      await payOnce(books, sale.cart.id, sale.session.id, 5)
      await expectDetached(sale, leftover)
    })

    it("beside the real one is taken out of the collection, and shown once", async () => {
      const sale = await settledBesideOlder()
      await linkToCollection(shop.container(), sale.cart.id, sale.older)

      await verifyAgain()
      await verifyAgain()

      await payOnce(books, sale.cart.id, sale.session.id, 5)
      await expectDetached(sale, sale.older)
      expect(await ordersOfCollection(shop.container(), sale.cart.id)).toEqual([
        sale.orderId,
      ])
    })

    it("can then be canceled without touching the payment of the real one", async () => {
      const sale = await settledBesideOlder()
      await linkToCollection(shop.container(), sale.cart.id, sale.older)
      await verifyAgain()

      await cancelOrderWorkflow(shop.container()).run({
        input: { order_id: sale.older },
      })

      await payOnce(books, sale.cart.id, sale.session.id, 5)
    })

    it("loses the capture that core booked on it", async () => {
      const sale = await settledBesideOlder()
      await linkToCollection(shop.container(), sale.cart.id, sale.older)
      const orders = shop.container().resolve(Modules.ORDER)
      const [{ reference_id }] = await orders.listOrderTransactions({
        order_id: sale.orderId,
      })
      await orders.addOrderTransactions({
        order_id: sale.older,
        amount: 5,
        currency_code: "eur",
        reference: "capture",
        reference_id,
      })
      expect(await books.booksOf(sale.older)).toMatchObject({
        transactions: [5],
        pending_difference: 0,
      })

      await verifyAgain()

      await expectDetached(sale, sale.older)
      await payOnce(books, sale.cart.id, sale.session.id, 5)
    })

    it("is found again when the job is killed before the link is gone", async () => {
      const sale = await settledBesideOlder()
      await linkToCollection(shop.container(), sale.cart.id, sale.older)
      const link = shop.container().resolve(ContainerRegistrationKeys.LINK)
      jest.spyOn(link, "dismiss").mockRejectedValueOnce(new Error("killed"))
      await verifyAgain()
      expect(
        await ordersOfCollection(shop.container(), sale.cart.id)
      ).toContain(sale.older)

      await verifyAgain()

      await expectDetached(sale, sale.older)
      await payOnce(books, sale.cart.id, sale.session.id, 5)
    })

    it("takes no refund that is recorded before the job has found it", async () => {
      const sale = await settledBesideOlder()
      await linkToCollection(shop.container(), sale.cart.id, sale.older)
      const desk = new AdminDesk(
        await logInAsAdmin(shop.baseUrl(), credentials)
      )

      await desk.refund(sale.id, "2", "0xaaa")

      expect(await books.booksOf(sale.orderId)).toMatchObject({
        refunds: 1,
        transactions: expect.arrayContaining([5, -2]),
        payment_status: "partially_refunded",
      })
      await expectDetached(sale, sale.older)
    })

    it("is only unlinked where core has deleted it", async () => {
      const sale = await settledBesideOlder()
      await linkToCollection(shop.container(), sale.cart.id, sale.older)
      await shop
        .container()
        .resolve(Modules.ORDER)
        .softDeleteOrders([sale.older])

      await verifyAgain()

      expect(await shown(sale)).toEqual([])
      expect(await ordersOfCollection(shop.container(), sale.cart.id)).toEqual([
        sale.orderId,
      ])
    })

    it("is shown, once, where it has no link at all", async () => {
      const sale = await settledBesideOlder()
      await interruptCompletion(shop.container(), sale.cart.id, { quantity: 2 })

      await verifyAgain()
      await verifyAgain()

      expect(await shown(sale)).toEqual([sale.older])
    })
  })
}
