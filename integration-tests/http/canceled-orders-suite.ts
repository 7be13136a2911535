import { Modules } from "@medusajs/framework/utils"

import { followCanceledOrder } from "../../src/workflows/reconcile-crypto-payments"
import { settleCryptoPaymentWorkflow } from "../../src/workflows/settle"
import { eventually } from "../support/eventually"
import { gatewayIdOf } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { attention, HOSTED } from "../support/shop/shop-fixture"

export const canceledOrdersSuite = paymentSuite(
  "an order that was canceled or paid in another way",
  (shop) => {
    const { gateway, shopper, books, admin, actions, resolve } = shop
    const { reconcile, runJob, openPayment, expectPaidOnce, payOrder } = shop
    const { db, deliverToCore } = shop

    const cancel = (orderId: string) =>
      admin.post(`/admin/orders/${orderId}/cancel`)

    const status = async (orderId: string) =>
      (
        await admin.get<{ order: { status: string } }>(
          `/admin/orders/${orderId}?fields=status`
        )
      ).order.status

    /** A cart that had a crypto payment open, ordered by another provider. */
    async function orderedOtherwise() {
      const opened = await openPayment()
      return { ...opened, orderId: await shop.orderOtherwise(opened.cart.id) }
    }

    const timeline = async (id: string, type: string) =>
      (await actions.show(id)).events.filter((event) => event.type === type)

    /** As core cancels it, without the event that the plugin follows. */
    const markCanceled = (orderId: string) =>
      resolve(Modules.ORDER).updateOrders(orderId, {
        status: "canceled",
        canceled_at: new Date(),
      } as object)

    /** As core books it when it cancels an order, though the provider refuses. */
    const bookRefusedRefund = (order_id: string, reference_id: string) =>
      resolve(Modules.ORDER).addOrderTransactions({
        order_id,
        amount: -5,
        currency_code: "eur",
        reference: "refund",
        reference_id,
      })

    /** A paid order, that may be canceled, with core's orphaned refund. */
    async function withOrphanedRefund({ isCanceled = true } = {}) {
      const { cart, session } = await payOrder()
      await expectPaidOnce(cart.id, session.id, 5)
      const { id, order_id, payment_id } = await books.attemptOf(session.id)
      const orderId = String(order_id)
      if (isCanceled) await markCanceled(orderId)
      await bookRefusedRefund(orderId, String(payment_id))
      expect(await books.booksOf(orderId)).toMatchObject({
        transactions: [5, -5],
      })
      return { id, orderId, payment_id }
    }

    it.each([
      ["the event of its cancelation was lost", true],
      ["its cancelation was killed before the order was canceled", false],
    ])(
      "loses core's orphaned refund by the job when %s",
      async (_, isCanceled) => {
        const { id, orderId } = await withOrphanedRefund({ isCanceled })

        await reconcile()

        expect(await books.booksOf(orderId)).toMatchObject({
          transactions: [5],
        })
        expect(await timeline(id, "order_canceled")).toHaveLength(
          isCanceled ? 1 : 0
        )
      }
    )

    it("shows a payment that core captured and did not book when it was canceled", async () => {
      const { session, orderId } = await payOrder()
      const { id } = await books.attemptOf(session.id)
      const [capture] = await resolve(Modules.ORDER).listOrderTransactions({
        order_id: orderId,
      })
      await resolve(Modules.ORDER).deleteOrderTransactions([capture.id])
      const before = { state: "paid", order_id: null, payment_id: null }
      await db()("crypto_payment").where({ id }).update(before)
      await markCanceled(orderId)
      await shop.letBookingTimePass()

      await runJob()

      expect(await books.attemptOf(session.id)).toMatchObject(
        attention("late_payment", { order_id: orderId })
      )
      expect(await books.booksOf(orderId)).toMatchObject({
        payments: 1,
        captures: [5],
        transactions: [5],
        pending_difference: 0,
      })
    })

    it("loses core's orphaned refund once when its event, the job and a verification meet", async () => {
      const container = shop.container()
      const { id, orderId, payment_id } = await withOrphanedRefund()
      for (let round = 0; round < 5; round++) {
        await db()("crypto_payment").where({ id }).update({
          state: "settled",
          attention_reason: null,
          attention_fact: null,
          order_id: orderId,
          payment_id,
          verified_at: null,
        })
        if (round > 0) await bookRefusedRefund(orderId, String(payment_id))

        await Promise.all([
          followCanceledOrder(container, orderId),
          followCanceledOrder(container, orderId),
          reconcile(),
          settleCryptoPaymentWorkflow(container).run({
            input: { crypto_payment_id: id, again: "verify" },
          }),
        ])

        expect(await books.booksOf(orderId)).toMatchObject({
          transactions: [5],
          pending_difference: 0,
        })
      }
      expect(await timeline(id, "order_canceled")).toHaveLength(1)
    })

    it("expires its open crypto payment, and a later payment needs attention as late", async () => {
      const { id, orderId, gatewayId } = await orderedOtherwise()

      await cancel(orderId)

      await eventually(
        async () =>
          gateway.requests().includes(`DELETE /v1/payments/${gatewayId}`)
            ? true
            : undefined,
        { otherwise: "The gateway payment was not expired" }
      )
      expect(await gateway.confirm(gatewayId)).toBe(200)
      expect(await actions.show(id)).toMatchObject(attention("late_payment"))
      expect(await status(orderId)).toBe("canceled")
    })

    it("accepts no payment for an order edit after it was canceled, nor through core's own hook route", async () => {
      const { orderId } = await orderedOtherwise()
      const collectionId = await shop.addToOrder(orderId)
      const session = await shopper.openSession(collectionId, HOSTED)
      const gatewayId = gatewayIdOf(session)
      await cancel(orderId)
      const before = await books.booksOf(orderId)

      gateway.markOnly(gatewayId, "confirmed")
      await deliverToCore(gatewayId)
      // Core looks at it five seconds later.
      await new Promise((resolve) => setTimeout(resolve, 7_000))
      expect(await books.booksOf(orderId)).toEqual(before)

      await gateway.deliver(gatewayId)
      expect(await books.attemptOf(session.id)).toMatchObject(
        attention("late_payment")
      )
      expect(await books.booksOf(orderId)).toEqual(before)
    })

    it("shows where the coins are when it was paid in crypto, and then the refund", async () => {
      const { cart, session, gatewayId } = await openPayment()
      await gateway.confirm(gatewayId)
      const { id } = await books.attemptOf(session.id)
      const [orderId] = await books.orderIds(cart.id)

      await cancel(orderId)

      const [line] = await eventually(
        async () => {
          const lines = await timeline(id, "order_canceled")
          return lines.length > 0 ? lines : undefined
        },
        { otherwise: "Nothing in the timeline" }
      )
      expect(line.data).toMatchObject({
        order_id: orderId,
        advice: expect.stringMatching(/sends no coins back/),
      })
      expect(await books.booksOf(orderId)).toMatchObject({
        refunds: 0,
        transactions: [5],
        pending_difference: 0,
      })
      await runJob()
      expect(await actions.show(id)).toMatchObject(
        attention("late_payment", { order_id: orderId })
      )

      await actions.refund(id, "5", "0xaaa")

      expect(await actions.show(id)).toMatchObject({
        state: "resolved",
        refunds: [{ refund_id: expect.stringMatching(/^ref_/) }],
        allowed_actions: ["check"],
      })
      expect(await books.booksOf(orderId)).toMatchObject({
        refunds: 1,
        transactions: [5, -5],
        // As core counts a refund that was made by hand.
        pending_difference: 5,
        payment_status: "refunded",
      })
      expect(await status(orderId)).toBe("canceled")
    })
  }
)
