import fc from "fast-check"
import { parseRetryAfter } from "./errors"
import { backoffMs } from "./client-options"

const policy = {
  maxAttempts: 5,
  maxElapsedMs: 60_000,
  baseDelayMs: 250,
  maxDelayMs: 8_000,
}

describe("the wait between attempts", () => {
  it("doubles up to its bound", () => {
    const longest = [1, 2, 3, 4, 5, 6, 7, 50].map((made) => {
      return backoffMs(made, policy, 1)
    })
    expect(longest).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000])
  })

  it("is spread over its upper half", () => {
    expect(backoffMs(2, policy, 0)).toBe(250)
    expect(backoffMs(2, policy, 0.5)).toBe(375)
    const random = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), random, (made, chance) => {
        const delayMs = backoffMs(made, policy, chance)
        expect(delayMs).toBeGreaterThanOrEqual(125)
        expect(delayMs).toBeLessThanOrEqual(8_000)
      })
    )
  })
})

describe("reading Retry-After", () => {
  const now = new Date("2026-01-15T12:00:00.500Z")

  it.each([
    ["0", 0],
    ["120", 120],
    [" 7 ", 7],
    ["Thu, 15 Jan 2026 12:00:30 GMT", 30],
    ["Thursday, 15-Jan-26 12:00:30 GMT", 30],
    ["Thu Jan 15 12:00:30 2026", 30],
    ["Thu, 15 Jan 2026 11:59:00 GMT", 0],
    ["", undefined],
    ["soon", undefined],
    ["-5", undefined],
    ["1.5", undefined],
    ["1e3", undefined],
    ["2026-01-15", undefined],
    ["Thu, 99 Foo 2026", undefined],
    [undefined, undefined],
    [["1", "2"], undefined],
  ])("takes %j for %p seconds", (value, seconds) => {
    expect(parseRetryAfter(value, now)).toBe(seconds)
  })
})
