import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { reconcileCryptoPayments } from "../../src/workflows/reconcile-crypto-payments"
import { type SeededStore, Shopper, seedStore } from "../support/store"
import { addToOrder, setQuantities } from "../support/shop/add-to-order"
import { Books } from "../support/shop/books"
import { makeDue } from "../support/shop/make-due"
import { payOnce } from "../support/shop/pay-once"
import { openSale } from "../support/shop/open-sale"
import type { ShopSuite } from "../support/shop/test-shop"

const provider = "pp_crypto_crypto"

export const ordersSuite: ShopSuite = (shop) => {
  describe("orders paid in crypto", () => {
    let store: SeededStore<"ebook" | "rare">
    let shopper: Shopper
    let books: Books

    beforeAll(async () => {
      store = await seedStore(shop.container(), {
        products: [
          {
            handle: "ebook" as const,
            title: "Field guide",
            price: 5,
            requiresShipping: false,
          },
          {
            handle: "rare" as const,
            title: "The last of its kind",
            price: 7,
            stock: 1,
            requiresShipping: true,
          },
        ],
      })
    })

    beforeEach(() => {
      shopper = new Shopper(shop.baseUrl(), store)
      books = new Books(shop.container())
    })

    const openCart = (product: "ebook" | "rare") =>
      openSale(
        shopper,
        [{ variantId: store.products[product].variantId }],
        product === "rare" ? store.shippingOptionId : undefined
      )

    it("belong to the customer who was logged in", async () => {
      const customer = await shopper.register("ada@example.test", "secret-1")
      const { cart, session, gatewayId } = await openCart("ebook")
      await shop.gateway().confirm(gatewayId)
      await payOnce(books, cart.id, session.id, 5)
      const [orderId] = await books.orderIds(cart.id)
      const order = await shop
        .container()
        .resolve(Modules.ORDER)
        .retrieveOrder(orderId)
      expect(order.customer_id).toBe(customer.id)
    })

    it("show their crypto payments through query.graph", async () => {
      const { cart, gatewayId } = await openCart("ebook")
      await shop.gateway().confirm(gatewayId)
      const [orderId] = await books.orderIds(cart.id)
      const query = shop.container().resolve(ContainerRegistrationKeys.QUERY)
      const { data } = await query.graph({
        entity: "order",
        fields: ["id", "crypto_payments.gateway_payment_id"],
        filters: { id: orderId },
      })
      expect(data).toMatchObject([
        { crypto_payments: [{ gateway_payment_id: gatewayId }] },
      ])
    })

    it("can be edited, and the difference paid without a cart", async () => {
      const { cart, gatewayId } = await openCart("ebook")
      await shop.gateway().confirm(gatewayId)
      const [order_id] = await books.orderIds(cart.id)
      const collectionId = await addToOrder(shop.container(), order_id, {
        variant_id: store.products.ebook.variantId,
        quantity: 2,
      })

      const session = await shopper.openSession(collectionId, provider)
      expect(session.data).toMatchObject({
        external_id: collectionId,
        amount: "10.00",
      })
      expect(
        await shop.gateway().confirm(String(session.data.gateway_payment_id))
      ).toBe(200)

      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "settled",
        order_id,
        cart_id: null,
      })
      expect(await books.booksOf(order_id)).toMatchObject({
        total: 15,
        payments: 2,
        captures: expect.arrayContaining([5, 10]),
        transactions: expect.arrayContaining([5, 10]),
        pending_difference: 0,
        refunds: 0,
      })
    })

    /** An edit of +10, opened and not paid yet. */
    const openEdit = async () => {
      const { cart, session, gatewayId } = await openCart("ebook")
      await shop.gateway().confirm(gatewayId)
      await payOnce(books, cart.id, session.id, 5)
      const [order_id] = await books.orderIds(cart.id)
      const collectionId = await addToOrder(shop.container(), order_id, {
        variant_id: store.products.ebook.variantId,
        quantity: 2,
      })
      const edit = await shopper.openSession(collectionId, provider)
      const editGatewayId = String(edit.data.gateway_payment_id)
      return { order_id, collectionId, edit, editGatewayId, cart, session }
    }

    it("are not charged for an edit that was taken back", async () => {
      const { order_id, collectionId, edit, editGatewayId } = await openEdit()
      // Nothing is left of the order but one new item: -5 is pending in the end.
      await setQuantities(shop.container(), order_id, () => 0)
      expect(await books.booksOf(order_id)).toMatchObject({
        pending_difference: -5,
      })

      expect(await shop.gateway().confirm(editGatewayId)).toBe(200)
      await shop.gateway().deliver(editGatewayId, {
        url: `${shop.baseUrl()}/hooks/payment/crypto_crypto`,
      })

      expect(await books.attemptOf(edit.id)).toMatchObject({
        state: "attention",
        attention_reason: "amount_mismatch",
        attention_detail: "Paid for 10.00 EUR, due is -5.00 EUR.",
        order_id,
      })
      expect(await books.booksOf(order_id)).toMatchObject({
        captures: [5],
        transactions: [5],
        pending_difference: -5,
      })
      const before = shop.gateway().payments().length
      const payments = shop.container().resolve(Modules.PAYMENT)
      await payments.deletePaymentSession(edit.id).catch(() => undefined)
      // Opened again, it shows the payment that was received, and no other.
      expect(await shopper.openSession(collectionId, provider)).toMatchObject({
        id: edit.id,
        data: { checkout_url: null, wallet_address: null },
      })
      expect(shop.gateway().payments()).toHaveLength(before)
    })

    it("open no payment for an edit to which nothing is due any more", async () => {
      const { cart, session, gatewayId } = await openCart("ebook")
      await shop.gateway().confirm(gatewayId)
      await payOnce(books, cart.id, session.id, 5)
      const [order_id] = await books.orderIds(cart.id)
      const collectionId = await addToOrder(shop.container(), order_id, {
        variant_id: store.products.ebook.variantId,
        quantity: 2,
      })
      await setQuantities(shop.container(), order_id, () => 0)
      const before = shop.gateway().payments().length
      await expect(
        shopper.openSession(collectionId, provider)
      ).rejects.toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("has changed") },
      })
      expect(shop.gateway().payments()).toHaveLength(before)
    })

    it("stay settled by their own money when a later edit is paid otherwise", async () => {
      const { order_id, edit, editGatewayId, cart, session } = await openEdit()
      // As after a lost ledger: the first payment is decided about once more.
      const first = await books.attemptOf(session.id)
      await shop
        .container()
        .resolve(ContainerRegistrationKeys.PG_CONNECTION)("crypto_payment")
        .where({ id: first.id })
        .update({ state: "paid", order_id: null, payment_id: null })
      await shop.gateway().confirm(editGatewayId)
      expect(await books.attemptOf(edit.id)).toMatchObject({ state: "settled" })

      await makeDue(shop.container())
      await shop.gateway().deliver(first.gateway_payment_id ?? "")
      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "settled",
        order_id,
        cart_id: cart.id,
      })
    })

    it("cannot be placed without stock: the money is kept, and the order follows when stock is back", async () => {
      const first = await openCart("rare")
      const second = await openCart("rare")
      await shop.gateway().confirm(first.gatewayId)
      await payOnce(books, first.cart.id, first.session.id, 10)

      expect(await shop.gateway().confirm(second.gatewayId)).toBe(200)

      const waiting = await books.attemptOf(second.session.id)
      expect(waiting).toMatchObject({
        state: "attention",
        attention_reason: "order_not_placed",
        attention_detail: expect.stringContaining("Not enough stock"),
        next_check_at: expect.any(Date),
      })
      expect(await books.orderIds(second.cart.id)).toEqual([])

      const inventory = shop.container().resolve(Modules.INVENTORY)
      await inventory.updateInventoryLevels({
        inventory_item_id: String(store.products.rare.inventoryItemId),
        location_id: store.stockLocationId,
        stocked_quantity: 2,
      })
      await makeDue(shop.container())
      await reconcileCryptoPayments(shop.container())

      await payOnce(books, second.cart.id, second.session.id, 10)
    })

    it("are never refunded by themselves", async () => {
      const { cart, gatewayId } = await openCart("ebook")
      await shop.gateway().confirm(gatewayId)
      const { payment_id } = await books.ledger
        .listCryptoPayments({ cart_id: cart.id })
        .then(([attempt]) => attempt)
      const payments = shop.container().resolve(Modules.PAYMENT)

      await expect(
        payments.refundPayment({ payment_id: String(payment_id), amount: 5 })
      ).rejects.toThrow(/cannot be refunded from here/)
      await expect(payments.cancelPayment(String(payment_id))).rejects.toThrow(
        /cannot be canceled/
      )

      expect(await books.orderBooks(cart.id)).toMatchObject({ refunds: 0 })
    })

    it("take one of two payments that both came for one cart, and report the other", async () => {
      const { cart, session, gatewayId } = await openCart("ebook")
      shop.gateway().markOnly(gatewayId, "expired")
      await shop.gateway().deliver(gatewayId)
      const next = await shopper.startPayment(cart.id, provider)
      const nextId = String(next.data.gateway_payment_id)
      shop.gateway().markOnly(gatewayId, "confirmed")
      shop.gateway().markOnly(nextId, "confirmed")

      const answers = await Promise.all([
        shop.gateway().deliver(gatewayId),
        shop.gateway().deliver(nextId),
      ])

      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      await makeDue(shop.container())
      await reconcileCryptoPayments(shop.container())
      const states = [
        await books.attemptOf(session.id),
        await books.attemptOf(next.id),
      ].map(({ state, attention_reason }) => [state, attention_reason])
      expect(states).toContainEqual(["settled", null])
      expect(states).toContainEqual(["attention", "duplicate_payment"])
      expect(await books.orderBooks(cart.id)).toMatchObject({
        payments: 1,
        captures: [5],
        transactions: [5],
        pending_difference: 0,
      })
    })
  })
}
