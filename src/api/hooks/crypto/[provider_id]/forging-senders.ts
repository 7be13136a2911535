import type { MedusaRequest } from "@medusajs/framework/http"
import { networkOf } from "../../../store/crypto-refunds/unknown-links"

const MINUTE_MS = 60_000

/**
 * Who sends forged deliveries, over and over: refused for a minute, before anything of them is
 * read. Never who has once sent a signed one: that may be a proxy, which strangers share.
 */
export class ForgingSenders {
  /** Forged deliveries within a minute. Oldest first. */
  private readonly counts = new Map<
    string,
    { count: number; untilMs: number }
  >()
  private readonly blockedUntilMs = new Map<string, number>()
  private readonly trusted = new Set<string>()

  /** @param maxSenders the most that are remembered of each kind, so that memory is bounded. */
  constructor(
    private readonly limit = 100,
    private readonly maxSenders = 10_000
  ) {}

  /** Seconds until the sender may try again; 0 where it is not refused. */
  secondsBlocked(sender: string, nowMs: number): number {
    const untilMs = this.blockedUntilMs.get(sender)
    if (untilMs === undefined) return 0
    if (nowMs < untilMs) return Math.ceil((untilMs - nowMs) / 1_000)
    this.blockedUntilMs.delete(sender)
    return 0
  }

  forged(sender: string, nowMs: number): void {
    if (this.trusted.has(sender)) return
    const known = this.counts.get(sender)
    const entry =
      known && nowMs < known.untilMs
        ? known
        : { count: 0, untilMs: nowMs + MINUTE_MS }
    entry.count += 1
    if (entry !== known) this.counts.delete(sender)
    if (entry.count < this.limit) {
      this.counts.set(sender, entry)
      this.forgetOldest(this.counts)
      return
    }
    this.counts.delete(sender)
    this.blockedUntilMs.set(sender, nowMs + MINUTE_MS)
    this.forgetOldest(this.blockedUntilMs)
  }

  signed(sender: string): void {
    this.counts.delete(sender)
    this.blockedUntilMs.delete(sender)
    this.trusted.add(sender)
    this.forgetOldest(this.trusted)
  }

  private forgetOldest(senders: Map<string, unknown> | Set<string>): void {
    const [oldest] = senders.keys()
    if (senders.size > this.maxSenders) senders.delete(oldest)
  }
}

/**
 * The connection's address, and the one that Medusa takes from a proxy's header. Both, since anyone
 * who connects directly can claim the gateway's address in that header, and have it blocked.
 */
export function senderOf({
  socket,
  ip,
}: Pick<MedusaRequest, "socket" | "ip">): string {
  const connected = networkOf(socket.remoteAddress ?? "")
  return `${connected} ${networkOf(ip ?? "")}`
}
