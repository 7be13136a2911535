import { attemptRow } from "../fixtures/attempt-row"
import {
  type Observation,
  observationEffect,
  observe,
  reportedCrypto,
} from "./observation"
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

describe("the amounts of coins", () => {
  const { merchant_id, provider_id } = attemptRow()
  const report = (
    source: Observation["source"],
    status: string,
    amount?: string,
    currency: string | undefined = amount && "USDT"
  ): Observation => ({
    merchant_id,
    provider_id,
    gateway_payment_id: "gateway-payment-1",
    external_id: "cart_1",
    observed_at: "2026-01-01T00:00:00.000Z",
    source,
    status,
    amount,
    currency,
  })

  /** After these reports, one after the other: quoted, received, shown. */
  const after = (...reports: Observation[]) => {
    const { quoted_crypto_amount, received_crypto_amount, crypto_amount } =
      reports.reduce(
        (row, each) => ({ ...row, ...reportedCrypto(row, each) }),
        attemptRow()
      )
    return [quoted_crypto_amount, received_crypto_amount, crypto_amount]
  }

  it.each(["poll", "return", "admin", "view"] as const)(
    "are quoted in a read of a pending payment, source %s",
    (source) => {
      const quoted = report(source, "pending", "21.5")
      expect(after(quoted)).toEqual(["21.5", null, "21.5"])
    }
  )

  it.each(["confirmed", "confirmed_manual"])(
    "are received in the webhook of a %s payment",
    (status) => {
      const quoted = report("poll", "pending", "21.5")
      const received = report("webhook", status, "20")
      expect(after(quoted, received)).toEqual(["21.5", "20", "20"])
      expect(after(received)).toEqual([null, "20", "20"])
    }
  )

  it("stay as quoted and received when a paid payment is read", () => {
    const paid = [
      report("poll", "pending", "21.5"),
      report("webhook", "confirmed", "20"),
    ]
    const read = report("poll", "confirmed", "20")
    expect(after(...paid, read)).toEqual(["21.5", "20", "20"])
    expect(after(...paid, report("poll", "confirmed"))).toEqual(after(...paid))
  })

  it("are quoted in the read of a paid payment where none was before", () => {
    const read = report("poll", "confirmed", "21.5")
    const received = report("webhook", "confirmed", "20")
    expect(after(read)).toEqual(["21.5", null, "21.5"])
    expect(after(read, received)).toEqual(["21.5", "20", "20"])
    expect(after(received, read)).toEqual(["21.5", "20", "20"])
  })

  it("are the last ones that were quoted while the payment was open", () => {
    const quotes = [
      report("poll", "pending", "21.5"),
      report("poll", "pending", "22"),
    ]
    expect(after(...quotes)).toEqual(["22", null, "22"])
  })

  it.each(["failed", "expired", "pending", "underpaid"])(
    "are neither in a webhook of a %s payment",
    (status) => {
      const webhook = report("webhook", status, "20")
      expect(after(webhook)).toEqual([null, null, "20"])
      const quoted = report("poll", "pending", "21.5")
      expect(after(quoted, webhook)).toEqual(["21.5", null, "21.5"])
    }
  )

  it("of another coin than was paid are not compared", () => {
    const quoted = report("poll", "pending", "21.5")
    const received = report("webhook", "confirmed", "0.008", "ETH")
    expect(after(quoted, received)).toEqual([null, "0.008", "0.008"])
    const read = report("poll", "confirmed", "0.0081", "ETH")
    expect(after(quoted, received, read)).toEqual(["0.0081", "0.008", "0.008"])
  })

  it("stay where a coin is spelled otherwise, and where another is read after money came", () => {
    const quoted = report("poll", "pending", "21.5", "usdt")
    const received = report("webhook", "confirmed", "20", "USDT")
    expect(after(quoted, received)).toEqual(["21.5", "20", "20"])
    const read = report("poll", "confirmed", "0.0081", "ETH")
    expect(after(quoted, received, read)).toEqual(["21.5", "20", "20"])
  })
})
