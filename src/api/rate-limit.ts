import { isIPv6 } from "node:net"
import type { MedusaRequest } from "@medusajs/framework/http"
import { DAY_MS, MINUTE_MS } from "../modules/crypto-payment/settling/schedule"

/** The most keys that are remembered of each kind, so that memory is bounded. */
const MAX_KEYS = 10_000

/** Counts by key. The minute of a key begins with the first that is counted of it. */
export class RateLimit {
  private readonly minutes = new Map<
    string,
    { count: number; untilMs: number }
  >()

  constructor(
    private readonly limit: number,
    private readonly maxKeys = MAX_KEYS
  ) {}

  /** 0 for a key that has not reached the limit. */
  secondsToWait(key: string, nowMs: number): number {
    const minute = this.minutes.get(key)
    if (!minute || !isWithin(minute, nowMs) || minute.count < this.limit) {
      return 0
    }
    return Math.ceil((minute.untilMs - nowMs) / 1_000)
  }

  count(key: string, nowMs: number): void {
    const minute = this.minutes.get(key)
    if (minute && isWithin(minute, nowMs)) {
      minute.count += 1
      return
    }
    this.minutes.delete(key)
    this.minutes.set(key, { count: 1, untilMs: nowMs + MINUTE_MS })
    forgetOldest(this.minutes, this.maxKeys)
  }

  forget(key: string): void {
    this.minutes.delete(key)
  }
}

/**
 * How many senders of one connection may reach their limit: whoever connects directly claims
 * another address in each request, and behind a proxy there are others.
 */
const SENDERS_OF_CONNECTION = 3

/** Counts by sender (`senderOf`), and by the connection of several. */
export class SenderLimit {
  private readonly bySender: RateLimit
  private readonly byConnection: RateLimit

  constructor(limit: number, maxKeys = MAX_KEYS) {
    this.bySender = new RateLimit(limit, maxKeys)
    this.byConnection = new RateLimit(limit * SENDERS_OF_CONNECTION, maxKeys)
  }

  /** 0 where neither has reached its limit. */
  secondsToWait(sender: string, nowMs: number): number {
    return Math.max(
      this.bySender.secondsToWait(sender, nowMs),
      this.byConnection.secondsToWait(connectionOf(sender), nowMs)
    )
  }

  count(sender: string, nowMs: number): void {
    this.bySender.count(sender, nowMs)
    this.byConnection.count(connectionOf(sender), nowMs)
  }

  forget(sender: string): void {
    this.bySender.forget(sender)
  }
}

/**
 * Counts the deliveries that nobody signed, of each sender; never of one that has signed one within
 * a day: that may be a proxy, which strangers share.
 */
export class ForgingSenders {
  private readonly forgeries: SenderLimit
  private readonly trustedUntilMs = new Map<string, number>()

  constructor(
    limit = 100,
    private readonly maxSenders = MAX_KEYS
  ) {
    this.forgeries = new SenderLimit(limit, maxSenders)
  }

  /** Until a forged delivery is answered as such again; 0 for a sender that is not refused. */
  secondsBlocked(sender: string, nowMs: number): number {
    if (this.isTrusted(sender, nowMs)) return 0
    return this.forgeries.secondsToWait(sender, nowMs)
  }

  forged(sender: string, nowMs: number): void {
    if (!this.isTrusted(sender, nowMs)) this.forgeries.count(sender, nowMs)
  }

  /** A fresh delivery: an old one can be captured, and played again by anybody. */
  signed(sender: string, nowMs: number): void {
    this.forgeries.forget(sender)
    this.trustedUntilMs.delete(sender)
    this.trustedUntilMs.set(sender, nowMs + DAY_MS)
    forgetOldest(this.trustedUntilMs, this.maxSenders)
  }

  private isTrusted(sender: string, nowMs: number): boolean {
    return nowMs < (this.trustedUntilMs.get(sender) ?? -Infinity)
  }
}

/** Logs each kind of refused delivery once a minute, with the number of those that followed. */
export class RejectionLog {
  private readonly repeated = new Map<string, number>()

  /** @param kind tells what is counted together: from a bounded set, whatever strangers send. */
  note(
    kind: string,
    sentence: string,
    log: (line: string) => void,
    more = ""
  ): void {
    const count = this.repeated.get(kind)
    this.repeated.set(kind, count === undefined ? 0 : count + 1)
    if (count !== undefined) return
    log(sentence + more)
    setTimeout(() => {
      const repeated = this.repeated.get(kind)
      this.repeated.delete(kind)
      if (!repeated) return
      this.note(kind, sentence, log, ` (${repeated} more like it in a minute)`)
    }, MINUTE_MS).unref()
  }
}

/**
 * The connection's address, and the one from a proxy's header: anyone who connects directly can
 * claim the gateway's address in that header, and have it blocked. Medusa always takes the last
 * address of `x-forwarded-for` for the client's (`trust proxy` is 1 in @medusajs/framework 2.21.2,
 * dist/http/express-loader.js, line 83), also where no proxy wrote it.
 */
export function senderOf({
  socket,
  ip,
}: Pick<MedusaRequest, "socket" | "ip">): string {
  return `${networkOf(socket.remoteAddress)} ${networkOf(ip)}`
}

function connectionOf(sender: string): string {
  return sender.split(" ")[0]
}

/** One network of IPv6 has more addresses than anybody could count: its first half. */
export function networkOf(address = ""): string {
  if (!isIPv6(address) || address.includes(".")) return address
  const [head, tail] = address.split("::")
  const first = head === "" ? [] : head.split(":")
  const last = tail ? tail.split(":") : []
  const zeros = Array.from(
    { length: address.includes("::") ? 8 - first.length - last.length : 0 },
    () => "0"
  )
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => parseInt(group, 16))
    .join(":")
}

/** A clock that was set back makes nobody wait for longer than a minute. */
function isWithin({ untilMs }: { untilMs: number }, nowMs: number): boolean {
  return nowMs < untilMs && untilMs - nowMs <= MINUTE_MS
}

function forgetOldest(keys: Map<string, unknown>, maxKeys: number): void {
  const [oldest] = keys.keys()
  if (keys.size > maxKeys) keys.delete(oldest)
}
