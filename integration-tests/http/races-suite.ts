import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED } from "../support/shop/shop-fixture"

const rounds = 20

export const racesSuite = paymentSuite(
  "one payment reported in many ways at once",
  (shop) => {
    const { gateway, shopper, books, prepareCart, openPayment } = shop
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

    it("makes one order when the browser completes first and no webhook comes", async () => {
      const { cart, session } = await openConfirmed()

      const completion = await shopper.complete(cart.id)

      expect(completion.type).toBe("order")
      await expectPaidOnce(cart.id, session.id, 5)
    })

    it("refuses to complete an unpaid cart, and completes it once it is paid", async () => {
      const { cart, session, gatewayId } = await openPayment()

      await expect(shopper.complete(cart.id)).rejects.toMatchObject({
        status: 400,
        body: { type: "not_allowed" },
      })

      await gateway.confirm(gatewayId)
      await expectPaidOnce(cart.id, session.id, 5)
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
