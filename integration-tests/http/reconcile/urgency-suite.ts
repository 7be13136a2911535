import { eventually } from "../../support/eventually"
import { paymentSuite } from "../../support/shop/payment-fixture"
import { seedOpenAttempts } from "./seed-open-attempts"

/** Less than the time-out of any call, more than anyone waits for an order. */
const answerAfterMs = 3_000

/** The first reads may have begun when the payment is seen to be settled: four at once. */
const maxCalls = 4

/** `HOSTILE_ATTEMPTS=10000` makes the test of them take a minute more. */
const hostileAttempts = Number(process.env.HOSTILE_ATTEMPTS ?? 2_000)

export const urgencySuite = paymentSuite(
  "the reconcile job, with 1,000 due polls at a gateway that takes seconds to answer,",
  (shop) => {
    const { gateway, books, db, reconcile, openPayment, expectPaidOnce } = shop
    const { recordConfirmed } = shop

    /** Confirmed by a webhook, whose server then died. */
    const leavePaid = async () => {
      const opened = await openPayment()
      await recordConfirmed(opened)
      return opened
    }

    /**
     * Runs the job; the gateway answers at once again when the payment is settled.
     *
     * @returns how many gateway calls were begun until then.
     */
    const runUntilSettled = async (sessionId: string) => {
      gateway.forgetRequests()
      gateway.answerAfter(answerAfterMs)
      const run = reconcile()
      try {
        await eventually(
          async () => {
            const { state } = await books.attemptOf(sessionId)
            return state === "settled" ? true : undefined
          },
          { otherwise: "The payment was not settled" }
        )
        return gateway.requests().length
      } finally {
        gateway.answerAfter(0)
        await run
      }
    }

    it("settles what a crash left paid within the first seconds", async () => {
      await seedOpenAttempts(shop.container(), gateway, 1_000, "poll")
      const { cart, session } = await leavePaid()

      const calls = await runUntilSettled(session.id)

      expect(calls).toBeLessThanOrEqual(maxCalls)
      await expectPaidOnce(cart.id, session.id, 5)
    })

    it(`settles it as promptly with ${hostileAttempts} due attempts of one cart`, async () => {
      await seedOpenAttempts(
        shop.container(),
        gateway,
        hostileAttempts,
        "hostile",
        { cart_id: "cart_hostile" }
      )
      const { cart, session } = await leavePaid()

      const calls = await runUntilSettled(session.id)

      expect(calls).toBeLessThanOrEqual(maxCalls)
      await expectPaidOnce(cart.id, session.id, 5)
    })

    it("tries again what could not be placed, before it asks", async () => {
      await seedOpenAttempts(shop.container(), gateway, 1_000, "poll")
      const { id, cart, session } = await leavePaid()
      await db()("crypto_payment").where({ id }).update({
        state: "attention",
        attention_reason: "order_not_placed",
        next_check_at: db().fn.now(),
      })

      const calls = await runUntilSettled(session.id)

      expect(calls).toBeLessThanOrEqual(maxCalls)
      await expectPaidOnce(cart.id, session.id, 5)
    })
  }
)
