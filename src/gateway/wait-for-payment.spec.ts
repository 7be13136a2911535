import {
  GatewayNotFoundError,
  GatewayRateLimitError,
  GatewayServerError,
} from "./errors"
import {
  answer,
  closeServed,
  confirmedPayment,
  createdPayment,
  serve,
} from "./fixtures"
import { waitForPayment, type WaitOptions } from "./payment-status"
import type { Payment } from "./schemas"

afterEach(closeServed)

const { id } = createdPayment
const open: Payment = createdPayment

/** Waits on a clock that only sleeping moves; tells the sleeps in seconds. */
function poll(reads: (Payment | Error)[], options: WaitOptions = {}) {
  const slept: number[] = []
  let nowMs = 0
  const payment = waitForPayment(id, options, {
    read: async () => {
      const next = reads.length > 1 ? reads.shift() : reads[0]
      if (next === undefined || next instanceof Error) {
        throw next
      }
      return next
    },
    sleep: async (delayMs) => {
      slept.push(delayMs / 1000)
      nowMs += delayMs
    },
    elapsedClockMs: () => nowMs,
  })
  return { payment, slept }
}

describe("waiting for a payment", () => {
  it.each(["confirmed", "confirmed_manual", "expired", "failed"])(
    "ends with %s at once",
    async (status) => {
      const final = { ...confirmedPayment, status }
      const { payment, slept } = poll([final])
      expect(await payment).toEqual(final)
      expect(slept).toEqual([])
    }
  )

  it("polls after 5 seconds, then twice as long, up to 30", async () => {
    const odd = { ...open, status: "being_traced" }
    const { payment, slept } = poll([
      open,
      open,
      odd,
      open,
      open,
      confirmedPayment,
    ])
    expect(await payment).toEqual(confirmedPayment)
    expect(slept).toEqual([5, 10, 20, 30, 30])
  })

  it("times out after 1800 seconds, with a last read at the end", async () => {
    const { payment, slept } = poll([open])
    await expect(payment).rejects.toMatchObject({
      kind: "outcome_unknown",
      message: `Timed out after 1800000 ms waiting for the payment ${id}: its status is still "created"`,
    })
    expect(slept.reduce((sum, seconds) => sum + seconds)).toBe(1800)
  })

  it("waits for the time in Retry-After after 429", async () => {
    const limited = new GatewayRateLimitError("", { retryAfterSeconds: 45 })
    const { payment, slept } = poll([open, limited, open, confirmedPayment])
    await payment
    expect(slept).toEqual([5, 45, 20])
  })

  it("does not poll sooner than its interval when Retry-After is shorter", async () => {
    const limited = new GatewayRateLimitError("", { retryAfterSeconds: 1 })
    const { payment, slept } = poll([limited, confirmedPayment])
    await payment
    expect(slept).toEqual([5])
  })

  it("times out at once when Retry-After exceeds the time left", async () => {
    const limited = new GatewayRateLimitError("limited", {
      retryAfterSeconds: 2000,
    })
    const { payment, slept } = poll([limited])
    await expect(payment).rejects.toMatchObject({
      kind: "outcome_unknown",
      cause: limited,
    })
    expect(slept).toEqual([])
  })

  it("outlasts a failure that may pass, and not one that cannot", async () => {
    const down = new GatewayServerError("", { status: 503 })
    expect(await poll([down, confirmedPayment]).payment).toEqual(
      confirmedPayment
    )
    const gone = new GatewayNotFoundError("", { status: 404 })
    await expect(poll([open, gone]).payment).rejects.toBe(gone)
  })

  it.each([
    { firstDelayMs: 0 },
    { maxDelayMs: NaN },
    { giveUpAfterMs: -1 },
    { giveUpAfterMs: Infinity },
  ])("does not wait with %j", async (options) => {
    const { payment, slept } = poll([open], options)
    await expect(payment).rejects.toThrow(
      `${Object.keys(options)[0]} must be a whole number`
    )
    expect(slept).toEqual([])
  })

  it("watches a real gateway", async () => {
    const { client, received } = await serve([
      answer(200, createdPayment),
      answer(503),
      answer(200, confirmedPayment),
    ])
    const payment = await client.waitForPayment({
      id,
      firstDelayMs: 5,
      maxDelayMs: 10,
      giveUpAfterMs: 60_000,
    })
    expect(payment).toEqual(confirmedPayment)
    expect(received).toHaveLength(3)
  })
})
