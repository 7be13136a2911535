import { Modules } from "@medusajs/framework/utils"

import { settleCryptoPaymentWorkflow } from "../../src/workflows/settle-crypto-payment"
import { type SeededStore, Shopper, seedStore } from "../support/store"
import { Books } from "../support/shop/books"
import { openSale } from "../support/shop/open-sale"
import { payOnce } from "../support/shop/pay-once"
import type { ShopSuite } from "../support/shop/test-shop"

const provider = "pp_crypto_crypto"
const system = "pp_system_default"

export const switchedMethodSuite: ShopSuite = (shop) => {
  let store: SeededStore<"shirt" | "ebook">
  let shopper: Shopper
  let books: Books

  beforeAll(async () => {
    store = await seedStore(shop.container(), {
      providers: [provider, system],
    })
  })

  beforeEach(() => {
    shopper = new Shopper(shop.baseUrl(), store)
    books = new Books(shop.container())
  })

  const ebook = () => ({ variantId: store.products.ebook.variantId })
  const openCart = () => openSale(shopper, [ebook()])
  const idOf = (session: { data?: Record<string, unknown> }) =>
    String(session.data?.gateway_payment_id)

  const attemptFor = async (gatewayId: string) => {
    const [attempt] = await books.ledger.listCryptoPayments({
      gateway_payment_id: gatewayId,
    })
    return attempt
  }

  describe("a shopper who switches the payment method", () => {
    it("to another and back pays the payment that was open before", async () => {
      const { cart, gatewayId } = await openCart()
      await shopper.startPayment(cart.id, system)
      const again = await shopper.startPayment(cart.id, provider)

      expect(idOf(again)).toBe(gatewayId)
      expect(await shop.gateway().confirm(gatewayId)).toBe(200)
      await payOnce(books, cart.id, again.id, 5)
    })

    it("to another while the money is on its way gets an order of the crypto payment, if it is first", async () => {
      const { cart, gatewayId } = await openCart()
      shop.gateway().markOnly(gatewayId, "confirmed")
      await shopper.startPayment(cart.id, system)

      expect((await shop.gateway().deliver(gatewayId)).status).toBe(200)

      const { payment_session_id } = await attemptFor(gatewayId)
      await payOnce(books, cart.id, String(payment_session_id), 5)
      expect(await shopper.complete(cart.id)).toMatchObject({ type: "order" })
      await payOnce(books, cart.id, String(payment_session_id), 5)
    })

    it("to another after crypto was confirmed cannot", async () => {
      const { cart, session, gatewayId } = await openCart()
      shop.gateway().markOnly(gatewayId, "confirmed")
      await expect(shopper.complete(cart.id)).resolves.toMatchObject({
        type: "order",
      })
      const collection = await books.attemptOf(session.id)

      await expect(
        shopper.openSession(String(collection.payment_collection_id), system)
      ).rejects.toMatchObject({ status: expect.any(Number) })
      await payOnce(books, cart.id, session.id, 5)
    })

    it("and pays both at the same moment gets one order, and the crypto payment is reported", async () => {
      for (let round = 0; round < 5; round++) {
        const { cart, gatewayId } = await openCart()
        await shopper.startPayment(cart.id, system)
        shop.gateway().markOnly(gatewayId, "confirmed")

        const [answer] = await Promise.all([
          shop.gateway().deliver(gatewayId),
          shopper.complete(cart.id).catch((error: unknown) => error),
        ])
        if (answer.status !== 200) await shop.gateway().deliver(gatewayId)

        const { state, attention_reason } = await attemptFor(gatewayId)
        expect([
          ["settled", null],
          ["attention", "duplicate_payment"],
        ]).toContainEqual([state, attention_reason])
        const { payments, captures } = await books.orderBooks(cart.id)
        expect([payments, captures]).toEqual(
          state === "settled" ? [1, [5]] : [1, []]
        )
      }
    })
  })

  describe("an order that another method was to pay", () => {
    it("takes the crypto payment, once that one is cancelled and a person tries again", async () => {
      const { cart, gatewayId } = await openCart()
      await shopper.startPayment(cart.id, system)
      await shopper.complete(cart.id)
      expect(await shop.gateway().confirm(gatewayId)).toBe(200)
      const before = await attemptFor(gatewayId)
      expect(before).toMatchObject({ attention_reason: "duplicate_payment" })
      const payments = shop.container().resolve(Modules.PAYMENT)
      const [cash] = await payments.listPayments({})
      await payments.cancelPayment(cash.id)
      const known = shop.gateway().payments().length

      await settleCryptoPaymentWorkflow(shop.container()).run({
        input: { crypto_payment_id: before.id, again: "reconsider" },
      })

      expect(await attemptFor(gatewayId)).toMatchObject({
        state: "settled",
        order_id: before.order_id,
      })
      expect(shop.gateway().payments()).toHaveLength(known)
      expect(await books.orderBooks(cart.id)).toMatchObject({
        captures: [5],
        transactions: [5],
        pending_difference: 0,
      })
    })
  })

  describe("a cart whose payment is open", () => {
    it("may pass to a customer who logs in", async () => {
      const { cart, session, gatewayId } = await openCart()
      const customer = await shopper.register("late@example.test", "secret-1")
      await shopper.post(`/store/carts/${cart.id}/customer`)

      expect(await shop.gateway().confirm(gatewayId)).toBe(200)

      const [orderId] = await books.orderIds(cart.id)
      const order = await shop
        .container()
        .resolve(Modules.ORDER)
        .retrieveOrder(orderId)
      expect(order.customer_id).toBe(customer.id)
      const { payment_session_id } = await attemptFor(gatewayId)
      await payOnce(books, cart.id, payment_session_id ?? session.id, 5)
    })

    it("may be emptied: the money is an amount mismatch", async () => {
      const { cart, gatewayId } = await openCart()
      const [item] = cart.items ?? []
      await shopper.delete(`/store/carts/${cart.id}/line-items/${item.id}`)

      expect(await shop.gateway().confirm(gatewayId)).toBe(200)

      expect(await attemptFor(gatewayId)).toMatchObject({
        state: "attention",
        attention_reason: "amount_mismatch",
        attention_detail: "Paid for 5.00 EUR, due is 0.00 EUR.",
      })
      expect(await books.orderIds(cart.id)).toEqual([])
    })

    it("may be deleted: the money is unmatched, and no payment without an order is called settled", async () => {
      const { cart, gatewayId } = await openCart()
      await shop.container().resolve(Modules.CART).deleteCarts([cart.id])

      expect(await shop.gateway().confirm(gatewayId)).toBe(200)

      expect(await attemptFor(gatewayId)).toMatchObject({
        state: "attention",
        attention_reason: "unmatched",
        attention_detail: "Its cart no longer exists.",
      })
      expect(
        await shop.container().resolve(Modules.PAYMENT).listPayments({})
      ).toEqual([])
    })

    it("may be deleted after its payment ran out: money that comes is late", async () => {
      const { cart, gatewayId } = await openCart()
      shop.gateway().markOnly(gatewayId, "expired")
      await shop.gateway().deliver(gatewayId)
      await shop.container().resolve(Modules.CART).softDeleteCarts([cart.id])

      expect(await shop.gateway().confirm(gatewayId)).toBe(200)

      expect(await attemptFor(gatewayId)).toMatchObject({
        state: "attention",
        attention_reason: "late_payment",
      })
    })
  })

  describe("two browser tabs with different totals", () => {
    const twoTabs = async () => {
      const first = await openCart()
      await shopper.addItem(first.cart.id, ebook())
      const second = await shopper.startPayment(first.cart.id, provider)
      return { ...first, second }
    }

    it("paid in the newer one and then in the older one make one order and one duplicate", async () => {
      const { cart, gatewayId, second } = await twoTabs()

      expect(await shop.gateway().confirm(idOf(second))).toBe(200)
      expect(await shop.gateway().confirm(gatewayId)).toBe(200)

      await payOnce(books, cart.id, second.id, 10)
      expect(await attemptFor(gatewayId)).toMatchObject({
        state: "attention",
        attention_reason: "duplicate_payment",
      })
    })

    it("paid in the older one and then in the newer one make one order and one mismatch", async () => {
      const { cart, gatewayId, second } = await twoTabs()

      expect(await shop.gateway().confirm(gatewayId)).toBe(200)
      expect(await shop.gateway().confirm(idOf(second))).toBe(200)

      await payOnce(books, cart.id, second.id, 10)
      expect(await attemptFor(gatewayId)).toMatchObject({
        state: "attention",
        attention_reason: "amount_mismatch",
      })
    })

    it("paid in both, and the cart costs again what the older one took, make one order of the older one", async () => {
      const { cart, gatewayId, second } = await twoTabs()
      const carts = shop.container().resolve(Modules.CART)
      const [item] = cart.items ?? []
      await carts.updateLineItems(item.id, { quantity: 1 })

      expect(await shop.gateway().confirm(idOf(second))).toBe(200)
      expect(await attemptFor(idOf(second))).toMatchObject({
        state: "attention",
        attention_reason: "amount_mismatch",
      })
      expect(await shop.gateway().confirm(gatewayId)).toBe(200)

      const { payment_session_id } = await attemptFor(gatewayId)
      await payOnce(books, cart.id, String(payment_session_id), 5)
    })

    it("paid in both at once make one order", async () => {
      const { cart, gatewayId, second } = await twoTabs()
      shop.gateway().markOnly(gatewayId, "confirmed")
      shop.gateway().markOnly(idOf(second), "confirmed")

      const answers = await Promise.all([
        shop.gateway().deliver(gatewayId),
        shop.gateway().deliver(idOf(second)),
      ])

      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      await payOnce(books, cart.id, second.id, 10)
      expect(await attemptFor(gatewayId)).toMatchObject({
        state: "attention",
      })
    })
  })
}
