import { payment } from "./fixtures/payment"
import { FetchError, type Heard, storeSdk } from "./fixtures/store-sdk"
import type { CryptoPayment } from "./payment"
import {
  type CryptoPaymentView,
  type CryptoPaymentWatch,
  watchCryptoPayment,
} from "./watch"

describe("watching a payment", () => {
  let answer: () => unknown
  let views: CryptoPaymentView[]
  let looks: number
  let nowMs: number
  let hidden: boolean
  let returnToPage: () => void
  let listening: boolean
  let watch: CryptoPaymentWatch
  let requests: Heard[]

  beforeEach(() => {
    jest.useFakeTimers()
    answer = () => told()
    views = []
    looks = 0
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

  function told(patch: Partial<CryptoPayment> = {}) {
    return { crypto_payment: payment(patch) }
  }

  function start(signal?: AbortSignal) {
    const { sdk, heard } = storeSdk(() => {
      looks += 1
      return answer()
    })
    requests = heard
    watch = watchCryptoPayment(
      sdk,
      {
        paymentSessionId: "payses_1",
        onChange: (view) => views.push(view),
        signal,
      },
      {
        isHidden: () => hidden,
        nowMs: () => nowMs,
        onReturn: (listener) => {
          listening = true
          returnToPage = listener
          return () => {
            listening = false
          }
        },
      }
    )
  }

  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)
  const phases = () => views.map(({ phase }) => phase)

  it("tells each change once, until the order is there, and ends then", async () => {
    start()
    await pass(30_000)
    expect(phases()).toEqual(["waiting"])
    answer = () => told({ state: "paid" })
    await pass(15_000)
    answer = () => told({ state: "settled", order_id: "order_1" })
    await pass(15_000)
    expect(phases()).toEqual(["waiting", "placing_order", "order_placed"])
    expect(views[2].payment?.order_id).toBe("order_1")
    const before = looks
    await pass(10 * 60_000)
    expect(looks).toBe(before)
  })

  it("does not take the server's clock for news", async () => {
    let second = 0
    answer = () =>
      told({ server_time: new Date(second++ * 1_000).toISOString() })
    start()
    await pass(60_000)
    expect(looks).toBeGreaterThan(3)
    expect(views).toHaveLength(1)
  })

  it("looks less often the longer nothing happens", async () => {
    start()
    await pass(60_000)
    const inTheFirstMinute = looks
    await pass(10 * 60_000)
    looks = 0
    await pass(60_000)
    expect(looks).toBe(4)
    expect(inTheFirstMinute).toBeGreaterThan(8)
  })

  it("calls a Medusa that fails a problem, never a failed payment", async () => {
    start()
    await pass(0)
    answer = () => {
      throw new FetchError(502, "Bad gateway")
    }
    await pass(60_000)
    expect(phases()).toEqual(["waiting", "waiting"])
    expect(views[1].problem).toMatchObject({ kind: "unavailable", status: 502 })
    expect(views[1].payment).toEqual(payment())
    answer = () => told()
    await pass(60_000)
    expect(views[2]).toMatchObject({ phase: "waiting", problem: null })
  })

  it("is checking while there was no answer at all", async () => {
    answer = () => Promise.reject(new TypeError("Failed to fetch"))
    start()
    await pass(60_000)
    expect(phases()).toEqual(["checking"])
    expect(views[0]).toMatchObject({
      payment: null,
      problem: { kind: "unavailable" },
    })
  })

  it("does not wait for an answer for ever", async () => {
    answer = () => new Promise(() => {})
    start()
    await pass(15_000)
    expect(views[0]).toMatchObject({
      phase: "checking",
      problem: { kind: "unavailable" },
    })
    answer = () => told()
    await pass(2_000)
    expect(phases()).toEqual(["checking", "waiting"])
  })

  it("says when there is no such payment, and ends", async () => {
    answer = () => {
      throw new FetchError(404, "No crypto payment belongs to this session.")
    }
    start()
    await pass(60_000)
    expect(phases()).toEqual(["unknown"])
    expect(looks).toBe(1)
  })

  it("does not look while the page is hidden, and at once when it is back", async () => {
    start()
    await pass(0)
    hidden = true
    returnToPage()
    looks = 0
    await pass(60 * 60_000)
    expect(looks).toBe(0)
    answer = () => told({ state: "settled", order_id: "order_1" })
    hidden = false
    returnToPage()
    await pass(0)
    expect(phases()).toEqual(["waiting", "order_placed"])
  })

  it("looks once even when it starts on a hidden page", async () => {
    hidden = true
    start()
    await pass(60_000)
    expect(looks).toBe(1)
  })

  it("looks at once when asked, but not twice at a time", async () => {
    let give: (value: unknown) => void = () => {}
    start()
    await pass(0)
    answer = () => new Promise((resolve) => (give = resolve))
    watch.check()
    watch.check()
    expect(looks).toBe(2)
    give(told({ state: "paid" }))
    await pass(0)
    expect(phases()).toEqual(["waiting", "placing_order"])
  })

  it("tells nothing after it was stopped", async () => {
    let give: (value: unknown) => void = () => {}
    answer = () => new Promise((resolve) => (give = resolve))
    start()
    watch.stop()
    give(told())
    await pass(60_000)
    expect(views).toEqual([])
    watch.check()
    expect(looks).toBe(1)
  })

  it("aborts the request that is under way when it is stopped", async () => {
    answer = () => new Promise(() => {})
    start()
    const [{ request }] = requests
    expect(request.signal?.aborted).toBe(false)
    watch.stop()
    expect(request.signal?.aborted).toBe(true)
  })

  it("listens to its signal only until it is stopped", async () => {
    const leaving = new AbortController()
    const added = jest.spyOn(leaving.signal, "addEventListener")
    const removed = jest.spyOn(leaving.signal, "removeEventListener")
    start(leaving.signal)
    expect(added).toHaveBeenCalledTimes(1)
    watch.stop()
    const [event, listener] = added.mock.calls[0]
    expect(removed).toHaveBeenCalledWith(event, listener)
  })

  it("looks at the pace of a payment again after Medusa failed for a while", async () => {
    answer = () => {
      throw new FetchError(502, "Bad gateway")
    }
    start()
    await pass(5 * 60_000)
    answer = () => told({ state: "paid" })
    await pass(2 * 60_000)
    expect(phases()).toEqual(["checking", "placing_order"])
    // Every 10 seconds; after failures, only every 30.
    watch.check()
    await pass(0)
    looks = 0
    await pass(30_000)
    expect(looks).toBe(3)
  })

  it("ends with its signal, or does not begin", async () => {
    const leaving = new AbortController()
    start(leaving.signal)
    await pass(0)
    leaving.abort()
    await pass(60_000)
    expect(looks).toBe(1)
    start(leaving.signal)
    await pass(60_000)
    expect(looks).toBe(1)
  })

  it("counts the time left by the server's clock, whatever the shopper's says", async () => {
    jest.setSystemTime(new Date("1999-01-01T00:00:00Z"))
    answer = () => {
      nowMs += 400
      return told({
        server_time: "2026-01-01T00:00:00.000Z",
        expires_at: "2026-01-01T00:10:00.000Z",
      })
    }
    start()
    await pass(0)
    // Read half of the way there and back.
    expect(views[0].remainingMs()).toBe(600_000 - 200)
    nowMs += 599_000
    expect(views[0].remainingMs()).toBe(800)
    nowMs += 60_000
    expect(views[0].remainingMs()).toBe(0)
  })

  it.each([
    ["no end", { expires_at: null }],
    ["an end that is no time", { expires_at: "soon" }],
  ])("has no time left to tell with %s", async (_, patch) => {
    answer = () => told(patch)
    start()
    await pass(0)
    expect(views[0].remainingMs()).toBeNull()
  })
})
