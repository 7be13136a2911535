/**
 * Reads the largest answers that the client takes, and prints what came of each as JSON: a process of
 * its own, whose memory the spec limits.
 */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { GatewayClient, isGatewayError } from "../../../src/gateway"

const MAX_BYTES = 1024 * 1024

/** Bodies of 1 MiB, each hard to read in its own way. */
const BODIES: Record<string, string> = {
  "items that are numbers": list("0"),
  "items that are empty objects": list("{}"),
  "items that are arrays": list("[]"),
  "coins that are numbers": filled("[", "0", "]"),
  "coins that are empty objects": filled("[", "{}", "]"),
  "coins without end": filled(
    "[",
    JSON.stringify({ code: "A", name: "A", blockchain: "A" }),
    "]"
  ),
  "a hundred thousand fields": filled(
    "{",
    Array.from({ length: 90_000 }, (_, at) => `"k${at}":0`).join(","),
    "}"
  ),
  "arrays within arrays": `${"[".repeat(MAX_BYTES / 2)}${"]".repeat(MAX_BYTES / 2)}`,
  "arrays without end": "[".repeat(MAX_BYTES),
}

function list(item: string): string {
  return filled(`{"items":[`, item, `],"total":1,"limit":1,"offset":0}`)
}

/** `unit` again and again, up to the largest body. */
function filled(before: string, unit: string, after: string): string {
  const left = MAX_BYTES - before.length - after.length
  const count = Math.max(1, Math.floor(left / (unit.length + 1)))
  return before + Array(count).fill(unit).join(",") + after
}

async function readLargestAnswers() {
  let body = ""
  const server = createServer((request, response) => {
    request.resume()
    response.end(body)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const client = new GatewayClient({
    baseUrl: `http://127.0.0.1:${port}`,
    merchantId: "m",
    apiKey: "key-of-this-test",
    maxAttempts: 1,
  })
  const outcomes: Record<string, string> = {}
  for (const [name, given] of Object.entries(BODIES)) {
    body = given
    for (const call of ["listPayments", "listCurrencies"] as const) {
      outcomes[`${call}: ${name}`] = await client[call]().then(
        () => "parsed",
        (error) => (isGatewayError(error) ? error.kind : `other: ${error}`)
      )
    }
  }
  await client.close()
  server.close()
  process.stdout.write(JSON.stringify(outcomes))
}

void readLargestAnswers()
