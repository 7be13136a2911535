import { Modules } from "@medusajs/framework/utils"

import { setQuantities } from "../support/shop/add-to-order"
import type { OpenPayment } from "../support/shop/open-payment"
import { paymentFixture } from "../support/shop/payment-fixture"
import { attention } from "../support/shop/shop-fixture"
import type { ShopSuite } from "../support/shop/test-shop"
import { interruptCompletion } from "./interrupted-completion"

/** A paid attempt whose own session is gone. */
export const reattachSuite: ShopSuite = (testShop) => {
  const shop = paymentFixture(testShop)
  const { gateway, books, resolve, db, openPayment, expectPaidOnce } = shop

  const payments = () => resolve(Modules.PAYMENT)

  const collectionOf = async ({ session }: OpenPayment) => {
    const { payment_collection_id } = await payments().retrievePaymentSession(
      session.id
    )
    return String(payment_collection_id)
  }

  /** Past the provider, as a restored database or an extension of the store does. */
  const loseSession = async ({ session }: OpenPayment) => {
    await db().raw(
      "UPDATE payment_session SET deleted_at = now() WHERE id = ?",
      [session.id]
    )
  }

  /** The session that took the place of the lost one. */
  const newSession = async ({ gatewayId, session }: OpenPayment) => {
    const [attempt] = await books.ledger.listCryptoPayments({
      gateway_payment_id: gatewayId,
    })
    expect(attempt.payment_session_id).not.toBe(session.id)
    return await payments().retrievePaymentSession(
      String(attempt.payment_session_id)
    )
  }

  describe("a paid cart whose session is gone", () => {
    it("is placed by a new session, and its collection shows its total again", async () => {
      const opened = await openPayment()
      const collectionId = await collectionOf(opened)
      // As core leaves it after a change of the cart that was refused.
      await payments().updatePaymentCollections(collectionId, { amount: 10 })
      await loseSession(opened)

      expect(await gateway.confirm(opened.gatewayId)).toBe(200)

      const { id } = await newSession(opened)
      await expectPaidOnce(opened.cart.id, id, 5)
      expect(
        await payments().retrievePaymentCollection(collectionId)
      ).toMatchObject({ amount: 5, status: "completed" })
    })

    it("needs attention when its order was edited since, and nothing is captured", async () => {
      const opened = await openPayment()
      const collectionId = await collectionOf(opened)
      const orderId = await interruptCompletion(
        shop.container(),
        opened.cart.id,
        { cart: true, collection: true }
      )
      await setQuantities(shop.container(), orderId, () => 2)
      await payments().updatePaymentCollections(collectionId, { amount: 10 })
      await loseSession(opened)

      expect(await gateway.confirm(opened.gatewayId)).toBe(200)

      expect(await books.attemptOf(opened.session.id)).toMatchObject(
        attention("amount_mismatch", {
          attention_detail: expect.stringMatching(
            /^Paid 5\.00 EUR, due for order #\d+ is 10\.00 EUR\.$/
          ),
        })
      )
      expect(await books.orderBooks(opened.cart.id)).toMatchObject({
        order_id: orderId,
        total: 10,
        captures: [],
        transactions: [],
        pending_difference: 10,
      })
    })
  })
}
