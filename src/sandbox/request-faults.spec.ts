import { call } from "./fixtures"
import { type Sandbox, startSandbox } from "./index"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox({ control: true })
})
afterEach(() => sandbox.close())

describe("faults on requests", () => {
  const fault = (...requests: unknown[]) =>
    call(sandbox, "POST /control/faults", { requests })
  const merchant = () => call(sandbox, "GET /v1/merchants")

  it("error: responds with 5xx `count` times", async () => {
    await fault({ kind: "error", status: 502, count: 2 })
    expect((await merchant()).status).toBe(502)
    expect((await merchant()).status).toBe(502)
    expect((await merchant()).status).toBe(200)
  })

  it("rate_limit: responds with 429, with and without Retry-After", async () => {
    await fault(
      { kind: "rate_limit", retry_after_seconds: 7 },
      { kind: "rate_limit" }
    )
    const first = await merchant()
    expect([first.status, first.headers.get("retry-after")]).toEqual([429, "7"])
    const second = await merchant()
    expect([second.status, second.headers.get("retry-after")]).toEqual([
      429,
      null,
    ])
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

  it.each(["cut", "error", "broken_json", "html", "rate_limit", "slow"])(
    "%s after the effect: the payment is there all the same",
    async (kind) => {
      await fault({
        kind,
        when: "after",
        endpoint: "create_widget",
        seconds: 0,
      })
      const body = { amount: 1, currency: "USD", external_id: kind }
      await call(sandbox, "POST /v1/payments/widget", body).catch(() => null)
      const again = await call(sandbox, "POST /v1/payments/widget", body)
      expect(again.status).toBe(200)
    }
  )

  it.each(["cut", "error", "broken_json", "html", "rate_limit"])(
    "%s before the effect: there is no payment",
    async (kind) => {
      await fault({ kind, endpoint: "create_widget" })
      const body = { amount: 1, currency: "USD", external_id: kind }
      await call(sandbox, "POST /v1/payments/widget", body).catch(() => null)
      const { json } = await call(sandbox, "GET /v1/payments")
      expect(json.total).toBe(0)
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

  it("rejects an unknown fault", async () => {
    const answer = await fault({ kind: "earthquake" })
    expect(answer.status).toBe(400)
    expect(answer.json.message).toMatch(/^requests\.0\.kind: /)
  })
})
