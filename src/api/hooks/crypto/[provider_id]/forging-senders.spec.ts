import { Socket } from "node:net"
import { ForgingSenders, senderOf } from "./forging-senders"

const LIMIT = 3
const minuteMs = 60_000

describe("senders of forged deliveries", () => {
  let senders: ForgingSenders
  beforeEach(() => {
    senders = new ForgingSenders(LIMIT, 2)
  })

  const forge = (sender: string, times: number, nowMs = 0) => {
    for (let i = 0; i < times; i++) senders.forged(sender, nowMs)
  }

  it("are refused for a minute from the limit on", () => {
    forge("a", LIMIT - 1)
    expect(senders.secondsBlocked("a", 0)).toBe(0)
    forge("a", 1)
    expect(senders.secondsBlocked("a", 0)).toBe(60)
    expect(senders.secondsBlocked("a", 59_001)).toBe(1)
    expect(senders.secondsBlocked("b", 0)).toBe(0)
    expect(senders.secondsBlocked("a", minuteMs)).toBe(0)
  })

  it("are counted anew after a block, and after a minute", () => {
    forge("a", LIMIT)
    forge("a", LIMIT - 1, minuteMs)
    expect(senders.secondsBlocked("a", minuteMs)).toBe(0)
    forge("a", LIMIT - 1, 2 * minuteMs)
    expect(senders.secondsBlocked("a", 2 * minuteMs)).toBe(0)
    forge("a", 1, 2 * minuteMs)
    expect(senders.secondsBlocked("a", 2 * minuteMs)).toBe(60)
  })

  it("are never refused once they signed rightly, before or after", () => {
    senders.signed("a")
    forge("a", 10 * LIMIT)
    expect(senders.secondsBlocked("a", 0)).toBe(0)
    forge("b", LIMIT)
    senders.signed("b")
    expect(senders.secondsBlocked("b", 0)).toBe(0)
  })

  it("are forgotten from the oldest on, whatever their number", () => {
    for (const sender of ["a", "b", "c"]) forge(sender, LIMIT)
    expect(senders.secondsBlocked("a", 0)).toBe(0)
    expect(senders.secondsBlocked("c", 0)).toBe(60)
    for (const sender of ["d", "e", "f"]) forge(sender, LIMIT - 1)
    forge("d", 1)
    expect(senders.secondsBlocked("d", 0)).toBe(0)
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
