import { Modules } from "@medusajs/framework/utils"
import { eventually } from "../support/eventually"
import type { OpenPayment } from "../support/shop/open-payment"
import { suiteOfUnpaidOrders } from "../support/shop/order-first-fixture"
import { attention, MANUAL } from "../support/shop/shop-fixture"
import { cryptoPaymentEvents } from "../../src/modules/crypto-payment/outbox/outbox"
import onPaymentCaptured from "../../src/subscribers/payment-captured"

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

    const settledOnce = async (opened: OpenPayment & { orderId: string }) => {
      expect(await books.attemptOf(opened.session.id)).toMatchObject({
        state: "settled",
        order_id: opened.orderId,
      })
      expect(await books.booksOf(opened.orderId)).toMatchObject({
        payments: 1,
        captures: [5],
        transactions: [5],
        pending_difference: 0,
      })
      const { to_return } = await shop.cryptoOrderOf(opened.orderId)
      expect(to_return).toBeNull()
    }

    it("waits where an admin's authorization has captured the money and is about to book it, and is booked once", async () => {
      const opened = await placeUnpaid()
      gateway.markOnly(opened.gatewayId, "confirmed")
      const orders = shop.resolve(Modules.ORDER)
      const add = orders.addOrderTransactions.bind(orders) as (
        ...input: unknown[]
      ) => Promise<never>
      let goOn = () => {}
      const held = new Promise<void>((resolve) => (goOn = resolve))
      const adding = jest
        .spyOn(orders, "addOrderTransactions")
        .mockImplementationOnce(async (...input: unknown[]) => {
          await held
          return await add(...input)
        })
      const authorized = admin.post(
        `/admin/orders/${opened.orderId}/payment-sessions/authorize`,
        { payment_session_id: opened.session.id }
      )
      await eventually(async () => adding.mock.calls.length > 0 || undefined, {
        otherwise: "Core did not come to book the capture",
      })

      const delivered = await gateway.deliver(opened.gatewayId)
      await shop.runJob()
      const attempt = await books.attemptOf(opened.session.id)
      const { captures, transactions } = await books.booksOf(opened.orderId)
      goOn()
      await authorized
      adding.mockRestore()

      expect(delivered.status).toBe(503)
      const untouched = { state: "paid", attention_reason: null, tries: 0 }
      expect(attempt).toMatchObject(untouched)
      expect({ captures, transactions }).toEqual({
        captures: [5],
        transactions: [],
      })
      expect((await gateway.deliver(opened.gatewayId)).status).toBe(200)
      await settledOnce(opened)
      expect(events).toHaveLength(1)
    })

    describe("that core booked twice", () => {
      const bookAgain = async (orderId: string) => {
        const orders = shop.resolve(Modules.ORDER)
        const [first] = await orders.listOrderTransactions({
          order_id: orderId,
        })
        await orders.addOrderTransactions({
          order_id: orderId,
          amount: 5,
          currency_code: "eur",
          reference: "capture",
          reference_id: first.reference_id,
        })
        return first.id
      }

      it.each([
        ["both, is settled once again by the verification", false, false],
        ["one of them, is settled once again by it", true, false],
        ["both, and which was edited since, too", false, true],
      ])("where its summary counts %s", async (_which, isLost, isEdited) => {
        const opened = await placeUnpaid()
        expect(await gateway.confirm(opened.gatewayId)).toBe(200)
        const summary = () =>
          shop.db()("order_summary").where({ order_id: opened.orderId })
        const [{ totals }] = await summary()
        const kept = await bookAgain(opened.orderId)
        if (isLost) await summary().update({ totals })
        // To the same total: what was booked twice is of an older version.
        if (isEdited) await edit(opened.orderId, 2)
        if (isEdited) await edit(opened.orderId, 1)
        expect(await books.booksOf(opened.orderId)).toMatchObject({
          transactions: [5, 5],
          pending_difference: isLost ? 0 : -5,
        })

        await shop.verifyAgain()

        await settledOnce(opened)
        expect(
          await shop
            .resolve(Modules.ORDER)
            .listOrderTransactions({ order_id: opened.orderId })
        ).toMatchObject([{ id: kept }])
        const { id } = await books.attemptOf(opened.session.id)
        const { events: entries } = await shop.actions.show(id)
        expect(entries.map(({ type }) => type)).toEqual(
          expect.arrayContaining(["transaction_removed"])
        )
        expect(entries.map(({ type }) => type)).not.toContain("reopened")
      })

      it("long after it was verified, is settled once by the next run of the job", async () => {
        const opened = await placeUnpaid()
        expect(await gateway.confirm(opened.gatewayId)).toBe(200)
        await shop.verifyAgain()
        const { payment_id: id } = await books.attemptOf(opened.session.id)
        await bookAgain(opened.orderId)

        await onPaymentCaptured({
          event: { name: "payment.captured", data: { id: String(id) } },
          container: shop.container(),
          pluginOptions: {},
        })
        await shop.runJob()

        await settledOnce(opened)
      })
    })
  }
)
