import { once } from "node:events"
import { createServer, type IncomingMessage, request } from "node:http"
import { call, makeWidget, statusOf } from "./fixtures"
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

const PRIVATE = [
  "GET /control",
  "GET /control/merchants",
  "GET /control/payments",
  "GET /control/requests",
  "POST /control/payments/ID/pay",
  "POST /control/faults",
  "DELETE /control/faults",
]
const CHECKOUT = [
  "GET /pay/ID",
  "GET /pay/ID/status",
  "POST /pay/ID/coin",
  "POST /pay/ID/send",
  "POST /pay/ID/cancel",
]

describe("a Host of another site that points at this machine", () => {
  it.each([...PRIVATE, ...CHECKOUT])("is rejected at %s", async (line) => {
    const answer = await ask(line, { host: `evil.test:${port}` })
    expect(answer.status).toBe(403)
    expect(answer.text).not.toContain(sandbox.webhookSecret)
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
  ])("is rejected as %s", async (host) => {
    expect((await ask("GET /control/merchants", { host })).status).not.toBe(200)
  })
})

it.each(["localhost", "LOCALHOST:1", "127.0.0.1:80", "[::1]:4000"])(
  "answers under the loopback name %s",
  async (host) => {
    expect((await ask("GET /control/merchants", { host })).status).toBe(200)
    expect((await ask("GET /pay/ID", { host })).status).toBe(200)
  }
)

describe("an Origin", () => {
  it.each([
    "http://evil.test",
    "null",
    "http://localhost:1",
    "https://127.0.0.1",
  ])("of another site is rejected: %s", async (origin) => {
    for (const line of [...PRIVATE, ...CHECKOUT]) {
      expect((await ask(line, { origin })).status).toBe(403)
    }
    expect(await statusOf(sandbox, id)).toBe("created")
  })

  it("of the requested address is accepted", async () => {
    for (const host of [`127.0.0.1:${port}`, "localhost:1", "[::1]:2"]) {
      const headers = { host, origin: `http://${host}` }
      expect((await ask("DELETE /control/faults", headers)).status).toBe(200)
    }
  })
})

describe("Sec-Fetch-Site", () => {
  it.each(["same-site", "cross-site"])("%s is rejected", async (site) => {
    const headers = { "sec-fetch-site": site, "sec-fetch-mode": "cors" }
    for (const line of [...PRIVATE, ...CHECKOUT]) {
      expect((await ask(line, headers)).status).toBe(403)
    }
    expect(await statusOf(sandbox, id)).toBe("created")
  })

  it.each(["same-site", "cross-site"])(
    "%s may follow a link to the checkout page, and to nothing else",
    async (site) => {
      const headers = { "sec-fetch-site": site, "sec-fetch-mode": "navigate" }
      expect((await ask("GET /pay/ID", headers)).status).toBe(200)
      expect((await ask("POST /pay/ID/send", headers)).status).toBe(403)
      expect((await ask("GET /control", headers)).status).toBe(403)
    }
  )

  it.each(["same-origin", "none"])("%s is accepted", async (site) => {
    const answer = await ask("GET /control/merchants", {
      "sec-fetch-site": site,
    })
    expect(answer.status).toBe(200)
  })
})

describe("the Merchant API", () => {
  const credentials = () => ({
    "x-merchant-id": sandbox.merchantId,
    "x-api-key": sandbox.apiKey,
  })

  it("responds to servers under any Host", async () => {
    const host = "gateway.internal:4000"
    const answer = await ask("GET /v1/merchants", { ...credentials(), host })
    expect(answer.status).toBe(200)
  })

  it.each([
    ["origin", "http://evil.test"],
    ["sec-fetch-site", "cross-site"],
    ["sec-fetch-site", "same-site"],
  ])("rejects web pages of other sites: %s %s", async (name, value) => {
    const sent = { ...credentials(), [name]: value }
    expect((await ask("DELETE /v1/payments/ID", sent)).status).toBe(403)
    expect(await statusOf(sandbox, id)).toBe("created")
  })
})

it("accepts the Host and Origin of the public URL, and no others", async () => {
  await sandbox.close()
  port = await freePort()
  const publicUrl = "https://pay.sandbox.test/"
  sandbox = await startSandbox({ control: true, port, publicUrl })
  const own = { host: "pay.sandbox.test", origin: "https://pay.sandbox.test" }
  expect((await ask("GET /control/merchants", own)).status).toBe(200)
  const host = "x.pay.sandbox.test"
  expect((await ask("GET /control/merchants", { host })).status).toBe(403)
})

it("does not start with an invalid public URL", async () => {
  await expect(startSandbox({ publicUrl: "sandbox" })).rejects.toThrow(
    'publicUrl must be a URL, not "sandbox"'
  )
})

it("does not let other pages frame its pages", async () => {
  for (const path of ["/control", `/pay/${id}`]) {
    const { headers } = await call(sandbox, `GET ${path}`)
    expect(headers.get("content-security-policy")).toContain(
      "frame-ancestors 'none'"
    )
  }
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  return address && typeof address === "object" ? address.port : 0
}
