import { setTimeout as sleep } from "node:timers/promises"

import { type Sandbox, startSandbox } from "../../../src/sandbox"
import { eventually } from "../../support/eventually"
import { sandboxSuite } from "../../support/shop/sandbox-fixture"
import { testShop } from "../../support/shop/test-shop"

const scheduleSeconds = 3

const jobAlone = sandboxSuite(
  "with all webhooks lost, and the job on its own schedule,",
  (shop) => {
    const { books, openPayment, expectPaidOnce, control, advanceLedger } = shop

    beforeEach(async () => {
      await control.addFaults({
        webhooks: [{ kind: "drop", count: 1_000 }],
      })
    })

    /** How often the job has read the gateway's list. */
    const runs = async () => {
      const { counts } = await control.requestCounts()
      return Object.entries(counts)
        .filter(([endpoint]) => /list/i.test(endpoint))
        .reduce((total, [, count]) => total + count, 0)
    }

    const settledWithinTwoRuns = async (sessionId: string) => {
      const before = await runs()
      await eventually(
        async () => {
          const { state } = await books.attemptOf(sessionId)
          return state === "settled" ? true : undefined
        },
        { otherwise: "No order came of the payment" }
      )
      // The order takes a moment, in which the next run may have begun.
      expect((await runs()) - before).toBeLessThanOrEqual(3)
    }

    it("a payment becomes an order within two runs", async () => {
      const { cart, session, gatewayId } = await openPayment()
      await control.payWithoutWebhook(gatewayId)

      await settledWithinTwoRuns(session.id)

      await expectPaidOnce(cart.id, session.id, 5)
    })

    it("a payment at the end of its countdown does too, when checks have become rare", async () => {
      const { cart, session, gatewayId } = await openPayment()
      for (const minutes of [1, 2, 3, 5]) {
        await advanceLedger(minutes)
        await sleep(scheduleSeconds * 1_000)
      }
      await control.advance(840)
      const { next_check_at } = await books.attemptOf(session.id)
      expect(Number(next_check_at) - Date.now()).toBeGreaterThan(120_000)
      await control.payWithoutWebhook(gatewayId)

      await settledWithinTwoRuns(session.id)

      await expectPaidOnce(cart.id, session.id, 5)
    })
  }
)

testShop<Sandbox>({
  startGateway: () => startSandbox({ control: true, retryCount: 0 }),
  environment: {
    CRYPTO_RECONCILE_SCHEDULE: `*/${scheduleSeconds} * * * * *`,
  },
  suites: [jobAlone],
})
