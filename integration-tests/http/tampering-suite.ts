import { Modules } from "@medusajs/framework/utils"

import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED } from "../support/shop/shop-fixture"

export const tamperingSuite = paymentSuite(
  "a storefront that sends false data",
  (shop) => {
    const { gateway, shopper, books, resolve, prepareCart, openPayment } = shop
    const { expectPaidOnce, openConfirmed, deliverToCore } = shop

    /**
     * What the provider answers core about the next delivery to core's own
     * hook route. Core asks some seconds later, in a subscriber.
     */
    const answerToCore = async () => {
      const payments = resolve(Modules.PAYMENT)
      const getAction = payments.getWebhookActionAndData.bind(payments)
      const asked = jest.spyOn(payments, "getWebhookActionAndData")
      try {
        return await new Promise((resolve, reject) => {
          asked.mockImplementation((...input) => {
            const answer = getAction(...input)
            answer.then(resolve, reject)
            return answer
          })
        })
      } finally {
        asked.mockRestore()
      }
    }

    it("cannot authorize a cart with another cart's paid payment", async () => {
      const { cart: paid, session: paidSession } = await openConfirmed()
      const attempt = await books.attemptOf(paidSession.id)

      const thief = await prepareCart()
      const session = await shopper.startPayment(thief.id, HOSTED, {
        session_id: paidSession.id,
        crypto_payment_id: attempt.id,
        gateway_payment_id: attempt.gateway_payment_id,
        external_id: attempt.external_id,
        status: "paid",
        amount: 0,
        currency_code: "jpy",
        is_test: true,
      })

      expect(session.data).toMatchObject({
        session_id: session.id,
        status: "created",
        amount: "5.00",
        currency_code: "eur",
        is_test: false,
      })
      expect(session.data.gateway_payment_id).not.toBe(
        attempt.gateway_payment_id
      )
      await expect(shopper.complete(thief.id)).rejects.toMatchObject({
        status: 400,
      })
      expect(await books.orderIds(thief.id)).toEqual([])
      await shopper.complete(paid.id)
      await expectPaidOnce(paid.id, paidSession.id, 5)
    })

    it("changes nothing by the `client` that a shopper may write into a session's data since Medusa 2.22", async () => {
      const { session: other } = await openConfirmed()
      const { crypto_payment_id } = other.data
      const client = {
        ...{ session_id: other.id, crypto_payment_id },
        ...{ status: "paid", amount: 0, currency_code: "jpy", is_test: true },
      }
      const cart = await prepareCart()
      const session = await shopper.startPayment(cart.id, HOSTED, { client })
      const updated = await resolve(Modules.PAYMENT).updatePaymentSession({
        ...{ id: session.id, amount: 5, currency_code: "eur" },
        data: { ...session.data, client },
      })
      expect(updated.data).toMatchObject({
        ...{ session_id: session.id, status: "created", amount: "5.00" },
      })
      await expect(shopper.complete(cart.id)).rejects.toMatchObject({
        status: 400,
      })
      const { gateway_payment_id } = await books.attemptOf(session.id)
      await gateway.confirm(String(gateway_payment_id))
      await shopper.complete(cart.id)
      await expectPaidOnce(cart.id, session.id, 5)
    })

    it.each([
      "https://evil.example/return",
      "javascript:alert(1)",
      "//evil.example",
      "http://localhost:8000@evil.example/",
      "not a url",
    ])("cannot send the shopper to %s", async (success_url) => {
      const cart = await prepareCart()
      const before = gateway.payments().length
      for (const data of [{ success_url }, { fail_url: success_url }]) {
        await expect(
          shopper.startPayment(cart.id, HOSTED, data)
        ).rejects.toMatchObject({
          status: 400,
          body: { message: expect.stringContaining("_url must be a URL") },
        })
      }
      expect(gateway.payments()).toHaveLength(before)
    })

    it("may name a return URL on the store's own origin, with the session filled in", async () => {
      const cart = await prepareCart()
      const session = await shopper.startPayment(cart.id, HOSTED, {
        success_url:
          "http://localhost:8000/return?session={payment_session_id}&cart={cart_id}",
      })
      const body = gateway.bodies().at(-1)
      expect(JSON.parse(String(body))).toMatchObject({
        success_url: `http://localhost:8000/return?session=${session.id}&cart={cart_id}`,
      })
    })

    it("leaks no secret into what storefronts can read", async () => {
      const { session } = await openPayment()
      const reported = JSON.stringify([
        session,
        await shopper.get(`/store/crypto-payments/${session.id}`),
      ])
      expect(reported).not.toContain(gateway.apiKey)
      expect(reported).not.toContain(gateway.webhookSecret)
    })

    it("gets 404 for a session of another provider", async () => {
      await expect(
        shopper.get("/store/crypto-payments/payses_unknown")
      ).rejects.toMatchObject({ status: 404 })
    })

    it("gets nothing out of core's own hook route that the gateway did not confirm", async () => {
      const { cart, session, gatewayId } = await openPayment()
      const answered = answerToCore()
      const answer = await deliverToCore(gatewayId, {
        status: "confirmed",
        secret: "guessed",
      })
      expect(answer.status).toBe(200)
      expect(await answered).toEqual({ action: "not_supported" })
      await shop.workflowsToEnd()
      expect(await books.orderIds(cart.id)).toEqual([])
      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "open",
      })
    })

    it("still gets its order when the gateway delivers to core's hook route", async () => {
      const { cart, session, gatewayId } = await openConfirmed()
      const answered = answerToCore()
      await deliverToCore(gatewayId)
      expect(await answered).toMatchObject({
        action: "captured",
        data: { session_id: session.id },
      })
      await expectPaidOnce(cart.id, session.id, 5)
    })
  }
)
