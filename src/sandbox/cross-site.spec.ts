import { once } from "node:events"
import { createServer, type IncomingMessage, request } from "node:http"
import type { AddressInfo } from "node:net"
import { makeWidget, statusOf } from "./fixtures"
import { type Sandbox, startSandbox } from "./index"

let sandbox: Sandbox
let port: number
let id: string
beforeEach(async () => {
  sandbox = await startSandbox({ control: true })
  port = Number(new URL(sandbox.url).port)
  id = await makeWidget(sandbox)
})
afterEach(() => sandbox.close())

/** A request with headers that `fetch` does not let one set. */
async function ask(line: string, headers: Record<string, string>) {
  const [method, path = ""] = line.replace("ID", id).split(" ")
  const sent = request({ method, path, port, host: "127.0.0.1", headers })
  const answered = once(sent, "response")
  sent.end()
  const [response] = (await answered) as [IncomingMessage]
  let text = ""
  for await (const chunk of response) text += String(chunk)
  return { status: response.statusCode, text }
}

const PAGES = [
  "GET /control",
  "GET /control/merchants",
  "GET /control/payments",
  "GET /control/requests",
  "POST /control/payments/ID/pay",
  "POST /control/faults",
  "DELETE /control/faults",
  "GET /pay/ID",
  "GET /pay/ID/status",
  "POST /pay/ID/coin",
  "POST /pay/ID/send",
  "POST /pay/ID/cancel",
]

const credentials = () => ({
  "x-merchant-id": sandbox.merchantId,
  "x-api-key": sandbox.apiKey,
})

it.each<Record<string, string>>([
  { host: "evil.test:80" },
  { origin: "http://evil.test" },
  { origin: "null" },
  { origin: "http://localhost:1" },
  { origin: "https://127.0.0.1" },
  { "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" },
  { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" },
])("another site is rejected: %j", async (headers) => {
  // Servers reach the Merchant API under any Host.
  const api = "host" in headers ? [] : ["DELETE /v1/payments/ID"]
  for (const line of [...PAGES, ...api]) {
    const answer = await ask(line, { ...credentials(), ...headers })
    expect([line, answer.status]).toEqual([line, 403])
    expect(answer.text).not.toContain(sandbox.webhookSecret)
  }
  expect(await statusOf(sandbox, id)).toBe("created")
})

it.each([
  "localhost.evil.test",
  "127.0.0.1.evil.test",
  "evil.test#localhost",
  "evil.test@localhost.evil.test",
  "[::1",
  "0.0.0.0",
  "192.168.0.1",
])("the Host %s is not this machine", async (host) => {
  expect((await ask("GET /control/merchants", { host })).status).not.toBe(200)
})

it.each(["localhost", "LOCALHOST:1", "127.0.0.1:80", "[::1]:4000"])(
  "the Host %s is this machine, and its Origin is the sandbox's",
  async (host) => {
    for (const line of ["GET /control/merchants", "GET /pay/ID"]) {
      expect((await ask(line, { host })).status).toBe(200)
    }
    const headers = { host, origin: `http://${host}` }
    expect((await ask("DELETE /control/faults", headers)).status).toBe(200)
  }
)

it("another site may link to the checkout page, and to nothing else", async () => {
  for (const site of ["same-site", "cross-site"]) {
    const headers = { "sec-fetch-site": site, "sec-fetch-mode": "navigate" }
    expect((await ask("GET /pay/ID", headers)).status).toBe(200)
    expect((await ask("POST /pay/ID/send", headers)).status).toBe(403)
    expect((await ask("GET /control", headers)).status).toBe(403)
  }
  for (const site of ["same-origin", "none"]) {
    const headers = { "sec-fetch-site": site }
    expect((await ask("GET /control/merchants", headers)).status).toBe(200)
  }
})

it("the Merchant API responds to servers under any Host", async () => {
  const headers = { ...credentials(), host: "gateway.internal:4000" }
  expect((await ask("GET /v1/merchants", headers)).status).toBe(200)
})

it("the Host and Origin of the public URL are accepted, and no others", async () => {
  await sandbox.close()
  const free = createServer().listen(0, "127.0.0.1")
  await once(free, "listening")
  ;({ port } = free.address() as AddressInfo)
  await once(free.close(), "close")
  const publicUrl = "https://pay.sandbox.test/"
  sandbox = await startSandbox({ control: true, port, publicUrl })
  const own = { host: "pay.sandbox.test", origin: "https://pay.sandbox.test" }
  expect((await ask("GET /control/merchants", own)).status).toBe(200)
  const host = "x.pay.sandbox.test"
  expect((await ask("GET /control/merchants", { host })).status).toBe(403)
})
