import { gatewayIdOf } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED } from "../support/shop/shop-fixture"

export const purchaseSuite = paymentSuite(
  "a purchase paid in crypto",
  (shop) => {
    const { gateway, shopper, books, store, item } = shop

    it("becomes a paid order by the webhook alone", async () => {
      const cart = await shopper.prepareCart([item("shirt", 2)], {
        shippingOptionId: store.shippingOptionId,
      })
      const session = await shopper.startPayment(cart.id, HOSTED)
      expect(session.data).toMatchObject({
        session_id: session.id,
        external_id: cart.id,
        checkout_url: expect.stringContaining("http"),
        amount: "23.00",
        currency_code: "eur",
      })
      const gatewayId = gatewayIdOf(session)

      expect(await gateway.confirm(gatewayId)).toBe(200)

      const attempt = await books.attemptOf(session.id)
      expect(attempt).toMatchObject({
        state: "settled",
        gateway_status: "confirmed",
        cart_id: cart.id,
      })
      expect(await books.orderBooks(cart.id)).toEqual({
        order_id: attempt.order_id,
        total: 23,
        payments: 1,
        captures: [23],
        refunds: 0,
        transactions: [23],
        pending_difference: 0,
        payment_status: "captured",
      })
    })
  }
)
