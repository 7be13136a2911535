import { waitForPayment, type WaitOptions } from "./client"
import { GatewayError } from "./errors"
import {
  answer,
  closeServed,
  confirmedPayment,
  createdPayment,
  serve,
} from "./fixtures"
import type { Payment } from "./schemas"

describe("waiting for a payment", () => {
  afterEach(closeServed)

  const { id } = createdPayment
  const open: Payment = createdPayment
  const limited = (retryAfterSeconds: number) =>
    new GatewayError("rate_limited", "limited", { retryAfterSeconds })

  /** Waits on a clock that only sleeping moves; tells the sleeps in seconds. */
  function poll(reads: (Payment | Error)[], options: WaitOptions = {}) {
    const slept: number[] = []
    let nowMs = 0
    const payment = waitForPayment(id, options, {
      read: async () => {
        const next = reads.length > 1 ? reads.shift() : reads[0]
        if (next === undefined || next instanceof Error) throw next
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

  it.each(["confirmed", "confirmed_manual", "expired", "failed"])(
    "ends with %s at once",
    async (status) => {
      const final = { ...confirmedPayment, status }
      const { payment, slept } = poll([final])
      expect(await payment).toEqual(final)
      expect(slept).toEqual([])
    }
  )

  const odd = { ...open, status: "being_traced" }
  const down = new GatewayError("server", "", { status: 503 })
  it.each<[string, (Payment | Error)[], number[]]>([
    [
      "after 5 seconds, then twice as long, up to 30",
      [open, open, odd, open, open],
      [5, 10, 20, 30, 30],
    ],
    ["again after a failure that may pass", [down], [5]],
    ["after the time in Retry-After", [open, limited(45), open], [5, 45, 20]],
    ["no sooner where Retry-After is shorter", [limited(1)], [5]],
  ])("polls %s", async (_when, reads, sleeps) => {
    const { payment, slept } = poll([...reads, confirmedPayment])
    expect(await payment).toEqual(confirmedPayment)
    expect(slept).toEqual(sleeps)
  })

  it("times out after 1800 seconds, with a last read at the end", async () => {
    const { payment, slept } = poll([open])
    await expect(payment).rejects.toMatchObject({
      kind: "outcome_unknown",
      message: `Timed out after 1800000 ms waiting for the payment ${id}: its status is still "created"`,
    })
    expect(slept.reduce((sum, seconds) => sum + seconds)).toBe(1800)
  })

  it("times out at once when Retry-After exceeds the time left", async () => {
    const cause = limited(2000)
    const { payment, slept } = poll([cause])
    const timeout = { kind: "outcome_unknown", cause }
    await expect(payment).rejects.toMatchObject(timeout)
    expect(slept).toEqual([])
  })

  it("ends with a failure that cannot pass", async () => {
    const gone = new GatewayError("not_found", "", { status: 404 })
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
    const times = { firstDelayMs: 5, maxDelayMs: 10, giveUpAfterMs: 60_000 }
    const payment = await client.waitForPayment({ id, ...times })
    expect(payment).toEqual(confirmedPayment)
    expect(received).toHaveLength(3)
  })
})
