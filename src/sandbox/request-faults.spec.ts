import { call } from "./fixtures"
import { type Sandbox, startSandbox } from "./index"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox({ control: true })
})
afterEach(() => sandbox.close())

const fault = (...requests: unknown[]) =>
  call(sandbox, "POST /control/faults", { requests })
const merchant = () => call(sandbox, "GET /v1/merchants")
const total = async () => (await call(sandbox, "GET /v1/payments")).json.total

describe("a fault of a request", () => {
  it("error: responds with 5xx `count` times", async () => {
    await fault({ kind: "error", status: 502, count: 2 })
    expect((await merchant()).status).toBe(502)
    expect((await merchant()).status).toBe(502)
    expect((await merchant()).status).toBe(200)
  })

  it("rate_limit: responds with 429, with and without Retry-After", async () => {
    const limit = { kind: "rate_limit" }
    await fault({ ...limit, retry_after_seconds: 7 }, limit)
    for (const delay of ["7", null]) {
      const { status, headers } = await merchant()
      expect([status, headers.get("retry-after")]).toEqual([429, delay])
    }
  })

  it("broken_json and html: respond with 200 and an unreadable body", async () => {
    await fault({ kind: "broken_json" }, { kind: "html" })
    const broken = await merchant()
    expect(broken.status).toBe(200)
    expect(() => JSON.parse(broken.text)).toThrow(SyntaxError)
    const page = await merchant()
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8")
  })

  it("cut: ends the connection without a response", async () => {
    await fault({ kind: "cut" })
    await expect(merchant()).rejects.toThrow("fetch failed")
    expect((await merchant()).status).toBe(200)
  })

  it("slow: responds later", async () => {
    await fault({ kind: "slow", seconds: 0.05 })
    const startedAtMs = performance.now()
    expect((await merchant()).status).toBe(200)
    expect(performance.now() - startedAtMs).toBeGreaterThan(45)
  })

  it.each(["cut", "error", "broken_json", "html", "rate_limit"])(
    "%s: before the effect there is no payment, after it there is one",
    async (kind) => {
      const endpoint = "create_widget"
      const body = { amount: 1, currency: "USD", external_id: kind }
      for (const [when, payments] of Object.entries({ before: 0, after: 1 })) {
        await fault({ kind, when, endpoint })
        await call(sandbox, "POST /v1/payments/widget", body).catch(() => null)
        expect(await total()).toBe(payments)
      }
    }
  )

  it("endpoint: hits only that endpoint, until the faults are cleared", async () => {
    await fault({ kind: "error", endpoint: "list", count: 9 })
    expect((await merchant()).status).toBe(200)
    expect((await call(sandbox, "GET /v1/payments")).status).toBe(503)
    const cleared = await call(sandbox, "DELETE /control/faults")
    expect(cleared.json).toEqual({ webhooks: [], requests: [] })
    expect((await call(sandbox, "GET /v1/payments")).status).toBe(200)
  })

  it("is rejected where it is unknown", async () => {
    const answer = await fault({ kind: "earthquake" })
    expect(answer.status).toBe(400)
    expect(answer.json.message).toMatch(/^requests\.0\.kind: /)
  })
})
