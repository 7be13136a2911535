import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
  Modules,
} from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"

import type { OpenPayment } from "../support/shop/open-payment"
import { errorOf, paidCartFixture } from "../support/shop/paid-cart-fixture"
import { paymentSuite } from "../support/shop/payment-fixture"
import { attention, HOSTED } from "../support/shop/shop-fixture"

/** A cart whose money is confirmed, and whose order could not be placed yet. */
export const paidCartSuite = paymentSuite(
  "a cart that is paid before its order can be placed",
  (shop) => {
    const { gateway, shopper, books, store, resolve, item, db } = shop
    const { runJob, reconcile } = shop
    const { openPayment, expectPaidOnce, payOrder, deliverToCore } = shop
    const { payWithoutOrder, captures } = paidCartFixture(shop)

    it("accepts what does not change the price", async () => {
      const { cart } = await payWithoutOrder()
      await shopper.giveAddress(cart.id, "another@example.test")
      expect(await shopper.cart(cart.id)).toMatchObject({
        email: "another@example.test",
        total: 10,
      })
    })

    /** As if core had taken a change: by other code, past all hooks. */
    const changeBehindBack = async (
      { cart }: OpenPayment,
      quantity: number
    ) => {
      const carts = resolve(Modules.CART)
      const [item] = (await shopper.cart(cart.id)).items ?? []
      await carts.updateLineItems(item.id, { quantity })
      await carts.addShippingMethods([
        {
          cart_id: cart.id,
          name: "Free",
          amount: 0,
          shipping_option_id: store.shippingOptionId,
        },
      ])
    }

    it.each([250, 2])(
      "does not become an order of %d shirts when one was paid, whoever completes it",
      async (quantity) => {
        const opened = await payWithoutOrder()
        await changeBehindBack(opened, quantity)
        const before = gateway.payments().length

        const refused = {
          status: 400,
          body: {
            type: MedusaError.Types.NOT_ALLOWED,
            message: expect.stringContaining("was paid with 10.00 EUR"),
          },
        }
        expect(await errorOf(shopper.complete(opened.cart.id))).toMatchObject(
          refused
        )
        const { errors } = await completeCartWorkflow(shop.container()).run({
          input: { id: opened.cart.id },
          throwOnError: false,
        })
        expect(errors[0]?.error).toMatchObject({
          message: expect.stringContaining("was paid with 10.00 EUR"),
        })
        await deliverToCore(opened.gatewayId)
        await runJob()

        expect(await books.orderIds(opened.cart.id)).toEqual([])
        expect(await captures(opened)).toEqual([10])
        expect(await books.attemptOf(opened.session.id)).toMatchObject(
          attention("amount_mismatch", {
            attention_detail: expect.stringMatching(
              /^Paid 10\.00 EUR, the cart now costs /
            ),
          })
        )
        expect(gateway.payments()).toHaveLength(before)
      }
    )

    it("becomes its order once it can be placed for what was paid", async () => {
      const opened = await payWithoutOrder()
      await changeBehindBack(opened, 1)
      await runJob()
      await expectPaidOnce(opened.cart.id, opened.session.id, 10)
    })

    it("opens no other payment while its money is held, at any price", async () => {
      const opened = await payWithoutOrder()
      const before = gateway.payments().length
      const again = async () => {
        const session = await shopper.startPayment(opened.cart.id, HOSTED)
        expect(session).toMatchObject({
          id: opened.session.id,
          data: { checkout_url: null },
        })
      }
      await again()
      const payments = resolve(Modules.PAYMENT)
      const { payment_collection } = await shopper.cart(opened.cart.id)
      await payments.updatePaymentCollections(String(payment_collection?.id), {
        amount: 2500,
      })
      await again()
      // Core itself asks for a session again after a failed completion.
      await expect(
        payments.createPaymentSession(String(payment_collection?.id), {
          provider_id: HOSTED,
          amount: 2500,
          currency_code: store.currencyCode,
          data: {},
        })
      ).rejects.toThrow("Nothing is left to pay")
      expect(gateway.payments()).toHaveLength(before)
    })

    it("that is completed opens no payment for a stale tab", async () => {
      const { cart } = await openPayment()
      const { payment_collection } = await shopper.cart(cart.id)
      const collectionId = String(payment_collection?.id)
      await shop.orderOtherwise(cart.id)
      const before = gateway.payments().length
      expect(
        await errorOf(shopper.openSession(collectionId, HOSTED))
      ).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("already placed") },
      })
      expect(gateway.payments()).toHaveLength(before)
    })

    it("is free again once its money was sent back", async () => {
      const opened = await payWithoutOrder()
      const { id } = await books.attemptOf(opened.session.id)
      await books.ledger.adminActions.resolve(id, {
        kind: "other",
        note: null,
        order: null,
        transaction_hash: null,
        by: "user_1",
      })
      await shopper.addItem(opened.cart.id, item())
      expect(await shopper.cart(opened.cart.id)).toMatchObject({ total: 15 })
    })

    it("whose order core rolled back after it was settled is settled anew", async () => {
      const opened = await payOrder()
      await expectPaidOnce(opened.cart.id, opened.session.id, 5)
      await rollBack(shop.container(), opened.orderId, opened.cart.id)

      await runJob()

      const attempt = await books.attemptOf(opened.session.id)
      expect(attempt.order_id).not.toBe(opened.orderId)
      await expectPaidOnce(opened.cart.id, opened.session.id, 5)
      const types = await books.ledger
        .listCryptoPaymentEvents({ crypto_payment_id: attempt.id })
        .then((events) => events.map(({ type }) => type))
      expect(types).toContain("reopened")
    })

    it("whose order core rolled back after it was settled and given back is not placed again", async () => {
      const { id, cart, orderId } = await payOrder()
      await shop.actions.refund(id, "5", "0xaaa")
      await rollBack(shop.container(), orderId, cart.id)
      expect(await errorOf(shopper.complete(cart.id))).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("was sent back") },
      })

      await runJob()
      await runJob()

      expect(await books.orderIds(cart.id)).toEqual([])
      expect(await shop.actions.show(id)).toMatchObject(
        attention("order_not_placed")
      )
    })

    it("is verified once when all is well, and then left alone", async () => {
      const opened = await payOrder()
      await expectPaidOnce(opened.cart.id, opened.session.id, 5)
      await runJob()
      expect(await books.attemptOf(opened.session.id)).toMatchObject({
        state: "settled",
        verified_at: expect.any(Date),
        next_check_at: null,
      })
    })

    it("is left alone also once the gateway was asked for its quote later", async () => {
      const opened = await payOrder()
      await runJob()
      const { id } = await books.attemptOf(opened.session.id)
      // As an hour after a reading that failed.
      await db()("crypto_payment")
        .where({ id })
        .update({ quoted_crypto_amount: null, next_check_at: new Date(0) })
      await reconcile()
      expect(await books.attemptOf(opened.session.id)).toMatchObject({
        state: "settled",
        next_check_at: null,
      })
    })
  }
)

/** What a failed completion undoes, while the capture stays (I2). */
async function rollBack(
  container: MedusaContainer,
  order_id: string,
  cart_id: string
): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const gone = { deleted_at: new Date() }
  await pg("order").where({ id: order_id }).update(gone)
  await pg("order_transaction").where({ order_id }).update(gone)
  await pg("order_cart").where({ order_id }).update(gone)
  await pg("order_payment_collection").where({ order_id }).update(gone)
  await pg("cart").where({ id: cart_id }).update({ completed_at: null })
}
