import { setTimeout as sleep } from "node:timers/promises"
import fc from "fast-check"
import { GatewayError } from "../../gateway"
import {
  Breaker,
  countStateChange,
  describeSummary,
  inParallel,
  Run,
} from "./run"

describe("the breaker of a merchant", () => {
  const failures = ["server", "outcome_unknown", "authentication"] as const
  const answers = ["not_found", "unexpected_answer", "validation"] as const
  const fail = (breaker: Breaker, kind: GatewayError["kind"], times: number) =>
    Array.from({ length: times }, () =>
      breaker.failed(new GatewayError(kind, "?"))
    )

  it.each(failures)("ends for a minute after three of %s in a row", (kind) => {
    const breaker = new Breaker()
    fail(breaker, kind, 2)
    breaker.succeeded()
    expect(fail(breaker, kind, 2)).toEqual([false, false])
    expect(breaker.openForSeconds).toBeUndefined()
    expect(fail(breaker, kind, 2)).toEqual([true, false])
    expect(breaker.openForSeconds).toBe(60)
  })

  it.each(answers)("goes on after any number of %s", (kind) => {
    const breaker = new Breaker()
    fail(breaker, kind, 50)
    expect(breaker.openForSeconds).toBeUndefined()
  })

  it.each([
    ["as long as it says", [600], 600],
    ["but not for less than a minute", [2], 60],
    ["for a minute when it does not say", [undefined], 60],
    ["for the longest wait that it asked for", [600, 90], 600],
    ["but not for more than an hour", [1_795_950_402], 3_600],
    ["also where it asks for ever", [Infinity], 3_600],
    ["or for nothing that is a time", [NaN, -5], 60],
  ])("ends at once when it limits us, %s", (_how, waits, seconds) => {
    const breaker = new Breaker()
    const begun = waits.map((retryAfterSeconds) =>
      breaker.failed(
        new GatewayError("rate_limited", "429", { retryAfterSeconds })
      )
    )
    expect(begun[0]).toBe(true)
    expect(breaker.openForSeconds).toBe(seconds)
  })
})

it("postpones for an hour at most, whatever a gateway asks for, and in which order", () => {
  const wait = fc.option(
    fc.oneof(fc.double(), fc.integer(), fc.constantFrom(NaN, Infinity, 1e300)),
    { nil: undefined }
  )
  const kind = fc.constantFrom("rate_limited", "server", "validation")
  fc.assert(
    fc.property(fc.array(fc.tuple(kind, wait)), (answers) => {
      const breaker = new Breaker()
      for (const [kind, retryAfterSeconds] of answers) {
        const error = new GatewayError(kind, "?", { retryAfterSeconds })
        expect(error.retryAfterSeconds ?? 0).toBeLessThanOrEqual(3_600)
        breaker.failed(error)
        const { openForSeconds = 60 } = breaker
        expect(openForSeconds).toBeGreaterThanOrEqual(60)
        expect(openForSeconds).toBeLessThanOrEqual(3_600)
      }
    })
  )
})

describe("working in parallel", () => {
  it.each([
    [10, 4, 4],
    [3, 4, 3],
    [0, 4, 0],
    [5, 1, 1],
  ])("does %i pieces, %i at once at most", async (count, limit, peak) => {
    const items = Array.from({ length: count }, (_, n) => n)
    const done: number[] = []
    let now = 0
    let most = 0
    await inParallel(items, limit, async (item) => {
      now++
      most = Math.max(most, now)
      await sleep(5)
      now--
      done.push(item)
    })
    expect(done.sort((a, b) => a - b)).toEqual(items)
    expect(most).toBe(peak)
  })
})

describe("the time of a run", () => {
  const begin = (limits?: { itemMs: number; runMs: number }) => {
    const lines: string[] = []
    const logger = { error: (line: string) => lines.push(line) }
    const container: unknown = { resolve: () => logger }
    const run = new Run(container as never, {} as never, new Date(), limits)
    return { run, lines }
  }

  it("waits for what ends in time, and passes its error on", async () => {
    const { run, lines } = begin()
    expect(await run.within("an item", () => Promise.resolve())).toBe(true)
    const fail = () => Promise.reject(new Error("lost"))
    await expect(run.within("an item", fail)).rejects.toThrow("lost")
    expect(lines).toEqual([])
  })

  it("leaves what takes longer to itself, counts and logs it once, and logs how it ends", async () => {
    const { run, lines } = begin({ itemMs: 20, runMs: 100 })
    let end: (error: Error) => void = () => {}
    const work = () => new Promise<void>((_done, fail) => (end = fail))
    expect(await run.within("an item", work)).toBe(false)
    expect(run.summary.failed).toBe(1)
    end(new Error("late"))
    await sleep(5)
    expect(run.summary.failed).toBe(1)
    expect(lines).toEqual([
      "an item: not ended within 0.02 s, and left to itself",
      "an item, after the run: Error: late",
    ])
  })

  it("gives a part what the run has left, and goes on after one that fails", async () => {
    const { run, lines } = begin({ itemMs: 20, runMs: 60 })
    const never = () => new Promise<void>(() => {})
    await run.part("a part", never)
    await run.part("another", () => Promise.reject(new Error("lost")))
    expect(run.elapsedMs).toBeLessThan(5_000)
    expect(run.summary.failed).toBe(2)
    expect(lines).toEqual([
      expect.stringMatching(/^a part: not ended within \S+ s, and left/),
      "another: Error: lost",
    ])
  })

  it("leaves tables that are missing to the job, which says so", async () => {
    const { run } = begin()
    const error = Object.assign(new Error('relation "crypto_payment"'), {
      code: "42P01",
    })
    await expect(run.part("a part", () => Promise.reject(error))).rejects.toBe(
      error
    )
  })
})

describe("the summary of a run", () => {
  const empty = {
    checked: 0,
    settled: 0,
    attention: 0,
    expired: 0,
    failed: 0,
    calls: 0,
    duration_ms: 0,
  }

  it("is one line with all its numbers, where there was more to do than to search the list", () => {
    const counts = { checked: 12, settled: 2, attention: 1, expired: 1 }
    const summary = { ...empty, ...counts, calls: 4, duration_ms: 312 }
    expect(describeSummary(summary)).toBe(
      "crypto payments: checked 12, 2 settled, 1 attention, 1 expired, 0 failed, 4 calls, 312 ms"
    )
    const searched = { ...empty, calls: 1, duration_ms: 9 }
    expect(describeSummary(searched)).toBeUndefined()
  })

  it("counts what is new, and not what stays as it was", () => {
    const summary = { ...empty }
    countStateChange(summary, "open", "settled")
    countStateChange(summary, "paid", "settled")
    countStateChange(summary, undefined, "attention")
    countStateChange(summary, "attention", "attention")
    countStateChange(summary, "open", "closed")
    countStateChange(summary, "open", "open")
    countStateChange(summary, "open", "paid")
    expect(summary).toEqual({ ...empty, settled: 2, attention: 1, expired: 1 })
  })
})
