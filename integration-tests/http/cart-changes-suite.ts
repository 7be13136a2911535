import { Modules } from "@medusajs/framework/utils"
import { recordCryptoRefundWorkflow } from "../../src/workflows/refund-crypto-payment"
import { settleCryptoPaymentWorkflow } from "../../src/workflows/settle"
import { gatewayIdOf } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { attention, HOSTED, MANUAL } from "../support/shop/shop-fixture"

export const cartChangesSuite = paymentSuite(
  "a cart that changes after its payment was opened",
  (shop) => {
    const { gateway, shopper, books, item, prepareCart, openPayment } = shop
    const { expectPaidOnce, recordConfirmed, openConfirmed, resolve } = shop

    it("is paid by a second attempt under the next external_id; money of the old page is a mismatch, and changes no cart", async () => {
      const stranger = await prepareCart()
      await shopper.startPayment(stranger.id, MANUAL)
      const { cart, session, gatewayId } = await openPayment()
      await shopper.addItem(cart.id, item())
      const second = await shopper.startPayment(cart.id, HOSTED)
      expect(await books.attemptOf(second.id)).toMatchObject({
        external_id: `${cart.id}-2`,
        amount: "10.00",
      })

      expect(await gateway.confirm(gatewayId)).toBe(200)

      const mismatch = attention("amount_mismatch", {
        attention_detail: "The customer paid €5.00; the cart now costs €10.00.",
      })
      expect(await books.attemptOf(session.id)).toMatchObject(mismatch)
      expect(await books.orderIds(cart.id)).toEqual([])
      expect(await books.orderIds(stranger.id)).toEqual([])
      await gateway.confirm(gatewayIdOf(second))
      await expectPaidOnce(cart.id, second.id, 10)
      expect(await books.attemptFor(gatewayId)).toMatchObject(mismatch)
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

    it("authorizes no cart that costs something else than was paid, nor once some was sent back", async () => {
      const { id, cart, session, gatewayId } = await openPayment()
      gateway.markOnly(gatewayId, "confirmed")
      await recordConfirmed({ id, gatewayId })
      // Past core's workflows, which would refresh the session.
      const setQuantity = (quantity: number) =>
        resolve(Modules.CART).updateLineItems(cart.items?.[0].id ?? "", {
          quantity,
        })
      await setQuantity(2)
      const expectRefused = async () => {
        const authorizing = resolve(Modules.PAYMENT).authorizePaymentSession(
          session.id,
          {}
        )
        await expect(authorizing).rejects.toThrow(/was not authorized/)
        const attempt = await books.attemptFor(gatewayId)
        expect(attempt.authorized_session_id).toBeNull()
        return attempt.state
      }
      expect(await expectRefused()).toBe("paid")

      await settleCryptoPaymentWorkflow(shop.container()).run({
        input: { crypto_payment_id: id },
      })
      await recordCryptoRefundWorkflow(shop.container()).run({
        input: { id, amount: "1", transaction_hash: "0xaa", actor_id: "admin" },
      })
      await setQuantity(1)
      expect(await expectRefused()).toBe("attention")
    })
  }
)
