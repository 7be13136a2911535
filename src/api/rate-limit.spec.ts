import { Socket } from "node:net"
import {
  ForgingSenders,
  networkOf,
  RateLimit,
  RejectionLog,
  senderOf,
} from "./rate-limit"

const minuteMs = 60_000

describe("a limit of a minute", () => {
  /** The seconds to wait; 0 where it was within the limit, and is counted. */
  const tryOne = (limit: RateLimit, key: string, nowMs: number) => {
    const seconds = limit.secondsToWait(key, nowMs)
    if (seconds === 0) limit.count(key, nowMs)
    return seconds
  }
  const tryMany = (limit: RateLimit, key: string, times: number, at = 0) =>
    Array.from({ length: times }, () => tryOne(limit, key, at))

  it("holds for each key by itself, from its first on", () => {
    const limit = new RateLimit(20)
    expect(limit.secondsToWait("10.0.0.1", -1_000)).toBe(0)
    expect(tryMany(limit, "10.0.0.1", 20)).toEqual(Array(20).fill(0))
    expect(tryOne(limit, "10.0.0.1", 1_500)).toBe(59)
    expect(tryOne(limit, "10.0.0.2", 1_500)).toBe(0)
    expect(tryOne(limit, "10.0.0.1", minuteMs - 1)).toBe(1)
    expect(tryMany(limit, "10.0.0.1", 21, minuteMs)).toEqual([
      ...Array<number>(20).fill(0),
      60,
    ])
  })

  it("is a minute also where the clock is set back", () => {
    const limit = new RateLimit(1)
    const yearMs = 365 * 24 * 60 * minuteMs
    expect(tryMany(limit, "10.0.0.1", 2, yearMs)).toEqual([0, 60])
    expect(tryMany(limit, "10.0.0.1", 2)).toEqual([0, 60])
  })

  it("forgets the oldest first, when there are too many keys", () => {
    const limit = new RateLimit(1, 3)
    for (const last of [1, 2, 3, 4]) tryOne(limit, `10.0.0.${last}`, 0)
    expect(tryOne(limit, "10.0.0.4", 0)).toBe(60)
    expect(tryOne(limit, "10.0.0.1", 0)).toBe(0)
  })

  it.each([
    ["2001:db8:0:1::1", "2001:db8::1:ffff:0:0:2", true],
    ["2001:db8:0:1::1", "2001:db8:0:2::1", false],
    ["::1", "::2", true],
    ["::ffff:10.0.0.1", "::ffff:10.0.0.2", false],
  ])("counts %s and %s as one: %s", (address, other, isOne) => {
    expect(networkOf(address) === networkOf(other)).toBe(isOne)
  })
})

describe("senders of forged deliveries", () => {
  const LIMIT = 3
  let senders: ForgingSenders
  beforeEach(() => {
    senders = new ForgingSenders(LIMIT, 2)
  })

  const forge = (sender: string, times: number, nowMs = 0) => {
    for (let i = 0; i < times; i++) senders.forged(sender, nowMs)
  }

  it("are refused from the limit on, until their minute is over", () => {
    forge("a", LIMIT - 1)
    expect(senders.secondsBlocked("a", 1_000)).toBe(0)
    forge("a", 1, 1_000)
    expect(senders.secondsBlocked("a", 1_000)).toBe(59)
    expect(senders.secondsBlocked("b", 1_000)).toBe(0)
    expect(senders.secondsBlocked("a", minuteMs)).toBe(0)
  })

  it("are never refused once they signed rightly, before or after", () => {
    senders.signed("a", 0)
    forge("a", 10 * LIMIT)
    expect(senders.secondsBlocked("a", 0)).toBe(0)
    forge("b", LIMIT)
    senders.signed("b", 0)
    expect(senders.secondsBlocked("b", 0)).toBe(0)
  })

  it("are trusted no more once others signed, beyond a number", () => {
    for (const sender of ["a", "b", "c"]) senders.signed(sender, 0)
    for (const sender of ["a", "c"]) forge(sender, LIMIT)
    expect(senders.secondsBlocked("a", 0)).toBe(60)
    expect(senders.secondsBlocked("c", 0)).toBe(0)
  })

  it("are trusted for a day after the last that they signed", () => {
    const dayMs = 24 * 60 * minuteMs
    senders.signed("a", 0)
    senders.signed("a", 1_000)
    forge("a", LIMIT, dayMs + 999)
    expect(senders.secondsBlocked("a", dayMs + 999)).toBe(0)
    forge("a", LIMIT, dayMs + 1_000)
    expect(senders.secondsBlocked("a", dayMs + 1_000)).toBe(60)
  })

  it("are one where a connection names another address each time, but for who has signed", () => {
    const many = new ForgingSenders(LIMIT)
    const of = (n: number) => `203.0.113.9 192.0.2.${n}`
    many.signed(of(0), 0)
    for (let n = 1; n < 3 * LIMIT; n++) many.forged(of(n), 0)
    expect(many.secondsBlocked(of(200), 0)).toBe(0)
    many.forged(of(201), 0)
    expect(many.secondsBlocked(of(202), 0)).toBe(60)
    expect(many.secondsBlocked("203.0.113.10 192.0.2.1", 0)).toBe(0)
    expect(many.secondsBlocked(of(0), 0)).toBe(0)
  })

  it("are told apart by connection and proxy's header, IPv6 by network", () => {
    const of = (remoteAddress: string, ip: string) => {
      const socket = new Socket()
      Object.defineProperty(socket, "remoteAddress", { value: remoteAddress })
      return senderOf({ socket, ip })
    }
    const sender = of("203.0.113.9", "192.0.2.1")
    expect(of("192.0.2.1", "192.0.2.1")).not.toBe(sender)
    expect(of("203.0.113.9", "192.0.2.2")).not.toBe(sender)
    const network = of("2001:db8::1", "2001:db8::1")
    expect(of("2001:db8::2", "2001:db8::3")).toBe(network)
  })
})

describe("the log of refused deliveries", () => {
  let lines: string[]
  let rejections: RejectionLog
  const note = (kind: string, times = 1) => {
    for (let i = 0; i < times; i++) {
      rejections.note(kind, `refused ${kind}`, (line) => lines.push(line))
    }
  }
  beforeEach(() => {
    jest.useFakeTimers()
    lines = []
    rejections = new RejectionLog()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  it("has one line of a kind at once, and one a minute with the count", () => {
    note("401", 1_000)
    note("404")
    expect(lines).toEqual(["refused 401", "refused 404"])
    jest.advanceTimersByTime(60_000)
    expect(lines.slice(2)).toEqual([
      "refused 401 (999 more like it in a minute)",
    ])
    note("401", 5)
    jest.advanceTimersByTime(60_000)
    expect(lines.slice(3)).toEqual(["refused 401 (5 more like it in a minute)"])
  })

  it("is quiet after a quiet minute, and begins anew", () => {
    note("401")
    jest.advanceTimersByTime(600_000)
    expect(lines).toEqual(["refused 401"])
    expect(jest.getTimerCount()).toBe(0)
    note("401")
    expect(lines).toHaveLength(2)
  })
})
