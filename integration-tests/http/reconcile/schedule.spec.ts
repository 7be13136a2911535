import { MedusaWorkflow } from "@medusajs/framework/workflows-sdk"

import { paymentSuite } from "../../support/shop/payment-fixture"
import { testShop } from "../../support/shop/test-shop"

/** Half a year from now: more than the 24.8 days that a timer holds. */
const nextHalfYear = `0 0 1 ${((new Date().getMonth() + 6) % 12) + 1} *`

/** Medusa's workflow of the job, which reads its schedule when its file loads. */
const jobId = "job-crypto-payment-reconcile"

const longSchedule = paymentSuite(
  "a schedule that overflows Medusa's timer",
  (shop) => {
    const { books, openPayment } = shop

    // Medusa starts the timer again after it was stopped in the middle of a run:
    // the loop would then go on beside the specs that follow in this process.
    afterAll(() => MedusaWorkflow.unregisterWorkflow(jobId))

    it("is no hot loop at the gateway", async () => {
      expect(MedusaWorkflow.getWorkflow(jobId)).toBeDefined()
      await openPayment()
      const runs = jest.spyOn(books.ledger, "now")
      for (let n = 0; n < 3; n++) await openPayment()
      // One run a minute, where it were dozens a second.
      expect(runs.mock.calls.length).toBeLessThanOrEqual(2)
    })
  }
)

testShop({
  environment: { CRYPTO_RECONCILE_SCHEDULE: nextHalfYear },
  suites: [longSchedule],
})
