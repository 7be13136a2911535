import {
  Modules,
  OrderWorkflowEvents,
  PaymentEvents,
} from "@medusajs/framework/utils"
import { gatewayIdOf } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED, INLINE, MANUAL } from "../support/shop/shop-fixture"
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

    it("becomes a paid order by the webhook alone, once and for good, and is announced once", async () => {
      const cart = await shopper.prepareCart([item("shirt", 2)], {
        shippingOptionId: store.shippingOptionId,
      })
      expect(await shopper.paymentProviders()).toContainEqual(
        expect.objectContaining({ id: HOSTED })
      )
      const session = await shopper.startPayment(cart.id, HOSTED)
      expect(session.data).toMatchObject({
        session_id: session.id,
        checkout_url: expect.stringContaining("http"),
        amount: "23.00",
        currency_code: "eur",
      })
      const gatewayId = gatewayIdOf(session)
      await expect(shopper.complete(cart.id)).rejects.toMatchObject({
        status: 400,
        body: { type: "not_allowed" },
      })

      expect(await gateway.confirm(gatewayId)).toBe(200)

      const attempt = await books.attemptOf(session.id)
      expect(attempt).toMatchObject({
        state: "settled",
        gateway_status: "confirmed",
        external_id: cart.id,
        cart_id: cart.id,
        lease_owner: null,
        lease_until: null,
      })
      await expectPaidOnce(cart.id, session.id, 23)
      const { order_id, payment_id } = attempt
      const named = (name: string) =>
        events.filter((event) => event.name === name).map(({ data }) => data)
      expect(named(OrderWorkflowEvents.PLACED)).toMatchObject([
        { id: order_id },
      ])
      expect(named(PaymentEvents.CAPTURED)).toMatchObject([{ id: payment_id }])
      expect(named(cryptoPaymentEvents.settled)).toMatchObject([
        { order_id, occurred_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) },
      ])
      expect(await shop.db()("crypto_payment_outbox").count("id")).toEqual([
        { count: "0" },
      ])

      const late = await gateway.deliver(gatewayId, { status: "expired" })
      expect(late.status).toBe(200)
      await expectPaidOnce(cart.id, session.id, 23)
    })

    it("pays for the order although another provider's session is there too", async () => {
      const { cart, session, gatewayId } = await openPayment()
      const { payment_collection_id } = await books.attemptOf(session.id)
      await resolve(Modules.PAYMENT).createPaymentSession(
        String(payment_collection_id),
        { provider_id: MANUAL, amount: 5, currency_code: "eur", data: {} }
      )
      await gateway.confirm(gatewayId)
      await expectPaidOnce(cart.id, session.id, 5)
    })
  }
)

export const inlinePurchaseSuite = paymentSuite(
  "a purchase paid in crypto in the checkout",
  (shop) => {
    const { gateway, shopper, prepareCart, expectPaidOnce } = shop

    it("shows coin, amount and address, and becomes a paid order by the webhook alone", async () => {
      const cart = await prepareCart()
      const session = await shopper.startPayment(cart.id, INLINE, {
        target_currency: "USDT_TRC20",
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

const rounds = 20

export const racesSuite = paymentSuite(
  "one payment reported in many ways at once",
  (shop) => {
    const { gateway, shopper, books, prepareCart } = shop
    const { expectPaidOnce, openConfirmed } = shop

    it(`makes one order of five webhooks and a completion at once, ${rounds} times over`, async () => {
      for (let round = 0; round < rounds; round++) {
        const { cart, session, gatewayId } = await openConfirmed()

        const complete = shopper.complete(cart.id).catch((error) => error)
        const answers = await Promise.all(
          Array.from({ length: 5 }, () => gateway.deliver(gatewayId))
        )
        await complete

        // 503 asks for another delivery: core kept the cart's lock for long.
        for (const { status } of answers) expect([200, 503]).toContain(status)
        expect(await gateway.confirm(gatewayId)).toBe(200)
        await expectPaidOnce(cart.id, session.id, 5)
      }
    })

    it("opens one payment for a double click, and one order comes of it", async () => {
      const cart = await prepareCart()
      const collection = await shopper.paymentCollection(cart.id)
      const before = gateway.payments().length

      const clicks = await Promise.allSettled([
        shopper.openSession(collection.id, HOSTED),
        shopper.openSession(collection.id, HOSTED),
      ])

      // Core deletes the first session for the second one, also while it opens it.
      expect(clicks).toContainEqual(
        expect.objectContaining({ status: "fulfilled" })
      )
      for (const click of clicks) {
        if (click.status === "fulfilled") continue
        expect(click.reason).toMatchObject({ status: 404 })
      }
      expect(gateway.payments().length - before).toBe(1)
      const [attempt] = await books.attemptsOfCart(cart.id)
      await gateway.confirm(String(attempt.gateway_payment_id))
      await expectPaidOnce(cart.id, String(attempt.payment_session_id), 5)
    })
  }
)
