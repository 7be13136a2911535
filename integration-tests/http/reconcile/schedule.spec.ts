import { startMinimalGateway } from "../../support/minimal-gateway"
import { paymentSuite } from "../../support/shop/payment-fixture"
import { testShop } from "../../support/shop/test-shop"

/** Half a year from now: more than the 24.8 days that a timer holds. */
const nextHalfYear = `0 0 1 ${((new Date().getMonth() + 6) % 12) + 1} *`

const longSchedule = paymentSuite(
  "a schedule that overflows Medusa's timer",
  (shop) => {
    const { gateway, openPayment } = shop

    const pagesRead = () =>
      gateway.requests().filter((line) => line === "GET /v1/payments").length

    it("is no hot loop at the gateway", async () => {
      await openPayment()
      const before = pagesRead()
      for (let n = 0; n < 3; n++) await openPayment()
      // One run a minute, where it were dozens a second.
      expect(pagesRead() - before).toBeLessThanOrEqual(2)
    })
  }
)

testShop({
  startGateway: () => startMinimalGateway(),
  environment: { CRYPTO_RECONCILE_SCHEDULE: nextHalfYear },
  suites: [longSchedule],
})
