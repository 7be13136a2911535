import { suiteOfUnpaidOrders } from "../support/shop/order-first-fixture"
import { attention } from "../support/shop/shop-fixture"

export const orderFirstSuite = suiteOfUnpaidOrders(
  "an order that is placed before its payment",
  (shop) => {
    const { books, gateway, shopper, reconcile } = shop
    const { placeUnpaid, payAgain, unpaidRow, openPayment } = shop

    const unpaidBooks = {
      payments: 0,
      captures: [],
      transactions: [],
      pending_difference: 5,
      payment_status: "awaiting",
    }
    const paidBooks = {
      payments: 1,
      captures: [5],
      refunds: 0,
      transactions: [5],
      pending_difference: 0,
      payment_status: "captured",
    }

    it("awaits its payment for a day, says so in the session, and is paid once by its webhook, however often that comes", async () => {
      const { cart, session, orderId, gatewayId } = await placeUnpaid()

      expect(session.data).toMatchObject({ place_order: "before_payment" })
      expect(await books.booksOf(orderId)).toMatchObject(unpaidBooks)
      expect((await books.attemptOf(session.id)).state).toBe("open")
      const row = await unpaidRow(cart.id)
      expect(row).toMatchObject({ order_id: orderId })
      const hours =
        (Number(row?.cancel_at) - Number(row?.created_at)) / (60 * 60_000)
      expect(Math.round(hours)).toBe(24)

      gateway.markOnly(gatewayId, "confirmed")
      await Promise.all([1, 2, 3].map(() => gateway.deliver(gatewayId)))
      expect((await gateway.deliver(gatewayId)).status).toBe(200)

      expect(await books.booksOf(orderId)).toMatchObject(paidBooks)
      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "settled",
        order_id: orderId,
      })
      expect(await books.orderIds(cart.id)).toEqual([orderId])
    })

    it("is one order of five completions and a webhook at once", async () => {
      const { cart, session, gatewayId } = await openPayment()

      gateway.markOnly(gatewayId, "confirmed")
      await Promise.allSettled([
        ...[1, 2, 3, 4, 5].map(() => shopper.complete(cart.id)),
        gateway.deliver(gatewayId),
      ])
      await gateway.deliver(gatewayId)
      await reconcile()

      const [orderId, ...more] = await books.orderIds(cart.id)
      expect(more).toEqual([])
      expect(await books.booksOf(orderId)).toMatchObject(paidBooks)
      expect((await books.attemptOf(session.id)).state).toBe("settled")
    })

    it("can be paid again after its payment expired, and once only", async () => {
      const { cart, orderId, session, gatewayId } = await placeUnpaid()
      await shop.deliverExpired(gatewayId)
      expect((await books.attemptOf(session.id)).state).toBe("closed")
      expect(await books.booksOf(orderId)).toMatchObject(unpaidBooks)

      const again = await payAgain(cart.id)
      expect(again.gatewayId).not.toBe(gatewayId)
      expect((await payAgain(cart.id)).gatewayId).toBe(again.gatewayId)
      expect(await gateway.confirm(again.gatewayId)).toBe(200)

      expect(await books.booksOf(orderId)).toMatchObject(paidBooks)
      expect(await gateway.confirm(gatewayId)).toBe(200)
      expect(await books.attemptOf(session.id)).toMatchObject(
        attention("duplicate_payment", { order_id: orderId })
      )
      expect(await books.booksOf(orderId)).toMatchObject(paidBooks)
      expect((await payAgain(cart.id)).gatewayId).toBe(again.gatewayId)
    })

    it("is paid by the old page where that was paid late", async () => {
      const { cart, orderId, session, gatewayId } = await placeUnpaid()
      await shop.deliverExpired(gatewayId)
      const again = await payAgain(cart.id)

      expect(await gateway.confirm(gatewayId)).toBe(200)

      expect(await books.booksOf(orderId)).toMatchObject(paidBooks)
      expect((await books.attemptOf(session.id)).state).toBe("settled")
      expect(await gateway.confirm(again.gatewayId)).toBe(200)
      expect(await shop.actions.show(again.id)).toMatchObject(
        attention("duplicate_payment")
      )
      expect(await books.booksOf(orderId)).toMatchObject(paidBooks)
    })

    it("is not placed for another price than the payment that is open", async () => {
      const { cart, session } = await openPayment()
      await shop
        .db()("payment_session")
        .where({ id: session.id })
        .update({ amount: 4, raw_amount: { value: "4", precision: 20 } })

      await expect(shopper.complete(cart.id)).rejects.toThrow()

      expect(await books.orderIds(cart.id)).toEqual([])
    })
  }
)
