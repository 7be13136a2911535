import { Pool } from "undici"
import { GatewayClient } from "../../src/gateway"
import { type Figure, atLeast, moreThan } from "./figure"
import { type Contender, ratios, timeRounds } from "./rounds"
import { startSandboxProcess } from "./sandbox-process"

const CONCURRENCY = 32

/**
 * Reads of one payment at the sandbox, kept-alive and many at once: the client
 * with its checks, time-outs and retries, against code that has none of them.
 */
export async function benchClientRequests(): Promise<Figure[]> {
  const sandbox = await startSandboxProcess()
  const { url, merchant_id, api_key } = sandbox
  const client = new GatewayClient({
    baseUrl: url,
    merchantId: merchant_id,
    apiKey: api_key,
    maxConnections: CONCURRENCY,
  })
  const pool = new Pool(url, { connections: CONCURRENCY })
  try {
    const { id } = await client.createWidgetPayment({
      amount: "19.90",
      currency: "EUR",
      external_id: "bench",
    })
    const path = `/v1/payments/${id}`
    const headers = {
      accept: "application/json",
      "x-merchant-id": merchant_id,
      "x-api-key": api_key,
    }
    const rounds = await timeRounds(
      {
        client: atOnce(() => client.getPayment({ id })),
        undici: atOnce(async () => {
          const { body } = await pool.request({ method: "GET", path, headers })
          return body.json()
        }),
        fetch: atOnce(async () => {
          const answer = await fetch(url + path, { headers })
          return answer.json()
        }),
      },
      { rounds: 9, times: 2_000 }
    )
    return [
      atLeast(
        0.9,
        "client requests per second / bare undici",
        ratios(rounds, "client", "undici")
      ),
      moreThan(
        1,
        "client requests per second / plain fetch",
        ratios(rounds, "client", "fetch")
      ),
    ]
  } finally {
    await Promise.all([client.close(), pool.close()])
    await sandbox.stop()
  }
}

/** Calls until the count is reached, a bounded number of them at the same time. */
function atOnce(call: () => Promise<unknown>): Contender {
  return async (times) => {
    let left = times
    const worker = async () => {
      while (left > 0) {
        left -= 1
        await call()
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  }
}
