import { isIPv6 } from "node:net"

type Entry = { count: number; sinceMs: number }

const WINDOW_MS = 60_000

/** Counts the unknown links that each client tries in a minute. Links that exist do not count. */
export class UnknownLinks {
  /** Oldest first. */
  private readonly clients = new Map<string, Entry>()

  /** @param maxClients the most that are remembered, so that memory is bounded. */
  constructor(
    private readonly limit = 20,
    private readonly maxClients = 10_000
  ) {}

  /** Seconds until the client may try another one; 0 where this one was within the limit. */
  count(address: string, nowMs: number): number {
    const client = networkOf(address)
    const known = this.clients.get(client)
    const entry =
      known && nowMs - known.sinceMs < WINDOW_MS
        ? known
        : { count: 0, sinceMs: nowMs }
    if (entry.count >= this.limit) {
      return Math.ceil((entry.sinceMs + WINDOW_MS - nowMs) / 1_000)
    }
    entry.count++
    if (entry !== known) {
      this.clients.delete(client)
      this.clients.set(client, entry)
    }
    const [oldest] = this.clients.keys()
    if (this.clients.size > this.maxClients) this.clients.delete(oldest)
    return 0
  }
}

/** One network of IPv6 has more addresses than anybody could count: its first half. */
export function networkOf(address: string): string {
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
