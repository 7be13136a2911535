import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import fc from "fast-check"
import { GatewayClient, isGatewayError } from "../../../src/gateway"
import { type Call, type MutatedAnswer, mutatedAnswer } from "./mutated-answer"

/** More with, for example, `MUTATED_ANSWERS=200000`. */
const COUNT = Number(process.env.MUTATED_ANSWERS ?? 3_000)
/** Others with `MALFORMED_SEED`, in the other specs of this folder too. */
const SEED = Number(process.env.MALFORMED_SEED ?? 20_261_125)
const AT_ONCE = 16
const MAX_GROWN_BYTES = 64 * 1024 * 1024

jest.setTimeout(60_000 + COUNT * 20)

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

function usedBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const created = { amount: "19.99", currency: "EUR", external_id: "cart_1" }
const id = "n9cdFaTccYbXecVekHKW8Q"

const CALLS: Record<Call, (client: GatewayClient) => Promise<unknown>> = {
  getMerchant: (client) => client.getMerchant(),
  listCurrencies: (client) => client.listCurrencies(),
  getPayment: (client) => client.getPayment({ id }),
  listPayments: (client) => client.listPayments(),
  expirePayment: (client) => client.expirePayment({ id }),
  createWidgetPayment: (client) => client.createWidgetPayment(created),
  createH2hPayment: (client) =>
    client.createH2hPayment({ ...created, target_currency: "USDT" }),
}

/** Whether a wait of so many seconds can be compared with the time that is left. */
function mayWait(seconds = 0): boolean {
  return seconds >= 0
}

describe(`${COUNT} mutated answers of the gateway`, () => {
  let server: Server
  const clients: { client: GatewayClient; next: MutatedAnswer[] }[] = []

  beforeAll(async () => {
    const queues = new Map<string, MutatedAnswer[]>()
    server = createServer((request, response) => {
      const merchant = String(request.headers["x-merchant-id"])
      const answer = queues.get(merchant)?.shift()
      request.resume().on("end", () => {
        const after = answer?.retryAfter
        if (typeof after === "string") response.setHeader("retry-after", after)
        response.writeHead(answer?.status ?? 500)
        response.end(answer?.body)
      })
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    for (let i = 0; i < AT_ONCE; i++) {
      const next: MutatedAnswer[] = []
      queues.set(`merchant-${i}`, next)
      const client = new GatewayClient({
        baseUrl: `http://127.0.0.1:${port}`,
        merchantId: `merchant-${i}`,
        apiKey: "key-of-this-test",
        maxAttempts: 1,
      })
      clients.push({ client, next })
    }
  })
  afterAll(async () => {
    await Promise.all(clients.map(({ client }) => client.close()))
    server.close()
  })

  it("are parsed or a GatewayError each, and leave no memory behind", async () => {
    const faults: unknown[] = []
    const outcomes = { parsed: 0, refused: 0 }
    const everParsed = new Set<string>()
    const startedBytes = usedBytes()
    let largestBytes = 0
    // Made in parts, so that the answers themselves take little memory.
    for (let made = 0; made < COUNT; made += 1_000) {
      const answers = fc.sample(mutatedAnswer, {
        numRuns: Math.min(1_000, COUNT - made),
        seed: SEED + made,
      })
      const play = async ({ client, next }: (typeof clients)[number]) => {
        for (let answer = answers.pop(); answer; answer = answers.pop()) {
          next.push(answer)
          try {
            await CALLS[answer.call](client)
            outcomes.parsed += 1
            everParsed.add(answer.call)
          } catch (error) {
            outcomes.refused += 1
            if (!isGatewayError(error) || !mayWait(error.retryAfterSeconds)) {
              faults.push({ answer, error })
            }
          }
        }
      }
      await Promise.all(clients.map(play))
      largestBytes = Math.max(largestBytes, usedBytes() - startedBytes)
    }
    expect(faults).toEqual([])
    expect([...everParsed].sort()).toEqual(Object.keys(CALLS).sort())
    expect(outcomes.parsed).toBeGreaterThan(COUNT / 10)
    expect(outcomes.refused).toBeGreaterThan(COUNT / 10)
    expect(outcomes.parsed + outcomes.refused).toBe(COUNT)
    expect(largestBytes).toBeLessThan(MAX_GROWN_BYTES)
  })
})
