import { gatewayIdOf } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { INLINE } from "../support/shop/shop-fixture"

export const inlinePurchaseSuite = paymentSuite(
  "a purchase paid in crypto in the checkout",
  (shop) => {
    const { gateway, shopper, prepareCart, expectPaidOnce } = shop

    it("shows coin, amount and address, and becomes a paid order by the webhook alone", async () => {
      const cart = await prepareCart()
      const session = await shopper.startPayment(cart.id, INLINE, {
        target_currency: "USDT_TRON",
      })
      expect(session.data).toMatchObject({
        session_id: session.id,
        amount: "5.00",
        currency_code: "eur",
        crypto_amount: expect.stringMatching(/^\d+(\.\d+)?$/),
        wallet_address: expect.any(String),
      })

      expect(await gateway.confirm(gatewayIdOf(session))).toBe(200)

      await expectPaidOnce(cart.id, session.id, 5)
    })
  }
)
