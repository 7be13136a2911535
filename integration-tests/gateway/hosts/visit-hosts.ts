/**
 * Calls each host of the plan with the client, and prints what came of it as JSON. A process of its
 * own, since Node reads NODE_EXTRA_CA_CERTS and the size of its memory as it starts.
 */
import { execFile } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { GatewayClient, isGatewayError } from "../../../src/gateway"

/** What a host made of the calls. */
type Visit = {
  /** Kinds of the errors, or "answered"; each once. */
  outcomes: string[]
  messages: string[]
  longestMs: number
  /** Connections that are open after the calls, before the client is closed, and after. */
  connectionsLeft: number
  connectionsAfterClose: number
}

type VisitPlan = {
  urls: Record<string, string>
  calls: ("getMerchant" | "listPayments" | "listCurrencies")[]
  timeoutMs: number
  /** So many of each call, twice. */
  atOnce: number
}

/** The visits to the hosts of a plan, by their names. */
export async function visitHosts(
  plan: VisitPlan,
  { nodeOptions = [], env = {} }: { nodeOptions?: string[]; env?: object }
): Promise<Record<string, Visit>> {
  const typescript = require.resolve("../../../scripts/typescript.js")
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...nodeOptions, "-r", typescript, __filename, JSON.stringify(plan)],
    { env: { ...process.env, ...env } }
  )
  return JSON.parse(stdout)
}

async function visit(
  baseUrl: string,
  { calls, timeoutMs, atOnce }: VisitPlan
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
  const call = async (name: VisitPlan["calls"][number]) => {
    const startedMs = performance.now()
    try {
      await client[name]()
      outcomes.add("answered")
    } catch (error) {
      outcomes.add(isGatewayError(error) ? error.kind : `other: ${error}`)
      messages.add(error instanceof Error ? error.message : "")
    }
    longestMs = Math.max(longestMs, performance.now() - startedMs)
  }
  for (const name of [...calls, ...calls]) {
    await Promise.all(Array.from({ length: atOnce }, () => call(name)))
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
