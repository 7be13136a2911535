import { Modules } from "@medusajs/framework/utils"
import { suiteOfUnpaidOrders } from "../support/shop/order-first-fixture"
import { attention, MANUAL } from "../support/shop/shop-fixture"
import { cryptoPaymentEvents } from "../../src/modules/crypto-payment/outbox/outbox"

export const unpaidOrderChangesSuite = suiteOfUnpaidOrders(
  "an unpaid order that changes",
  (shop) => {
    const { admin, books, gateway, shopper } = shop
    const { edit, placeUnpaid, payAgain } = shop
    const events = shop.collectEvents([cryptoPaymentEvents.settled])

    it("needs a person where an edit comes between what was authorized and its capture", async () => {
      const { cart, orderId } = await placeUnpaid()
      await edit(orderId, 3)
      const again = await payAgain(cart.id)
      const payments = shop.resolve(Modules.PAYMENT)
      const capture = payments.capturePayment.bind(payments)
      const capturing = jest
        .spyOn(payments, "capturePayment")
        .mockImplementationOnce(async (...input) => {
          await edit(orderId, 2)
          return await capture(...input)
        })

      expect(await gateway.confirm(again.gatewayId)).toBe(200)
      expect(capturing).toHaveBeenCalled()
      capturing.mockRestore()

      expect(await shop.actions.show(again.id)).toMatchObject(
        attention("amount_mismatch", {
          attention_detail: expect.stringMatching(/€15\.00.* €10\.00\.$/),
          order_id: orderId,
        })
      )
      expect(await books.booksOf(orderId)).toMatchObject({
        captures: [15],
        transactions: [15],
        pending_difference: -5,
      })
    })

    it("is paid by its crypto payment where another method was chosen meanwhile, and not paid by", async () => {
      const { cart, orderId, gatewayId } = await placeUnpaid()
      const [{ payment_collection_id }] = await books.attemptsOfCart(cart.id)
      await shopper.openSession(String(payment_collection_id), MANUAL)

      expect(await gateway.confirm(gatewayId)).toBe(200)

      expect(await books.booksOf(orderId)).toMatchObject({
        payments: 1,
        captures: [5],
        pending_difference: 0,
      })
      expect((await books.attemptFor(gatewayId)).state).toBe("settled")
    })

    it("stays unpaid when an admin authorizes its session, and is paid once where that finds the money before the webhook", async () => {
      const { orderId, session, gatewayId } = await placeUnpaid()
      const authorize = () =>
        admin.post(`/admin/orders/${orderId}/payment-sessions/authorize`, {
          payment_session_id: session.id,
        })
      await Promise.allSettled([authorize(), authorize()])
      expect(await books.booksOf(orderId)).toMatchObject({
        payments: 0,
        captures: [],
        pending_difference: 5,
      })
      expect((await books.attemptOf(session.id)).state).toBe("open")

      gateway.markOnly(gatewayId, "confirmed")
      await Promise.allSettled([authorize(), authorize()])
      const paid = {
        payments: 1,
        captures: [5],
        transactions: [5],
        pending_difference: 0,
      }
      // Core tells nobody of this capture; `crypto_payment.settled` does.
      expect(await books.booksOf(orderId)).toMatchObject(paid)

      expect((await gateway.deliver(gatewayId)).status).toBe(200)
      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "settled",
        order_id: orderId,
      })
      expect(await books.booksOf(orderId)).toMatchObject(paid)
      expect(events).toMatchObject([{ data: { order_id: orderId } }])
    })
  }
)
