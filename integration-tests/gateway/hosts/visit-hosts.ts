/**
 * Calls each host of the plan with the client, and prints what came of it as JSON. A process of its
 * own, because Node reads NODE_EXTRA_CA_CERTS as it starts.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { GatewayClient, isGatewayError } from "../../../src/gateway"

/** What a host made of the calls. */
export type Visit = {
  /** Kinds of the errors, or "answered"; each once. */
  outcomes: string[]
  messages: string[]
  longestMs: number
  /** Connections that are open after the calls, before the client is closed, and after. */
  connectionsLeft: number
  connectionsAfterClose: number
}

export type VisitPlan = {
  urls: Record<string, string>
  timeoutMs: number
  atOnce: number
}

async function visit(
  baseUrl: string,
  { timeoutMs, atOnce }: VisitPlan
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
  for (let round = 0; round < 2; round++) {
    await Promise.all(Array.from({ length: atOnce }, call))
  }
  // The time limit of connecting is not exact.
  const giveUpMs = performance.now() + timeoutMs + 2_000
  while (openConnections() > 0 && performance.now() < giveUpMs) await sleep(50)
  const connectionsLeft = openConnections()
  await client.close()
  await sleep(100)
  return {
    outcomes: [...outcomes],
    messages: [...messages],
    longestMs: Math.round(longestMs),
    connectionsLeft,
    connectionsAfterClose: openConnections(),
  }
}

function openConnections(): number {
  return process
    .getActiveResourcesInfo()
    .filter((resource) => /^(TCPSocket|TLS|TCPConnect)/.test(resource)).length
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
