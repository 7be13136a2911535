import { Modules } from "@medusajs/framework/utils"

import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED } from "../support/shop/shop-fixture"

export const tamperingSuite = paymentSuite(
  "a storefront that sends false data",
  (shop) => {
    const { gateway, shopper, books, store, resolve } = shop
    const { prepareCart, openPayment } = shop
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
      const forged = {
        session_id: paidSession.id,
        crypto_payment_id: attempt.id,
        gateway_payment_id: attempt.gateway_payment_id,
        external_id: attempt.external_id,
        status: "paid",
        amount: 0,
        currency_code: "jpy",
        is_test: true,
      }
      // A shopper may write into `client` since Medusa 2.22.
      const session = await shopper.startPayment(thief.id, HOSTED, {
        ...forged,
        client: forged,
      })

      const genuine = {
        session_id: session.id,
        status: "created",
        amount: "5.00",
        currency_code: "eur",
        is_test: false,
      }
      expect(session.data).toMatchObject(genuine)
      const updated = await resolve(Modules.PAYMENT).updatePaymentSession({
        id: session.id,
        amount: 5,
        currency_code: "eur",
        data: { ...session.data, client: forged },
      })
      expect(updated.data).toMatchObject(genuine)
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

    it("cannot send the shopper to another site", async () => {
      const cart = await prepareCart()
      const before = gateway.payments().length
      const elsewhere = "http://localhost:8000@evil.example/"
      for (const data of [
        { success_url: elsewhere },
        { fail_url: elsewhere },
      ]) {
        await expect(
          shopper.startPayment(cart.id, HOSTED, data)
        ).rejects.toMatchObject({
          status: 400,
          body: {
            message: expect.stringContaining(
              "_url must be an http or https URL"
            ),
          },
        })
      }
      expect(gateway.payments()).toHaveLength(before)
    })

    it("reads no secret, and nothing that a cache may keep", async () => {
      const { session } = await openPayment()
      const answers = [JSON.stringify(session)]
      for (const path of [
        `/store/crypto-payments/${session.id}`,
        `/store/crypto-payments/currencies?provider_id=${HOSTED}`,
      ]) {
        const response = await fetch(new URL(path, shop.baseUrl()), {
          headers: { "x-publishable-api-key": store.publishableKey },
        })
        expect([path, response.status]).toEqual([path, 200])
        expect(response.headers.get("cache-control")).toBe("no-store")
        answers.push(await response.text())
      }
      expect(answers.join()).not.toContain(gateway.apiKey)
      expect(answers.join()).not.toContain(gateway.webhookSecret)
    })

    it("gets out of core's own hook route what the gateway confirmed, and nothing else", async () => {
      const { cart, session, gatewayId } = await openPayment()
      const forged = answerToCore()
      const answer = await deliverToCore(gatewayId, {
        status: "confirmed",
        secret: "guessed",
      })
      expect(answer.status).toBe(200)
      expect(await forged).toEqual({ action: "not_supported" })
      await shop.workflowsToEnd()
      expect(await books.orderIds(cart.id)).toEqual([])
      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "open",
      })

      gateway.markOnly(gatewayId, "confirmed")
      const genuine = answerToCore()
      await deliverToCore(gatewayId)
      expect(await genuine).toMatchObject({
        action: "captured",
        data: { session_id: session.id },
      })
      await expectPaidOnce(cart.id, session.id, 5)
    })
  }
)
