import { gatewayIdOf } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { attention, HOSTED, MANUAL } from "../support/shop/shop-fixture"

export const cartChangesSuite = paymentSuite(
  "a cart that changes after its payment was opened",
  (shop) => {
    const { gateway, shopper, books, db, item, prepareCart, openPayment } = shop
    const { expectPaidOnce, recordConfirmed, openConfirmed } = shop
    const { deliverExpired } = shop

    it("gets a second attempt under the next external_id", async () => {
      const { cart } = await openPayment()
      await shopper.addItem(cart.id, item())
      const second = await shopper.startPayment(cart.id, HOSTED)

      expect(await books.attemptOf(second.id)).toMatchObject({
        external_id: `${cart.id}-2`,
        amount: "10.00",
      })
      await gateway.confirm(gatewayIdOf(second))
      await expectPaidOnce(cart.id, second.id, 10)
    })

    it("reports an amount mismatch when the old page is paid, and changes no cart", async () => {
      const stranger = await prepareCart()
      await shopper.startPayment(stranger.id, MANUAL)
      const { cart, session, gatewayId } = await openPayment()
      await shopper.addItem(cart.id, item())
      await shopper.startPayment(cart.id, HOSTED)

      expect(await gateway.confirm(gatewayId)).toBe(200)

      expect(await books.attemptOf(session.id)).toMatchObject(
        attention("amount_mismatch", {
          attention_detail: "Paid 5.00 EUR, the cart now costs 10.00 EUR.",
        })
      )
      expect(await books.orderIds(cart.id)).toEqual([])
      expect(await books.orderIds(stranger.id)).toEqual([])
    })

    it("reports an amount mismatch when the old session was removed and not replaced", async () => {
      const stranger = await prepareCart()
      await shopper.startPayment(stranger.id, MANUAL)
      const { cart, session, gatewayId } = await openPayment()
      await shopper.addItem(cart.id, item())

      expect(await gateway.confirm(gatewayId)).toBe(200)

      expect(await books.attemptOf(session.id)).toMatchObject(
        attention("amount_mismatch")
      )
      expect(await books.orderIds(cart.id)).toEqual([])
      expect(await books.orderIds(stranger.id)).toEqual([])
    })

    it("refuses the change once its payment is confirmed", async () => {
      const { id, cart, session, gatewayId } = await openConfirmed()
      // No webhook is sent; the shopper's attempt to complete reads the gateway.
      await recordConfirmed({ id, gatewayId }, "poll")

      await expect(shopper.addItem(cart.id, item())).rejects.toMatchObject({
        status: 400,
        body: { message: "This cart is already paid; it cannot be changed." },
      })
      await gateway.deliver(gatewayId)
      await expectPaidOnce(cart.id, session.id, 5)
    })

    it("reuses the live attempt when the shopper only comes back", async () => {
      const { cart, session } = await openPayment()
      const before = gateway.payments().length
      const again = await shopper.startPayment(cart.id, HOSTED)

      expect(again.id).not.toBe(session.id)
      expect(again.data.gateway_payment_id).toBe(gatewayIdOf(session))
      expect(gateway.payments()).toHaveLength(before)
    })

    it("finds its session again when the shopper switched away without paying", async () => {
      const { cart, session, gatewayId } = await openPayment()
      await shopper.startPayment(cart.id, MANUAL)

      expect(await gateway.confirm(gatewayId)).toBe(200)

      await expectPaidOnce(cart.id, session.id, 5)
    })

    it("reports a duplicate when another provider has paid the order", async () => {
      const { cart, session, gatewayId } = await openPayment()
      await shop.orderOtherwise(cart.id)

      expect(await gateway.confirm(gatewayId)).toBe(200)

      expect(await books.attemptOf(session.id)).toMatchObject(
        attention("duplicate_payment", {
          order_id: (await books.orderIds(cart.id))[0],
        })
      )
      expect(await books.orderBooks(cart.id)).toMatchObject({ payments: 1 })
    })

    it("ends the session of an attempt that ran out, and a new one gets the next revision", async () => {
      const { cart, session, gatewayId } = await openPayment()
      await deliverExpired(gatewayId)
      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "closed",
        gateway_status: "expired",
      })
      await expect(shopper.complete(cart.id)).rejects.toMatchObject({
        status: 400,
      })

      const next = await shopper.startPayment(cart.id, HOSTED)
      expect(await books.attemptOf(next.id)).toMatchObject({
        external_id: `${cart.id}-2`,
      })
      await gateway.confirm(gatewayIdOf(next))
      await expectPaidOnce(cart.id, next.id, 5)
    })

    it("becomes an order by a late payment while it is still open", async () => {
      const { cart, session, gatewayId } = await openPayment()
      await deliverExpired(gatewayId)

      expect(await gateway.confirm(gatewayId)).toBe(200)

      await expectPaidOnce(cart.id, session.id, 5)
    })

    it("gets another session when the authorized one was removed", async () => {
      const { cart, session, gatewayId } = await openPayment()
      const attempt = await books.attemptOf(session.id)
      await books.ledger.sessions.authorize(attempt, session.id, null)
      await db()("payment_session").where({ id: session.id }).delete()

      expect(await gateway.confirm(gatewayId)).toBe(200)

      await expectPaidOnce(cart.id, session.id, 5)
    })

    it('stays paid when a late "expired" arrives', async () => {
      const { cart, session, gatewayId } = await openPayment()
      await gateway.confirm(gatewayId)
      const answer = await gateway.deliver(gatewayId, { status: "expired" })

      expect(answer.status).toBe(200)
      await expectPaidOnce(cart.id, session.id, 5)
    })
  }
)
