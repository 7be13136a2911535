import { isIPv6 } from "node:net"
import type { MedusaRequest } from "@medusajs/framework/http"

const MINUTE_MS = 60_000

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
 * Refuses who sends forged deliveries until their minute is over, before anything more of them is
 * read; never who has once sent a signed one: that may be a proxy, which strangers share.
 */
export class ForgingSenders {
  private readonly forgeries: RateLimit
  private readonly trusted = new Set<string>()

  constructor(
    limit = 100,
    private readonly maxSenders = MAX_KEYS
  ) {
    this.forgeries = new RateLimit(limit, maxSenders)
  }

  /** 0 where the sender is not refused. */
  secondsBlocked(sender: string, nowMs: number): number {
    return this.forgeries.secondsToWait(sender, nowMs)
  }

  forged(sender: string, nowMs: number): void {
    if (!this.trusted.has(sender)) this.forgeries.count(sender, nowMs)
  }

  signed(sender: string): void {
    this.forgeries.forget(sender)
    this.trusted.add(sender)
    forgetOldest(this.trusted, this.maxSenders)
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
 * claim the gateway's address in that header, and have it blocked.
 */
export function senderOf({
  socket,
  ip,
}: Pick<MedusaRequest, "socket" | "ip">): string {
  return `${networkOf(socket.remoteAddress)} ${networkOf(ip)}`
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

function forgetOldest(
  keys: Map<string, unknown> | Set<string>,
  maxKeys: number
): void {
  const [oldest] = keys.keys()
  if (keys.size > maxKeys) keys.delete(oldest)
}
