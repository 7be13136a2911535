import { Modules } from "@medusajs/framework/utils"

import { settleCryptoPaymentWorkflow } from "../../src/workflows/settle"
import { gatewayIdOf } from "../support/shop/open-payment"
import { paymentFixture } from "../support/shop/payment-fixture"
import { attention, HOSTED, MANUAL } from "../support/shop/shop-fixture"
import type { ShopSuite } from "../support/shop/test-shop"

export const switchedMethodSuite: ShopSuite = (testShop) => {
  const shop = paymentFixture(testShop)
  const { gateway, shopper, books, resolve, item, openPayment } = shop
  const { expectPaidOnce, openConfirmed, setProviders } = shop

  describe("a shopper who switches the payment method", () => {
    it("to another and back pays the payment that was open before", async () => {
      const { cart, gatewayId } = await openPayment()
      const before = gateway.payments().length
      await shopper.startPayment(cart.id, MANUAL)
      const again = await shopper.startPayment(cart.id, HOSTED)

      expect(gatewayIdOf(again)).toBe(gatewayId)
      expect(gateway.payments()).toHaveLength(before)
      expect(await gateway.confirm(gatewayId)).toBe(200)
      await expectPaidOnce(cart.id, again.id, 5)
    })

    it("to another while the money is on its way gets an order of the crypto payment, if it is first", async () => {
      const { cart, gatewayId } = await openConfirmed()
      await shopper.startPayment(cart.id, MANUAL)

      expect((await gateway.deliver(gatewayId)).status).toBe(200)

      const { payment_session_id } = await books.attemptFor(gatewayId)
      await expectPaidOnce(cart.id, String(payment_session_id), 5)
      expect(await shopper.complete(cart.id)).toMatchObject({ type: "order" })
      await expectPaidOnce(cart.id, String(payment_session_id), 5)
    })

    it("to one that the region does not offer gets no address to pay to", async () => {
      const cart = await shopper.prepareCart([item()], {})
      await setProviders([MANUAL])
      gateway.forgetRequests()

      await expect(shopper.startPayment(cart.id, HOSTED)).rejects.toMatchObject(
        {
          status: 400,
          body: {
            message: expect.stringMatching(
              /is not enabled in the cart's region/
            ),
          },
        }
      )
      expect(gateway.requests()).toEqual([])
      expect(await books.attemptsOfCart(cart.id)).toEqual([])
    })

    it("and pays both at the same moment gets one order, and the crypto payment is reported", async () => {
      for (let round = 0; round < 5; round++) {
        const { cart, gatewayId } = await openPayment()
        await shopper.startPayment(cart.id, MANUAL)
        gateway.markOnly(gatewayId, "confirmed")

        const [answer] = await Promise.all([
          gateway.deliver(gatewayId),
          shopper.complete(cart.id).catch((error: unknown) => error),
        ])
        if (answer.status !== 200) await gateway.deliver(gatewayId)

        const { state, attention_reason } = await books.attemptFor(gatewayId)
        expect([
          ["settled", null],
          ["attention", "duplicate_payment"],
        ]).toContainEqual([state, attention_reason])
        const { payments, captures } = await books.orderBooks(cart.id)
        expect([payments, captures]).toEqual(
          state === "settled" ? [1, [5]] : [1, []]
        )
      }
    })

    it("and orders makes the crypto payment a duplicate, which pays the order once the other payment is canceled and an admin retries", async () => {
      const { cart, gatewayId } = await openPayment()
      const order_id = await shop.orderOtherwise(cart.id)
      const ordered = await books.booksOf(order_id)
      expect(await gateway.confirm(gatewayId)).toBe(200)
      const before = await books.attemptFor(gatewayId)
      expect(await shop.actions.show(before.id)).toMatchObject(
        attention("duplicate_payment", {
          order_id,
          advice: { what_to_do: expect.stringMatching(/^Choose "Refund …"/) },
        })
      )
      expect(await books.booksOf(order_id)).toEqual(ordered)
      const payments = resolve(Modules.PAYMENT)
      const [cash] = await payments.listPayments({})
      await payments.cancelPayment(cash.id)
      const known = gateway.payments().length

      await settleCryptoPaymentWorkflow(shop.container()).run({
        input: { crypto_payment_id: before.id, again: "reconsider" },
      })

      expect(await books.attemptFor(gatewayId)).toMatchObject({
        state: "settled",
        order_id,
      })
      expect(gateway.payments()).toHaveLength(known)
      expect(await books.orderBooks(cart.id)).toMatchObject({
        captures: [5],
        transactions: [5],
        pending_difference: 0,
      })
    })
  })

  describe("a cart whose payment is open", () => {
    it("may pass to a customer who logs in", async () => {
      const { cart, session, gatewayId } = await openPayment()
      const customer = await shopper.register("late@example.test", "secret-1")
      await shopper.post(`/store/carts/${cart.id}/customer`)

      expect(await gateway.confirm(gatewayId)).toBe(200)

      const [orderId] = await books.orderIds(cart.id)
      const order = await resolve(Modules.ORDER).retrieveOrder(orderId)
      expect(order.customer_id).toBe(customer.id)
      const { payment_session_id } = await books.attemptFor(gatewayId)
      await expectPaidOnce(cart.id, payment_session_id ?? session.id, 5)
    })

    it("may be deleted: the money is unmatched, and makes no order", async () => {
      const { cart, gatewayId } = await openPayment()
      await resolve(Modules.CART).deleteCarts([cart.id])

      expect(await gateway.confirm(gatewayId)).toBe(200)

      expect(await books.attemptFor(gatewayId)).toMatchObject(
        attention("unmatched", {
          attention_detail: "The cart no longer exists.",
        })
      )
      expect(await resolve(Modules.PAYMENT).listPayments({})).toEqual([])
      expect(await books.orderIds(cart.id)).toEqual([])
    })
  })

  it("two browser tabs with different totals, paid in both, make one order of the older one where the cart costs again what it took", async () => {
    const { cart, gatewayId } = await openPayment()
    await shopper.addItem(cart.id, item())
    const second = await shopper.startPayment(cart.id, HOSTED)
    const carts = resolve(Modules.CART)
    const [line] = cart.items ?? []
    await carts.updateLineItems(line.id, { quantity: 1 })

    expect(await gateway.confirm(gatewayIdOf(second))).toBe(200)
    expect(await books.attemptFor(gatewayIdOf(second))).toMatchObject(
      attention("amount_mismatch")
    )
    expect(await gateway.confirm(gatewayId)).toBe(200)

    const { payment_session_id } = await books.attemptFor(gatewayId)
    await expectPaidOnce(cart.id, String(payment_session_id), 5)
  })
}
