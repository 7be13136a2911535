import { GatewayError } from "../../gateway"
import { Breaker } from "./run"

const down: [string, () => GatewayError][] = [
  ["server failures", () => new GatewayError("server", "503")],
  ["answers that never came", () => new GatewayError("outcome_unknown", "cut")],
  ["rejections of our key", () => new GatewayError("authentication", "401")],
]
const answered: [string, () => GatewayError][] = [
  ["payments it does not know", () => new GatewayError("not_found", "404")],
  [
    "answers that cannot be read",
    () => new GatewayError("unexpected_answer", "?"),
  ],
  ["requests it refuses", () => new GatewayError("validation", "400")],
]

describe("the breaker of a merchant", () => {
  it.each(down)("ends for a minute after three %s in a row", (_what, error) => {
    const breaker = new Breaker()
    expect([1, 2, 3, 4].map(() => breaker.failed(error()))).toEqual([
      false,
      false,
      true,
      false,
    ])
    expect(breaker.openForSeconds).toBe(60)
  })

  it.each(down)("goes on when an answer comes between %s", (_what, error) => {
    const breaker = new Breaker()
    breaker.failed(error())
    breaker.failed(error())
    breaker.succeeded()
    breaker.failed(error())
    expect(breaker.openForSeconds).toBeUndefined()
  })

  it.each(answered)("goes on after any number of %s", (_what, error) => {
    const breaker = new Breaker()
    for (let n = 0; n < 50; n++) breaker.failed(error())
    expect(breaker.openForSeconds).toBeUndefined()
  })

  it.each([
    ["as long as it says", 600, 600],
    ["but not for less than a minute", 2, 60],
    ["for a minute when it does not say", undefined, 60],
  ])(
    "ends at once when it limits us, %s",
    (_what, retryAfterSeconds, seconds) => {
      const breaker = new Breaker()
      const error = new GatewayError("rate_limited", "429", {
        retryAfterSeconds,
      })
      expect(breaker.failed(error)).toBe(true)
      expect(breaker.openForSeconds).toBe(seconds)
    }
  )

  it("keeps the longest wait that it was told", () => {
    const breaker = new Breaker()
    const limited = (retryAfterSeconds: number) =>
      new GatewayError("rate_limited", "429", { retryAfterSeconds })
    breaker.failed(limited(600))
    breaker.failed(limited(90))
    expect(breaker.openForSeconds).toBe(600)
  })
})
