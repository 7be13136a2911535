import { attemptRow } from "../fixtures/attempt-row"
import { observationEffect, observe } from "./observation"
import { type AttemptState, ATTEMPT_STATES } from "./states"

type Effect = ReturnType<typeof observationEffect>

const rows: Record<AttemptState, { paid: Effect; unpaid: Effect }> = {
  creating: { paid: "paid", unpaid: "update" },
  open: { paid: "paid", unpaid: "update" },
  closed: { paid: "paid", unpaid: "update" },
  paid: { paid: "update", unpaid: "none" },
  attention: { paid: "update", unpaid: "none" },
  settled: { paid: "update", unpaid: "none" },
  resolved: { paid: "update", unpaid: "none" },
}

describe.each(ATTEMPT_STATES)("an observation of a %s attempt", (state) => {
  it.each(["confirmed", "confirmed_manual"])(
    `with the status %s: ${rows[state].paid}`,
    (status) => {
      expect(observationEffect(state, status)).toBe(rows[state].paid)
    }
  )

  it.each(["created", "pending", "expired", "failed", "status_of_tomorrow"])(
    `with the status %s: ${rows[state].unpaid}`,
    (status) => {
      expect(observationEffect(state, status)).toBe(rows[state].unpaid)
    }
  )
})

describe("the observation of a read payment", () => {
  const payment = {
    id: "gateway-payment-1",
    external_id: "cart_1",
    status: "confirmed",
    original_amount: "19.99",
    original_currency: "EUR",
    amount: "21.5",
    currency: "USDT_TRON",
    wallet_address: "TXYZ",
    is_test: false,
  }

  it("has what the gateway reports, and the attempt's provider and merchant", () => {
    const attempt = attemptRow({
      provider_id: "pp_crypto_us",
      merchant_id: "merchant-2",
    })
    const before = Date.now()
    const { observed_at, ...observation } = observe(attempt, payment, "poll")
    const { id: gateway_payment_id, ...reported } = payment
    expect(observation).toEqual({
      ...reported,
      gateway_payment_id,
      provider_id: "pp_crypto_us",
      merchant_id: "merchant-2",
      source: "poll",
    })
    expect(observed_at).toBe(new Date(observed_at).toISOString())
    expect(Date.parse(observed_at)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(observed_at)).toBeLessThanOrEqual(Date.now())
  })
})
