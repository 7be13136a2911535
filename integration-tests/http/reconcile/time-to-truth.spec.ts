import { setTimeout as sleep } from "node:timers/promises"

import { eventually } from "../../support/eventually"
import { paymentSuite } from "../../support/shop/payment-fixture"
import { testShop } from "../../support/shop/test-shop"

const scheduleSeconds = 3

const jobAlone = paymentSuite(
  "with all webhooks lost, and the job on its own schedule,",
  (shop) => {
    const { books, openPayment, expectPaidOnce, control, advanceLedger } = shop

    beforeEach(async () => {
      await control.addFaults({
        webhooks: [{ kind: "drop", count: 1_000 }],
      })
    })

    /** A run of the usual schedule comes each minute, in which all of these are due. */
    const settledWithinTwoRuns = async (sessionId: string) => {
      const runs = jest.spyOn(books.ledger, "now")
      await advanceLedger(1)
      await eventually(
        async () => {
          const { state } = await books.attemptOf(sessionId)
          return state === "settled" ? true : undefined
        },
        { otherwise: "No order came of the payment" }
      )
      // The order takes a moment, in which the next run may have begun.
      expect(runs.mock.calls.length).toBeLessThanOrEqual(3)
      runs.mockRestore()
    }

    it.each([
      ["a payment", false],
      ["a payment at the end of its countdown", true],
    ])("%s becomes an order within two runs", async (_what, isLate) => {
      const { cart, session, gatewayId } = await openPayment()
      for (let minute = 0; isLate && minute < 4; minute++) {
        await advanceLedger(1)
        await sleep(scheduleSeconds * 1_000)
      }
      if (isLate) await control.advance(840)
      await control.payWithoutWebhook(gatewayId)

      await settledWithinTwoRuns(session.id)

      await expectPaidOnce(cart.id, session.id, 5)
    })
  }
)

testShop({
  gateway: { expires: true, retryCount: 0 },
  environment: {
    CRYPTO_RECONCILE_SCHEDULE: `*/${scheduleSeconds} * * * * *`,
  },
  suites: [jobAlone],
})
