import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { updateRegionsWorkflow } from "@medusajs/medusa/core-flows"

import { reconcileCryptoPayments } from "../../src/workflows/reconcile-crypto-payments"
import { type SeededStore, Shopper, seedStore } from "../support/store"
import { setQuantities } from "../support/shop/add-to-order"
import { Books } from "../support/shop/books"
import { DatabaseSnapshot } from "../support/shop/database-snapshot"
import { interruptCompletion } from "./interrupted-completion"
import { makeDue } from "../support/shop/make-due"
import { openSale } from "../support/shop/open-sale"
import { payOnce } from "../support/shop/pay-once"
import type { ShopSuite } from "../support/shop/test-shop"

const provider = "pp_crypto_crypto"

export const recoverySuite: ShopSuite = (shop) => {
  let store: SeededStore<"shirt" | "ebook">
  let shopper: Shopper
  let books: Books

  beforeAll(async () => {
    store = await seedStore(shop.container(), {
      providers: [provider, "pp_system_default"],
    })
  })

  beforeEach(() => {
    shopper = new Shopper(shop.baseUrl(), store)
    books = new Books(shop.container())
  })

  const ebook = () => ({ variantId: store.products.ebook.variantId })
  const openCart = () => openSale(shopper, [ebook()])
  const db = () =>
    shop.container().resolve(ContainerRegistrationKeys.PG_CONNECTION)

  const backUp = () => DatabaseSnapshot.take(shop.databaseUrl(), "backup")

  const loseLedger = () =>
    db().raw(
      "TRUNCATE crypto_payment, crypto_payment_event, crypto_payment_refund"
    )

  const runJob = async () => {
    await makeDue(shop.container())
    await reconcileCryptoPayments(shop.container())
  }

  const attemptFor = async (gatewayId: string) => {
    const [attempt] = await books.ledger.listCryptoPayments({
      gateway_payment_id: gatewayId,
    })
    return attempt
  }

  describe("with the ledger lost while sessions exist", () => {
    it("a paid webhook still ends as its cart's order", async () => {
      const { cart, session, gatewayId } = await openCart()
      await loseLedger()

      expect(await shop.gateway().confirm(gatewayId)).toBe(200)

      await payOnce(books, cart.id, session.id, 5)
    })

    it("a paid webhook for a session that is gone ends as the order too", async () => {
      const { cart, gatewayId } = await openCart()
      await shopper.startPayment(cart.id, "pp_system_default")
      await loseLedger()

      expect(await shop.gateway().confirm(gatewayId)).toBe(200)

      const { payment_session_id } = await attemptFor(gatewayId)
      await payOnce(books, cart.id, String(payment_session_id), 5)
    })

    it("a paid webhook for a cart that costs more by now is an amount mismatch", async () => {
      const { cart, gatewayId } = await openCart()
      await shopper.addItem(cart.id, ebook())
      await loseLedger()

      expect(await shop.gateway().confirm(gatewayId)).toBe(200)

      expect(await attemptFor(gatewayId)).toMatchObject({
        state: "attention",
        attention_reason: "amount_mismatch",
        cart_id: cart.id,
      })
      expect(await books.orderIds(cart.id)).toEqual([])
    })

    it("a paid webhook for a cart that is gone is unmatched", async () => {
      const { cart, gatewayId } = await openCart()
      await loseLedger()
      await deleteCart(cart.id)

      expect(await shop.gateway().confirm(gatewayId)).toBe(200)

      expect(await attemptFor(gatewayId)).toMatchObject({
        state: "attention",
        attention_reason: "unmatched",
      })
    })

    it("an order that was paid already is found again, and not called paid twice", async () => {
      const { cart, session, gatewayId } = await openCart()
      await shop.gateway().confirm(gatewayId)
      await payOnce(books, cart.id, session.id, 5)
      await loseLedger()

      expect((await shop.gateway().deliver(gatewayId)).status).toBe(200)

      expect(await attemptFor(gatewayId)).toMatchObject({
        state: "settled",
        attention_reason: null,
      })
      await payOnce(books, cart.id, session.id, 5)
    })

    it("an expired webhook ends the session that was opened with it", async () => {
      const { cart, gatewayId } = await openCart()
      await loseLedger()
      shop.gateway().markOnly(gatewayId, "expired")

      expect((await shop.gateway().deliver(gatewayId)).status).toBe(200)

      expect(await attemptFor(gatewayId)).toMatchObject({ state: "closed" })
      await expect(shopper.complete(cart.id)).rejects.toMatchObject({
        status: 400,
      })
      expect(await books.orderIds(cart.id)).toEqual([])
    })

    it("an expired webhook ends the session of a row that nobody priced", async () => {
      const { session, gatewayId } = await openCart()
      await db()("crypto_payment")
        .where({ gateway_payment_id: gatewayId })
        .update({ amount: null, currency_code: null })
      shop.gateway().markOnly(gatewayId, "expired")

      expect((await shop.gateway().deliver(gatewayId)).status).toBe(200)

      expect(await attemptFor(gatewayId)).toMatchObject({ state: "closed" })
      const payments = shop.container().resolve(Modules.PAYMENT)
      expect(await payments.retrievePaymentSession(session.id)).toMatchObject({
        status: "canceled",
      })
    })

    it("a shopper who opens the payment again gets the same one, and pays once", async () => {
      const { cart, gatewayId } = await openCart()
      await loseLedger()

      const again = await shopper.startPayment(cart.id, provider)

      expect(again.data.gateway_payment_id).toBe(gatewayId)
      await shop.gateway().confirm(gatewayId)
      await payOnce(books, cart.id, again.id, 5)
    })

    it("a shopper whose money came meanwhile is not asked to pay again", async () => {
      const { cart, gatewayId } = await openCart()
      await loseLedger()
      shop.gateway().markOnly(gatewayId, "confirmed")

      const again = await shopper.startPayment(cart.id, provider)
      expect(again.data.gateway_payment_id).toBe(gatewayId)

      await runJob()
      await payOnce(books, cart.id, again.id, 5)
    })
  })

  describe("with a database restored to a moment before the gateway's", () => {
    it("the next payment finds a free external_id past several lost ones", async () => {
      const { cart } = await openCart()
      const backup = await backUp()
      const lost: string[] = []
      for (let revision = 2; revision <= 4; revision++) {
        await shopper.addItem(cart.id, ebook())
        const { data } = await shopper.startPayment(cart.id, provider)
        expect(data.external_id).toBe(`${cart.id}-${revision}`)
        lost.push(String(data.gateway_payment_id))
      }
      await backup.restore()
      await shopper.updateCart(cart.id, { email: "back@example.test" })
      for (let more = 0; more < 5; more++) {
        await shopper.addItem(cart.id, ebook())
      }

      const session = await shopper.startPayment(cart.id, provider)

      expect(session.data.external_id).toBe(`${cart.id}-5`)
      await shop.gateway().confirm(String(session.data.gateway_payment_id))
      await payOnce(books, cart.id, session.id, 30)
      for (const gatewayId of lost) {
        expect(await shop.gateway().confirm(gatewayId)).toBe(200)
        expect(await attemptFor(gatewayId)).toMatchObject({
          state: "attention",
          attention_reason: "duplicate_payment",
        })
      }
      await payOnce(books, cart.id, session.id, 30)
    })

    it("money of the lost future becomes the order of a cart that costs as much again", async () => {
      const { cart } = await openCart()
      const backup = await backUp()
      await shopper.addItem(cart.id, ebook())
      const { data } = await shopper.startPayment(cart.id, provider)
      const gatewayId = String(data.gateway_payment_id)
      await backup.restore()

      expect(await shop.gateway().confirm(gatewayId)).toBe(200)
      expect(await attemptFor(gatewayId)).toMatchObject({
        state: "attention",
        attention_reason: "amount_mismatch",
        attention_detail: "Paid for 10.00 EUR, due is 5.00 EUR.",
      })

      await shopper.addItem(cart.id, ebook())
      const session = await shopper.startPayment(cart.id, provider)
      expect(session.data.gateway_payment_id).toBe(gatewayId)
      await shopper.complete(cart.id)
      await payOnce(books, cart.id, session.id, 10)
    })

    it("money under an external_id that was tried and found taken is not mistaken for the price that was tried", async () => {
      const { cart } = await openCart()
      const backup = await backUp()
      await shopper.addItem(cart.id, ebook())
      const lost = await shopper.startPayment(cart.id, provider)
      const lostId = String(lost.data.gateway_payment_id)
      await backup.restore()
      await shopper.addItem(cart.id, ebook())
      await shopper.addItem(cart.id, ebook())
      await shopper.startPayment(cart.id, provider)

      shop.gateway().markOnly(lostId, "confirmed")
      const answer = await shop.gateway().deliver(lostId)

      expect(answer.status).toBe(200)
      expect(await attemptFor(lostId)).toMatchObject({
        state: "attention",
        attention_reason: "amount_mismatch",
        attention_detail: "Paid for 10.00 EUR, due is 15.00 EUR.",
        amount: "10.00",
      })
      expect(await books.orderIds(cart.id)).toEqual([])
    })

    it("an order of the lost future is placed again by its payment", async () => {
      const { cart, session, gatewayId } = await openCart()
      const backup = await backUp()
      await shop.gateway().confirm(gatewayId)
      await payOnce(books, cart.id, session.id, 5)
      await shop.workflowsToEnd()
      await backup.restore()
      expect(await books.orderIds(cart.id)).toEqual([])

      await runJob()

      await payOnce(books, cart.id, session.id, 5)
    })
  })

  describe("with a server killed between two writes", () => {
    it("a refund that core began, and was killed over, is none", async () => {
      const { cart, session, gatewayId } = await openCart()
      const sellIn = (payment_providers: string[]) =>
        updateRegionsWorkflow(shop.container()).run({
          input: {
            selector: { id: store.regionId },
            update: { payment_providers },
          },
        })
      await sellIn([])
      await shop.gateway().confirm(gatewayId)
      const payments = shop.container().resolve(Modules.PAYMENT)
      const [payment] = await payments.listPayments({
        payment_session_id: session.id,
      })
      await db()("refund").insert({
        id: "ref_of_nobody",
        payment_id: payment.id,
        amount: 5,
        raw_amount: { value: "5", precision: 20 },
        note: "Refunded due to cart completion failure",
      })

      await sellIn([provider])
      await runJob()

      await payOnce(books, cart.id, session.id, 5)
    })

    /** An order as a killed completion leaves it: captured, and not booked. */
    async function unbookedOrder() {
      const { cart, session, gatewayId } = await openCart()
      shop.gateway().markOnly(gatewayId, "confirmed")
      await shopper.complete(cart.id)
      await payOnce(books, cart.id, session.id, 5)
      const attempt = await books.attemptOf(session.id)
      const orders = shop.container().resolve(Modules.ORDER)
      const written = await orders.listOrderTransactions({
        order_id: String(attempt.order_id),
      })
      await orders.deleteOrderTransactions(written.map(({ id }) => id))
      expect(await books.orderBooks(cart.id)).toMatchObject({
        captures: [5],
        transactions: [],
        pending_difference: 5,
      })
      await db()("crypto_payment")
        .where({ id: attempt.id })
        .update({
          state: "paid",
          order_id: null,
          next_check_at: db().raw("now()"),
        })
      return { cart, session, orderId: String(attempt.order_id) }
    }

    it("an order whose capture is not in its books gets it there", async () => {
      const { cart, session } = await unbookedOrder()

      await runJob()

      await payOnce(books, cart.id, session.id, 5)
    })

    it("an order that was never linked to its payment collection is linked and booked", async () => {
      const { cart, session, orderId } = await unbookedOrder()
      await db()("order_payment_collection")
        .where({ order_id: orderId })
        .delete()

      await runJob()

      await payOnce(books, cart.id, session.id, 5)
    })

    it("a session whose data was never written is ended with its payment", async () => {
      const { session, gatewayId } = await openCart()
      await db()("payment_session")
        .where({ id: session.id })
        .update({ data: {} })

      shop.gateway().markOnly(gatewayId, "expired")
      await shop.gateway().deliver(gatewayId)

      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "closed",
      })
      const payments = shop.container().resolve(Modules.PAYMENT)
      expect(await payments.retrievePaymentSession(session.id)).toMatchObject({
        status: "canceled",
      })
    })

    it("an order that was edited before its payment was authorized gets that payment", async () => {
      const { cart, session, gatewayId } = await openCart()
      const orderId = await interruptCompletion(shop.container(), cart.id, {
        cart: true,
        collection: true,
      })
      await setQuantities(shop.container(), orderId, () => 2)

      expect(await shop.gateway().confirm(gatewayId)).toBe(200)

      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "settled",
        order_id: orderId,
      })
      expect(await books.orderBooks(cart.id)).toMatchObject({
        order_id: orderId,
        total: 10,
        captures: [5],
        transactions: [5],
        pending_difference: 5,
      })
    })
  })

  const deleteCart = async (cartId: string) => {
    await shop.container().resolve(Modules.CART).deleteCarts([cartId])
  }
}
