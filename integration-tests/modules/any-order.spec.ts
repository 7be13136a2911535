import fc from "fast-check"
import { describeLedger } from "./describe-ledger"
import { observation } from "./seed-attempt"
import { seedAttempt } from "./seed-attempt"
import type { Observation } from "../../src/modules/crypto-payment/attempts/observation"
import { isPaidState } from "../../src/modules/crypto-payment/attempts/states"
import { applyOutcome, type Outcome } from "../../src/workflows/settle/apply"

const reported = fc.record({
  status: fc.constantFrom(
    "created",
    "pending",
    "confirmed",
    "confirmed_manual",
    "expired",
    "failed",
    "a_word_of_tomorrow"
  ),
  source: fc.constantFrom<Observation["source"]>("webhook", "poll", "return"),
  original_amount: fc.option(fc.constantFrom("19.99", "5.00"), {
    nil: undefined,
  }),
})

const outcome = fc.constantFrom<Outcome>(
  { type: "recorded" },
  { type: "closed", order_id: null, paid_otherwise: false },
  { type: "settled", order_id: "order_1", payment_id: "pay_1" },
  {
    type: "attention",
    reason: "unmatched",
    fact: { type: "cart_gone" },
    order_id: null,
  },
  {
    type: "failed",
    fact: { type: "failed", message: "Busy." },
    retryable: true,
    order_id: null,
  },
  {
    type: "failed",
    fact: { type: "failed", message: "Out of stock." },
    retryable: false,
    order_id: null,
  }
)

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: reported.map((words) => ({ words })) },
    { weight: 2, arbitrary: outcome.map((outcome) => ({ outcome })) }
  ),
  { minLength: 1, maxLength: 12 }
)

const isPaid = (status: string) => status.startsWith("confirmed")

describeLedger("observations in any order", ({ ledger, sql }) => {
  let carts = 0

  it("money that was confirmed stays seen, and an order stays placed", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const external_id = `cart_${++carts}`
        const gateway_payment_id = `gateway-${carts}`
        const { id } = await seedAttempt(ledger, "open", { external_id })
        let paid = false
        let settled = false
        for (const step of steps) {
          if ("words" in step) {
            const { words } = step
            paid ||= isPaid(words.status)
            await ledger.observations.record(
              id,
              observation(words.status, {
                ...words,
                external_id,
                gateway_payment_id,
              })
            )
          } else {
            await applyOutcome(ledger, id, step.outcome)
          }
          const attempt = await ledger.attempts.find(id)
          if (!attempt) throw new Error("the attempt is gone")
          expect(isPaidState(attempt.state)).toBe(paid)
          expect(attempt.paid_at !== null).toBe(paid)
          if (paid) expect(isPaid(attempt.gateway_status ?? "")).toBe(true)
          if (settled) expect(attempt.state).toBe("settled")
          settled ||= attempt.state === "settled"
          if (settled) expect(attempt.order_id).toBe("order_1")
        }
      }),
      { numRuns: 60 }
    )
  })

  it("the same observations at the same moment come to the same", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(reported, { minLength: 2, maxLength: 6 }),
        async (words) => {
          const external_id = `cart_${++carts}`
          const gateway_payment_id = `gateway-${carts}`
          const { id } = await seedAttempt(ledger, "open", { external_id })
          await Promise.all(
            words.map((each) =>
              ledger.observations.record(
                id,
                observation(each.status, {
                  ...each,
                  external_id,
                  gateway_payment_id,
                })
              )
            )
          )
          const attempt = await ledger.attempts.find(id)
          const paid = words.some(({ status }) => isPaid(status))
          expect(attempt?.state).toBe(paid ? "paid" : "open")
          const events = await sql(
            "select fact from crypto_payment_event where crypto_payment_id = $1 and fact like 'observed:%'",
            [id]
          )
          const facts = new Set(
            words.map(({ status, source }) => `${status}:${source}`)
          )
          expect(events).toHaveLength(facts.size)
        }
      ),
      { numRuns: 40 }
    )
  })
})
