/**
 * Calls each host with the client, and prints what came of it as JSON. A process of its own, because
 * Node reads NODE_EXTRA_CA_CERTS as it starts, and so that memory is only this.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { GatewayClient, isGatewayError } from "../../../src/gateway"

/** What a host made of the calls. */
export type Visit = {
  /** Kinds of the errors, or "answered"; each once. */
  outcomes: string[]
  messages: string[]
  longestMs: number
  /** Bytes that stay in use after many calls, above those after a few. */
  grownBytes: number
  /** Connections that are open after the calls, before the client is closed, and after. */
  connectionsLeft: number
  connectionsAfterClose: number
}

export type VisitPlan = {
  urls: Record<string, string>
  timeoutMs: number
  /** Calls to a host, so many at once. */
  calls: number
  atOnce: number
}

async function visit(
  baseUrl: string,
  { timeoutMs, calls, atOnce }: VisitPlan
): Promise<Visit> {
  const outcomes = new Set<string>()
  const messages = new Set<string>()
  let longestMs = 0
  const client = new GatewayClient({
    baseUrl,
    merchantId: "m",
    apiKey: "key-of-this-test",
    timeoutMs,
    maxAttempts: 1,
  })
  const call = async () => {
    const startedMs = performance.now()
    try {
      await client.getMerchant()
      outcomes.add("answered")
    } catch (error) {
      outcomes.add(isGatewayError(error) ? error.kind : `other: ${error}`)
      messages.add(error instanceof Error ? error.message : "")
    }
    longestMs = Math.max(longestMs, performance.now() - startedMs)
  }
  const callAll = (count: number) =>
    Promise.all(Array.from({ length: count }, call))
  await callAll(atOnce)
  await connectionsLeftAfter(timeoutMs)
  const before = await usedBytes()
  for (let made = atOnce; made < calls; made += atOnce) await callAll(atOnce)
  const connectionsLeft = await connectionsLeftAfter(timeoutMs)
  const grownBytes = (await usedBytes()) - before
  await client.close()
  await sleep(100)
  return {
    outcomes: [...outcomes],
    messages: [...messages],
    longestMs: Math.round(longestMs),
    grownBytes,
    connectionsLeft,
    connectionsAfterClose: openConnections(),
  }
}

/** Waits for connections to end: the time limit of connecting is not exact. */
async function connectionsLeftAfter(timeoutMs: number): Promise<number> {
  const giveUpMs = performance.now() + timeoutMs + 2_000
  while (openConnections() > 0 && performance.now() < giveUpMs) await sleep(50)
  return openConnections()
}

function openConnections(): number {
  return process
    .getActiveResourcesInfo()
    .filter((resource) => /^(TCPSocket|TLS|TCPConnect)/.test(resource)).length
}

/** Twice, and with a pause: buffers outside the heap are freed after the objects that hold them. */
async function usedBytes(): Promise<number> {
  global.gc?.()
  await sleep(100)
  global.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function main() {
  const plan = JSON.parse(process.argv[2]) as VisitPlan
  const visits: Record<string, Visit> = {}
  for (const [name, url] of Object.entries(plan.urls)) {
    visits[name] = await visit(url, plan)
  }
  process.stdout.write(`${JSON.stringify(visits)}\n`)
}

if (require.main === module) void main()
