import { Modules } from "@medusajs/framework/utils"

import { setQuantities } from "../support/shop/add-to-order"
import { paymentSuite } from "../support/shop/payment-fixture"
import { attention, HOSTED } from "../support/shop/shop-fixture"
import { interruptCompletion } from "./interrupted-completion"

export const killedServerSuite = paymentSuite(
  "after a server was killed between two writes",
  (shop) => {
    const { gateway, shopper, books, resolve, db, runJob, openPayment } = shop
    const { expectPaidOnce, setProviders, openConfirmed, deliverExpired } = shop

    it("an orphaned refund of core does not count as a refund", async () => {
      const { cart, session, gatewayId } = await openPayment()
      await setProviders([])
      await gateway.confirm(gatewayId)
      const payments = resolve(Modules.PAYMENT)
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

      await setProviders([HOSTED])
      await runJob()

      await expectPaidOnce(cart.id, session.id, 5)
    })

    /** An order as a killed completion leaves it: captured, and not booked. */
    async function unbookedOrder() {
      const { cart, session } = await openConfirmed()
      await shopper.complete(cart.id)
      await expectPaidOnce(cart.id, session.id, 5)
      const attempt = await books.attemptOf(session.id)
      const orders = resolve(Modules.ORDER)
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

      await expectPaidOnce(cart.id, session.id, 5)
    })

    it("an order that was never linked to its payment collection is linked and booked", async () => {
      const { cart, session, orderId } = await unbookedOrder()
      await db()("order_payment_collection")
        .where({ order_id: orderId })
        .delete()

      await runJob()

      await expectPaidOnce(cart.id, session.id, 5)
    })

    it("a session whose data was never written is ended with its payment", async () => {
      const { session, gatewayId } = await openPayment()
      await db()("payment_session")
        .where({ id: session.id })
        .update({ data: {} })

      await deliverExpired(gatewayId)

      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "closed",
      })
      const payments = resolve(Modules.PAYMENT)
      expect(await payments.retrievePaymentSession(session.id)).toMatchObject({
        status: "canceled",
      })
    })

    it("an order that was edited before its payment was authorized does not get that payment", async () => {
      const { cart, session, gatewayId } = await openPayment()
      const orderId = await interruptCompletion(shop.container(), cart.id, {
        cart: true,
        collection: true,
      })
      await setQuantities(shop.container(), orderId, () => 2)

      expect(await gateway.confirm(gatewayId)).toBe(200)

      expect(await books.attemptOf(session.id)).toMatchObject(
        attention("amount_mismatch", { order_id: orderId })
      )
      expect(await books.orderBooks(cart.id)).toMatchObject({
        order_id: orderId,
        total: 10,
        captures: [],
        transactions: [],
        pending_difference: 10,
      })
    })
  }
)
