import { Modules } from "@medusajs/framework/utils"

import { DatabaseSnapshot } from "../support/shop/database-snapshot"
import { gatewayIdOf } from "../support/shop/open-payment"
import { paymentFixture } from "../support/shop/payment-fixture"
import { attention, HOSTED, MANUAL } from "../support/shop/shop-fixture"
import type { ShopSuite } from "../support/shop/test-shop"

export const recoverySuite: ShopSuite = (testShop) => {
  const shop = paymentFixture(testShop)
  const { gateway, shopper, books, resolve, db, item, runJob } = shop
  const { openPayment, expectPaidOnce } = shop
  const { payOrder, deliverExpired } = shop

  const backUp = () => DatabaseSnapshot.take(shop.databaseUrl(), "backup")

  const loseLedger = () =>
    db().raw(
      "TRUNCATE crypto_payment, crypto_payment_event, crypto_payment_refund"
    )

  describe("with the ledger lost while sessions exist", () => {
    it("a paid webhook still ends as its cart's order", async () => {
      const { cart, session, gatewayId } = await openPayment()
      await loseLedger()

      expect(await gateway.confirm(gatewayId)).toBe(200)

      await expectPaidOnce(cart.id, session.id, 5)
    })

    it("a paid webhook for a session that is gone ends as the order too", async () => {
      const { cart, gatewayId } = await openPayment()
      await shopper.startPayment(cart.id, MANUAL)
      await loseLedger()

      expect(await gateway.confirm(gatewayId)).toBe(200)

      const { payment_session_id } = await books.attemptFor(gatewayId)
      await expectPaidOnce(cart.id, String(payment_session_id), 5)
    })

    it("a paid webhook for a cart that costs more by now is an amount mismatch", async () => {
      const { cart, gatewayId } = await openPayment()
      await shopper.addItem(cart.id, item())
      await loseLedger()

      expect(await gateway.confirm(gatewayId)).toBe(200)

      expect(await books.attemptFor(gatewayId)).toMatchObject(
        attention("amount_mismatch", {
          cart_id: cart.id,
        })
      )
      expect(await books.orderIds(cart.id)).toEqual([])
    })

    it("a paid webhook for a cart that is gone is unmatched", async () => {
      const { cart, gatewayId } = await openPayment()
      await loseLedger()
      await deleteCart(cart.id)

      expect(await gateway.confirm(gatewayId)).toBe(200)

      expect(await books.attemptFor(gatewayId)).toMatchObject(
        attention("unmatched")
      )
    })

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

    it("an expired webhook ends the session that was opened with it", async () => {
      const { cart, gatewayId } = await openPayment()
      await loseLedger()
      await deliverExpired(gatewayId)

      expect(await books.attemptFor(gatewayId)).toMatchObject({
        state: "closed",
      })
      await expect(shopper.complete(cart.id)).rejects.toMatchObject({
        status: 400,
      })
      expect(await books.orderIds(cart.id)).toEqual([])
    })

    it("an expired webhook ends the session of an attempt without a price", async () => {
      const { session, gatewayId } = await openPayment()
      await db()("crypto_payment")
        .where({ gateway_payment_id: gatewayId })
        .update({ amount: null, currency_code: null })
      await deliverExpired(gatewayId)

      expect(await books.attemptFor(gatewayId)).toMatchObject({
        state: "closed",
      })
      const payments = resolve(Modules.PAYMENT)
      expect(await payments.retrievePaymentSession(session.id)).toMatchObject({
        status: "canceled",
      })
    })

    it("a shopper who opens the payment again gets the same one, and pays once", async () => {
      const { cart, gatewayId } = await openPayment()
      await loseLedger()

      const again = await shopper.startPayment(cart.id, HOSTED)

      expect(again.data.gateway_payment_id).toBe(gatewayId)
      await gateway.confirm(gatewayId)
      await expectPaidOnce(cart.id, again.id, 5)
    })

    it("a shopper whose money came meanwhile is not asked to pay again", async () => {
      const { cart, gatewayId } = await openPayment()
      await loseLedger()
      gateway.markOnly(gatewayId, "confirmed")

      const again = await shopper.startPayment(cart.id, HOSTED)
      expect(again.data.gateway_payment_id).toBe(gatewayId)

      await runJob()
      await expectPaidOnce(cart.id, again.id, 5)
    })
  })

  describe("with a database restored to a moment before the gateway's", () => {
    it("the next payment finds a free external_id past several lost ones", async () => {
      const { cart } = await openPayment()
      const backup = await backUp()
      const lost: string[] = []
      for (let revision = 2; revision <= 4; revision++) {
        await shopper.addItem(cart.id, item())
        const { id, data } = await shopper.startPayment(cart.id, HOSTED)
        expect(await books.attemptOf(id)).toMatchObject({
          external_id: `${cart.id}-${revision}`,
        })
        lost.push(String(data.gateway_payment_id))
      }
      await backup.restore()
      await shopper.updateCart(cart.id, { email: "back@example.test" })
      for (let more = 0; more < 5; more++) {
        await shopper.addItem(cart.id, item())
      }

      const session = await shopper.startPayment(cart.id, HOSTED)

      expect(await books.attemptOf(session.id)).toMatchObject({
        external_id: `${cart.id}-5`,
      })
      await gateway.confirm(gatewayIdOf(session))
      await expectPaidOnce(cart.id, session.id, 30)
      for (const gatewayId of lost) {
        expect(await gateway.confirm(gatewayId)).toBe(200)
        expect(await books.attemptFor(gatewayId)).toMatchObject(
          attention("duplicate_payment")
        )
      }
      await expectPaidOnce(cart.id, session.id, 30)
    })

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
          attention_detail: "Paid 10.00 EUR, the cart now costs 5.00 EUR.",
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
          attention_detail: "Paid 10.00 EUR, the cart now costs 15.00 EUR.",
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

  const deleteCart = async (cartId: string) => {
    await resolve(Modules.CART).deleteCarts([cartId])
  }
}
