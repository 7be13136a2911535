import { Modules } from "@medusajs/framework/utils"

import { openedBy } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { attention, HOSTED, INLINE, MANUAL } from "../support/shop/shop-fixture"
import { errorOf } from "../support/store/http-client"

export const resolvedCartSuite = paymentSuite(
  "a cart whose captured payment a person resolved",
  (shop) => {
    const { gateway, shopper, books, actions, admin, resolve, store } = shop
    const { payWithoutOrder, runJob } = shop

    const ship = (cartId: string) =>
      shopper.chooseShipping(cartId, store.shippingOptionId)

    /** As if the server was killed once the decision was written. */
    const resolveAndDie = (id: string) =>
      books.ledger.adminActions.resolve(
        id,
        {
          kind: "other",
          note: null,
          order: null,
          transaction_hash: null,
          by: "user_1",
        },
        { price_kind: "refund" }
      )

    const byHand = async (id: string) => {
      const { orderId } = await shop.payOrder()
      const order = await resolve(Modules.ORDER).retrieveOrder(orderId)
      const order_number = order.display_id
      await actions.resolve(id, { kind: "order_placed_by_hand", order_number })
    }

    const unpaid = {
      payments: 1,
      captures: [],
      refunds: 0,
      transactions: [],
      payment_status: "authorized",
    }

    it.each<[string, (id: string) => Promise<unknown>]>([
      ["as something else", (id) => actions.resolve(id, { kind: "other" })],
      ["as an order that was placed by hand", byHand],
      [
        "as refunded",
        (id) =>
          actions.resolve(id, { kind: "refunded", transaction_hash: "0xaaa" }),
      ],
      [
        "by recording that all of it was sent back",
        (id) => actions.refund(id, "10", "0xaaa"),
      ],
      [
        "by a server that was killed then, once the job ran",
        async (id) => {
          await resolveAndDie(id)
          await runJob()
        },
      ],
    ])(
      "%s is ordered by another provider as unpaid, and canceled without a refund",
      async (_how, decide) => {
        const opened = await payWithoutOrder()
        const { id, cart } = opened
        const { id: collectionId } = await shopper.paymentCollection(cart.id)
        await decide(id)
        expect(await books.attemptOf(opened.session.id)).toMatchObject({
          state: "resolved",
          payment_collection_id: collectionId,
          next_check_at: null,
        })

        await ship(cart.id)
        const orderId = await shop.orderOtherwise(cart.id)

        const total = Number((await shopper.cart(cart.id)).total)
        expect(await books.booksOf(orderId)).toMatchObject({
          ...unpaid,
          pending_difference: total,
        })
        await admin.post(`/admin/orders/${orderId}/cancel`)
        await runJob()
        expect(await books.booksOf(orderId)).toMatchObject({
          refunds: 0,
          transactions: [],
          payment_status: "canceled",
        })
        // The payment stays where it was, for the books.
        expect(
          await shop
            .db()("payment")
            .where({ payment_collection_id: collectionId })
        ).toMatchObject([{ payment_session_id: opened.session.id }])
      }
    )

    it("by a server that was killed then cannot be changed, paid or ordered before the job frees it", async () => {
      const { id, cart } = await payWithoutOrder()
      await resolveAndDie(id)

      for (const use of [
        () => shopper.startPayment(cart.id, MANUAL),
        () => shopper.startPayment(cart.id, HOSTED),
        () => shopper.complete(cart.id),
        () => shop.orderOtherwise(cart.id),
      ]) {
        expect(await errorOf(use())).not.toBe("accepted")
      }
      await ship(cart.id).catch(() => undefined)
      expect(await errorOf(shop.orderOtherwise(cart.id))).not.toBe("accepted")
      expect(await books.orderIds(cart.id)).toEqual([])

      await runJob()
      await ship(cart.id)
      const orderId = await shop.orderOtherwise(cart.id)
      expect(await books.booksOf(orderId)).toMatchObject(unpaid)
    })

    it("opens no payment for a tab that has its old payment collection", async () => {
      const { id, cart } = await payWithoutOrder()
      const { id: collectionId } = await shopper.paymentCollection(cart.id)
      await actions.resolve(id, { kind: "refunded", transaction_hash: "0xa" })
      const before = gateway.payments().length

      const answer = await errorOf(shopper.openSession(collectionId, HOSTED))

      expect(answer).toMatchObject({ status: expect.any(Number) })
      expect(gateway.payments()).toHaveLength(before)
    })

    it("can be paid anew in crypto, by one order that shows that payment alone", async () => {
      const { id, cart } = await payWithoutOrder()
      await actions.resolve(id, { kind: "refunded", transaction_hash: "0xa" })
      await ship(cart.id)
      const again = openedBy(await shopper.startPayment(cart.id, HOSTED))

      expect(await gateway.confirm(again.gatewayId)).toBe(200)

      const total = Number((await shopper.cart(cart.id)).total)
      await shop.expectPaidOnce(cart.id, again.session.id, total)
    })

    it("is ordered by the money of another tab, which was a duplicate before", async () => {
      const first = await shop.openPayment("shirt", { isShipped: false })
      const { cart, gatewayId } = first
      const coin = { target_currency: "USDT_TRC20" }
      const other = openedBy(await shopper.startPayment(cart.id, INLINE, coin))
      expect(await gateway.confirm(gatewayId)).toBe(200)
      expect(await gateway.confirm(other.gatewayId)).toBe(200)
      const held = await books.attemptFor(gatewayId)
      expect(held).toMatchObject(attention("order_not_placed"))
      expect(await actions.show(other.id)).toMatchObject(
        attention("duplicate_payment")
      )
      await actions.refund(held.id, "10", "0xaaa")
      await resolve(Modules.CART).addShippingMethods([
        {
          cart_id: cart.id,
          name: "Free",
          amount: 0,
          shipping_option_id: store.shippingOptionId,
        },
      ])

      expect(await actions.check(other.id)).toMatchObject({ state: "settled" })

      const { payment_session_id } = await books.attemptFor(other.gatewayId)
      await shop.expectPaidOnce(cart.id, String(payment_session_id), 10)
    })

    it("in an order's collection has core's refund of it removed once that order is canceled", async () => {
      const { orderId, id } = await shop.payOrder()
      const { payment_id } = await books.attemptFor(
        (await actions.show(id)).gateway_payment_id ?? ""
      )
      // As resolved before its order was placed: neither order nor payment is named.
      await shop.db()("crypto_payment").where({ id }).update({
        state: "resolved",
        order_id: null,
        payment_id: null,
      })
      await admin.post(`/admin/orders/${orderId}/cancel`)
      await resolve(Modules.ORDER).addOrderTransactions({
        order_id: orderId,
        amount: -5,
        currency_code: "eur",
        reference: "refund",
        reference_id: String(payment_id),
      })

      await shop.reconcile()

      expect(await books.booksOf(orderId)).toMatchObject({ transactions: [5] })
    })
  }
)
