import { createPayment } from "./fixtures/payment"
import {
  createStoreSdk,
  FetchError,
  type RecordedRequest,
} from "./fixtures/store-sdk"
import type { CryptoPayment } from "./payment"
import {
  type CryptoPaymentView,
  type CryptoPaymentWatch,
  watchCryptoPayment,
} from "./watch"

describe("watchCryptoPayment", () => {
  let answer: () => unknown
  let views: CryptoPaymentView[]
  let reads: number
  let nowMs: number
  let hidden: boolean
  let returnToPage: () => void
  let listening: boolean
  let watch: CryptoPaymentWatch
  let requests: RecordedRequest[]

  beforeEach(() => {
    jest.useFakeTimers()
    answer = () => answerWith()
    views = []
    reads = 0
    nowMs = 5_000
    hidden = false
    listening = false
  })

  afterEach(() => {
    watch.stop()
    expect(jest.getTimerCount()).toBe(0)
    expect(listening).toBe(false)
    jest.useRealTimers()
  })

  function answerWith(patch: Partial<CryptoPayment> = {}) {
    return { crypto_payment: createPayment(patch) }
  }

  const fail = (status: number) => () => {
    throw new FetchError(status, "Bad gateway")
  }

  function start(signal?: AbortSignal, minDelayMs?: number) {
    const { sdk, requests: recorded } = createStoreSdk(() => {
      reads += 1
      return answer()
    })
    requests = recorded
    const onChange = (view: CryptoPaymentView) => views.push(view)
    const options = { paymentSessionId: "payses_1", onChange, signal }
    watch = watchCryptoPayment(sdk, options, {
      isHidden: () => hidden,
      nowMs: () => nowMs,
      minDelayMs,
      onReturn: (listener) => {
        listening = true
        returnToPage = listener
        return () => (listening = false)
      },
    })
  }

  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)
  const phases = () => views.map(({ phase }) => phase)

  it("reports each change once and stops when the order is placed", async () => {
    start()
    await pass(30_000)
    expect(phases()).toEqual(["waiting"])
    answer = () => answerWith({ state: "paid" })
    await pass(15_000)
    answer = () => answerWith({ state: "settled", order_id: "order_1" })
    await pass(15_000)
    expect(phases()).toEqual(["waiting", "placing_order", "order_placed"])
    expect(views[2].payment?.order_id).toBe("order_1")
    const before = reads
    await pass(10 * 60_000)
    expect(reads).toBe(before)
  })

  it("reports no change when only the server's time differs", async () => {
    let second = 0
    answer = () =>
      answerWith({ server_time: new Date(second++ * 1_000).toISOString() })
    start()
    await pass(60_000)
    expect(reads).toBe(10)
    expect(views).toHaveLength(1)
  })

  it("reads at most as often as the page allows, but at once when the shopper returns", async () => {
    start(undefined, 30_000)
    await pass(89_000)
    expect(reads).toBe(3)
    answer = fail(502)
    await pass(60_000)
    expect(reads).toBe(5)
    returnToPage()
    await pass(0)
    expect(reads).toBe(6)
  })

  it("reports a failed request as a problem, never as a failed payment", async () => {
    start()
    await pass(0)
    answer = fail(502)
    await pass(60_000)
    expect(phases()).toEqual(["waiting", "waiting"])
    expect(views[1].problem).toMatchObject({ kind: "unavailable", status: 502 })
    expect(views[1].payment).toEqual(createPayment())
    answer = () => answerWith()
    await pass(60_000)
    expect(views[2]).toMatchObject({ phase: "waiting", problem: null })
  })

  it.each<[string, () => Promise<unknown>]>([
    ["fails", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["has no answer in 15 seconds", () => new Promise(() => {})],
  ])("is checking while the first read %s", async (_why, failed) => {
    answer = failed
    start()
    await pass(15_000)
    const problem = { kind: "unavailable" }
    expect(views).toMatchObject([{ phase: "checking", payment: null, problem }])
    answer = () => answerWith()
    await pass(15_000)
    expect(phases()).toEqual(["checking", "waiting"])
  })

  it("reads once on a hidden page, and at once when it returns", async () => {
    hidden = true
    start()
    await pass(0)
    returnToPage()
    await pass(60 * 60_000)
    expect(reads).toBe(1)
    answer = () => answerWith({ state: "settled", order_id: "order_1" })
    hidden = false
    returnToPage()
    await pass(0)
    expect(phases()).toEqual(["waiting", "order_placed"])
  })

  it("reads at once on check, but never twice in parallel", async () => {
    let resolveAnswer: (value: unknown) => void = () => {}
    start()
    await pass(0)
    answer = () => new Promise((resolve) => (resolveAnswer = resolve))
    watch.check()
    watch.check()
    expect(reads).toBe(2)
    resolveAnswer(answerWith({ state: "paid" }))
    await pass(0)
    expect(phases()).toEqual(["waiting", "placing_order"])
  })

  it("aborts its request, listens no more and reports nothing once it is stopped", async () => {
    const abort = new AbortController()
    const added = jest.spyOn(abort.signal, "addEventListener")
    const removed = jest.spyOn(abort.signal, "removeEventListener")
    let resolveAnswer: (value: unknown) => void = () => {}
    answer = () => new Promise((resolve) => (resolveAnswer = resolve))
    start(abort.signal)
    const [{ request }] = requests
    expect(request.signal?.aborted).toBe(false)
    expect(added).toHaveBeenCalledTimes(1)
    watch.stop()
    const [event, listener] = added.mock.calls[0]
    expect(removed).toHaveBeenCalledWith(event, listener)
    expect(request.signal?.aborted).toBe(true)
    resolveAnswer(answerWith())
    await pass(60_000)
    expect(views).toEqual([])
    watch.check()
    expect(reads).toBe(1)
  })

  it("resets the delay of failed reads after an answer", async () => {
    answer = fail(502)
    start()
    await pass(5 * 60_000)
    answer = () => answerWith({ state: "paid" })
    await pass(2 * 60_000)
    expect(phases()).toEqual(["checking", "placing_order"])
    // Every 10 seconds; after failures every 30.
    watch.check()
    await pass(0)
    reads = 0
    await pass(30_000)
    expect(reads).toBe(3)
  })

  it("stops with its signal, or does not start, and when there is no such payment", async () => {
    const abort = new AbortController()
    start(abort.signal)
    await pass(0)
    abort.abort()
    await pass(60_000)
    expect(reads).toBe(1)
    start(abort.signal)
    await pass(60_000)
    expect(reads).toBe(1)
    answer = fail(404)
    start()
    await pass(60_000)
    expect(phases()).toEqual(["waiting", "unknown"])
    expect(reads).toBe(2)
  })

  it("computes the time left by the server's clock, not the shopper's", async () => {
    jest.setSystemTime(new Date("1999-01-01T00:00:00Z"))
    answer = () => {
      nowMs += 400
      return answerWith({
        server_time: "2026-01-01T00:00:00.000Z",
        expires_at: "2026-01-01T00:10:00.000Z",
      })
    }
    start()
    await pass(0)
    // The server read its clock in the middle of the request.
    expect(views[0].remainingMs()).toBe(600_000 - 200)
    nowMs += 599_000
    expect(views[0].remainingMs()).toBe(800)
    nowMs += 60_000
    expect(views[0].remainingMs()).toBe(0)
  })

  it.each([null, "soon"])(
    "has an unknown time left where it expires at %j",
    async (expires_at) => {
      answer = () => answerWith({ expires_at })
      start()
      await pass(0)
      expect(views[0].remainingMs()).toBeNull()
    }
  )

  const PAID = { state: "paid" } as const
  const EXPIRED = { state: "closed", gateway_status: "expired" } as const
  const ATTENTION = { state: "attention" } as const

  it.each<[Partial<CryptoPayment>, string, number, number, number]>([
    [{}, "waiting", 0, 0, 2_000],
    [{}, "waiting", 5, 0, 6_104],
    [{}, "waiting", 500, 0, 15_000],
    [PAID, "placing_order", 0, 0, 1_000],
    [EXPIRED, "expired", 0, 0, 5_000],
    [ATTENTION, "attention", 100, 0, 60_000],
    [{}, "waiting", 0, 1, 2_000],
    [{}, "waiting", 0, 2, 2_500],
    [{}, "waiting", 0, 50, 30_000],
  ])(
    "reads %j again in the phase %s after %i unchanged and %i failed reads in %i ms",
    async (patch, phase, unchanged, failed, delayMs) => {
      const readUntil = async (count: number) => {
        while (reads < count) await jest.advanceTimersToNextTimerAsync()
        await pass(0)
      }
      answer = () => answerWith(patch)
      start()
      await readUntil(1 + unchanged)
      answer = fail(502)
      await readUntil(1 + unchanged + failed)
      expect(phases().pop()).toBe(phase)
      await pass(delayMs - 1)
      expect(reads).toBe(1 + unchanged + failed)
      await pass(1)
      expect(reads).toBe(2 + unchanged + failed)
    }
  )
})
