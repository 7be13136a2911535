import {
  Modules,
  OrderWorkflowEvents,
  PaymentEvents,
} from "@medusajs/framework/utils"
import { gatewayIdOf } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED, MANUAL } from "../support/shop/shop-fixture"
import { cryptoPaymentEvents } from "../../src/modules/crypto-payment/outbox/outbox"

export const purchaseSuite = paymentSuite(
  "a purchase paid in crypto",
  (shop) => {
    const { gateway, shopper, books, store, item, resolve } = shop
    const { openPayment, expectPaidOnce } = shop
    const events = shop.collectEvents([
      PaymentEvents.CAPTURED,
      OrderWorkflowEvents.PLACED,
      cryptoPaymentEvents.settled,
    ])
    const payments = () => resolve(Modules.PAYMENT)

    it("becomes a paid order by the webhook alone", async () => {
      const cart = await shopper.prepareCart([item("shirt", 2)], {
        shippingOptionId: store.shippingOptionId,
      })
      const session = await shopper.startPayment(cart.id, HOSTED)
      expect(session.data).toMatchObject({
        session_id: session.id,
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
        external_id: cart.id,
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

    it("is announced once, as core announces an order and a capture", async () => {
      const { cart, session, gatewayId } = await openPayment()
      await gateway.confirm(gatewayId)
      await expectPaidOnce(cart.id, session.id, 5)
      const { order_id, payment_id } = await books.attemptOf(session.id)
      const named = (name: string) =>
        events.filter((event) => event.name === name).map(({ data }) => data)
      expect(named(OrderWorkflowEvents.PLACED)).toMatchObject([
        { id: order_id },
      ])
      expect(named(PaymentEvents.CAPTURED)).toMatchObject([{ id: payment_id }])
      expect(named(cryptoPaymentEvents.settled)).toMatchObject([
        { order_id, occurred_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) },
      ])
    })

    it("leaves nothing in the outbox, and no lease", async () => {
      const { session, gatewayId } = await openPayment()
      await gateway.confirm(gatewayId)
      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "settled",
        lease_owner: null,
        lease_until: null,
      })
      expect(await shop.db()("crypto_payment_outbox").count("id")).toEqual([
        { count: "0" },
      ])
    })

    it("pays for the order although another provider's session is there too", async () => {
      const { cart, session, gatewayId } = await openPayment()
      const { payment_collection_id } = await books.attemptOf(session.id)
      await payments().createPaymentSession(String(payment_collection_id), {
        provider_id: MANUAL,
        amount: 5,
        currency_code: "eur",
        data: {},
      })
      await gateway.confirm(gatewayId)
      await expectPaidOnce(cart.id, session.id, 5)
    })

    it("gets its order although a refused change left its total on the collection", async () => {
      const { cart, session, gatewayId } = await openPayment()
      const { payment_collection_id } = await books.attemptOf(session.id)
      await payments().updatePaymentCollections(String(payment_collection_id), {
        amount: 15,
      })
      await gateway.confirm(gatewayId)
      await expectPaidOnce(cart.id, session.id, 5)
    })
  }
)
