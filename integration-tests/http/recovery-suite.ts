import { Modules } from "@medusajs/framework/utils"

import { DatabaseSnapshot } from "../support/shop/database-snapshot"
import { gatewayIdOf, type OpenPayment } from "../support/shop/open-payment"
import { paymentFixture } from "../support/shop/payment-fixture"
import { attention, HOSTED, MANUAL } from "../support/shop/shop-fixture"
import type { ShopSuite } from "../support/shop/test-shop"

export const recoverySuite: ShopSuite = (testShop) => {
  const shop = paymentFixture(testShop)
  const { gateway, shopper, books, resolve, db, item, runJob } = shop
  const { openPayment, expectPaidOnce } = shop
  const { payOrder, deliverExpired, openConfirmed } = shop

  const backUp = () => DatabaseSnapshot.take(shop.databaseUrl(), "backup")

  const loseLedger = () =>
    db().raw(
      "TRUNCATE crypto_payment, crypto_payment_event, crypto_payment_refund"
    )

  const payments = () => resolve(Modules.PAYMENT)

  /** Past the provider, as a restored database or an extension of the store does. */
  const loseSession = (id: string) =>
    db()("payment_session").where({ id }).update({ deleted_at: new Date() })

  describe("with the ledger lost while sessions exist", () => {
    it.each([
      ["whose session is there", false],
      ["whose session is gone", true],
    ])(
      "a paid webhook still ends as the order of a cart %s",
      async (_which, isGone) => {
        const { cart, session, gatewayId } = await openPayment()
        if (isGone) await shopper.startPayment(cart.id, MANUAL)
        await loseLedger()

        expect(await gateway.confirm(gatewayId)).toBe(200)

        const attempt = await books.attemptFor(gatewayId)
        const sessionId = String(attempt.payment_session_id)
        if (!isGone) expect(sessionId).toBe(session.id)
        await expectPaidOnce(cart.id, sessionId, 5)
      }
    )

    it("an order that was paid already is found again, and not called paid twice", async () => {
      const { cart, session, gatewayId } = await payOrder()
      await expectPaidOnce(cart.id, session.id, 5)
      await loseLedger()

      expect((await gateway.deliver(gatewayId)).status).toBe(200)

      expect(await books.attemptFor(gatewayId)).toMatchObject({
        state: "settled",
        attention_reason: null,
      })
      await expectPaidOnce(cart.id, session.id, 5)
    })
  })

  describe("with the ledger lost after coins were sent back", () => {
    const freeShipping = (cart_id: string) =>
      resolve(Modules.CART).addShippingMethods([
        {
          cart_id,
          name: "Free",
          amount: 0,
          shipping_option_id: shop.store.shippingOptionId,
        },
      ])

    it.each([
      ["a part", "2", "partially_refunded"],
      ["all of it", "10", "refunded"],
    ])(
      "%s, the job places no order, and the refund is known again and booked once",
      async (_what, amount, refund_status) => {
        const { id, cart, gatewayId } = await shop.payWithoutOrder()
        const sent = await shop.actions.refund(id, amount, "0xaaa")
        await freeShipping(cart.id)
        await loseLedger()

        expect((await gateway.deliver(gatewayId)).status).toBe(200)
        await runJob()

        const again = await books.attemptFor(gatewayId)
        expect(again).toMatchObject(
          attention("order_not_placed", { refund_status })
        )
        expect(await books.orderIds(cart.id)).toEqual([])
        const [{ id: record }] = sent.refunds
        const recorded = expect.objectContaining({
          id: record,
          amount: `${amount}.00`,
        })
        const shown = await shop.actions.show(again.id)
        expect(shown.refunds).toEqual([recorded])
        // Recorded again, it is that refund.
        const repeated = await shop.actions.refund(again.id, amount, "0xaaa")
        expect(repeated.refunds).toEqual([recorded])
        expect(await payments().listRefunds({})).toHaveLength(1)
      }
    )

    it("a part, the shopper gets no order before the money is known again", async () => {
      const { id, cart } = await shop.payWithoutOrder()
      await shop.actions.refund(id, "2", "0xaaa")
      await freeShipping(cart.id)
      await loseLedger()
      await db().raw("TRUNCATE crypto_payment_session")

      await expect(shopper.complete(cart.id)).rejects.toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("was sent back") },
      })
      expect(await books.orderIds(cart.id)).toEqual([])
    })

    it("of an order, the refund is known again, and recorded again it is booked once", async () => {
      const { id, orderId, gatewayId } = await payOrder()
      await shop.actions.refund(id, "5", "0xaaa")
      await loseLedger()
      expect((await gateway.deliver(gatewayId)).status).toBe(200)
      const again = await books.attemptFor(gatewayId)

      await shop.actions.refund(again.id, "5", "0xaaa")

      expect(await books.booksOf(orderId)).toMatchObject({
        refunds: 1,
        transactions: [5, -5],
      })
    })
  })

  describe("an expired webhook ends the session", () => {
    it.each<[string, (opened: OpenPayment) => Promise<unknown>]>([
      ["that was opened before the ledger was lost", loseLedger],
      [
        "of an attempt without a price",
        ({ gatewayId }) =>
          db()("crypto_payment")
            .where({ gateway_payment_id: gatewayId })
            .update({ amount: null, currency_code: null }),
      ],
      [
        "whose data was never written",
        ({ session }) =>
          db()("payment_session")
            .where({ id: session.id })
            .update({ data: {} }),
      ],
    ])("%s", async (_which, damage) => {
      const opened = await openPayment()
      await damage(opened)
      await deliverExpired(opened.gatewayId)

      expect(await books.attemptFor(opened.gatewayId)).toMatchObject({
        state: "closed",
      })
      expect(
        await payments().retrievePaymentSession(opened.session.id)
      ).toMatchObject({ status: "canceled" })
      await expect(shopper.complete(opened.cart.id)).rejects.toMatchObject({
        status: 400,
      })
      expect(await books.orderIds(opened.cart.id)).toEqual([])
    })
  })

  describe("with the session of a paid cart lost", () => {
    it.each([
      ["its own", false],
      ["the authorized one", true],
    ])(
      "%s, it is placed by a new one, and its collection shows its total again",
      async (_which, isAuthorized) => {
        const { cart, session, gatewayId } = await openPayment()
        const attempt = await books.attemptOf(session.id)
        if (isAuthorized) {
          await books.ledger.sessions.authorize(attempt, session.id, null)
        }
        const collectionId = String(attempt.payment_collection_id)
        // As core leaves it after a change of the cart that was refused.
        await payments().updatePaymentCollections(collectionId, { amount: 10 })
        await loseSession(session.id)

        expect(await gateway.confirm(gatewayId)).toBe(200)

        const { payment_session_id } = await books.attemptFor(gatewayId)
        expect(payment_session_id).not.toBe(session.id)
        await expectPaidOnce(cart.id, String(payment_session_id), 5)
        expect(
          await payments().retrievePaymentCollection(collectionId)
        ).toMatchObject({ amount: 5, status: "completed" })
      }
    )
  })

  describe("after a server was killed between two writes", () => {
    it.each([
      ["whose capture is not in its books gets it there", true],
      ["that was never linked to its payment collection is linked", false],
    ])("an order %s, and is paid", async (_what, isLinked) => {
      const { cart, session } = await openConfirmed()
      await shopper.complete(cart.id)
      await expectPaidOnce(cart.id, session.id, 5)
      const { id, ...attempt } = await books.attemptOf(session.id)
      const order_id = String(attempt.order_id)
      const orders = resolve(Modules.ORDER)
      const written = await orders.listOrderTransactions({ order_id })
      await orders.deleteOrderTransactions(written.map(({ id }) => id))
      expect(await books.orderBooks(cart.id)).toMatchObject({
        captures: [5],
        transactions: [],
        pending_difference: 5,
      })
      if (!isLinked) {
        await db()("order_payment_collection").where({ order_id }).delete()
      }
      await db()("crypto_payment")
        .where({ id })
        .update({ state: "paid", order_id: null })
      await shop.letBookingTimePass()

      await runJob()

      await expectPaidOnce(cart.id, session.id, 5)
    })
  })

  describe("with a database restored to a moment before the gateway's", () => {
    it("money of the lost future becomes the order of a cart that costs as much again", async () => {
      const { cart } = await openPayment()
      const backup = await backUp()
      await shopper.addItem(cart.id, item())
      const { data } = await shopper.startPayment(cart.id, HOSTED)
      const gatewayId = String(data.gateway_payment_id)
      await backup.restore()

      expect(await gateway.confirm(gatewayId)).toBe(200)
      expect(await books.attemptFor(gatewayId)).toMatchObject(
        attention("amount_mismatch", {
          attention_detail:
            "The customer paid €10.00; the cart now costs €5.00.",
        })
      )

      await shopper.addItem(cart.id, item())
      const session = await shopper.startPayment(cart.id, HOSTED)
      expect(session.data.gateway_payment_id).toBe(gatewayId)
      await shopper.complete(cart.id)
      await expectPaidOnce(cart.id, session.id, 10)
    })

    it("money under an external_id that was tried and found taken is not mistaken for the price that was tried", async () => {
      const { cart } = await openPayment()
      const backup = await backUp()
      await shopper.addItem(cart.id, item())
      const lost = await shopper.startPayment(cart.id, HOSTED)
      const lostId = gatewayIdOf(lost)
      await backup.restore()
      await shopper.addItem(cart.id, item())
      await shopper.addItem(cart.id, item())
      await shopper.startPayment(cart.id, HOSTED)

      gateway.markOnly(lostId, "confirmed")
      const answer = await gateway.deliver(lostId)

      expect(answer.status).toBe(200)
      expect(await books.attemptFor(lostId)).toMatchObject(
        attention("amount_mismatch", {
          attention_detail:
            "The customer paid €10.00; the cart now costs €15.00.",
          amount: "10.00",
        })
      )
      expect(await books.orderIds(cart.id)).toEqual([])
    })

    it("an order of the lost future is placed again by its payment", async () => {
      const { cart, session, gatewayId } = await openPayment()
      const backup = await backUp()
      await gateway.confirm(gatewayId)
      await expectPaidOnce(cart.id, session.id, 5)
      await shop.workflowsToEnd()
      await backup.restore()
      expect(await books.orderIds(cart.id)).toEqual([])

      await runJob()

      await expectPaidOnce(cart.id, session.id, 5)
    })
  })
}
