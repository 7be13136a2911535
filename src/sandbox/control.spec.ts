import { call, makeWidget, statusOf } from "./fixtures"
import { type Receiver, startReceiver } from "./fixtures"
import { type Sandbox, startSandbox } from "./index"

let sandbox: Sandbox
let shop: Receiver
beforeEach(async () => {
  shop = await startReceiver()
  sandbox = await startSandbox({ control: true })
})
afterEach(async () => {
  await sandbox.close()
  await shop.close()
})

const act = (id: string, action: string, body?: unknown) =>
  call(sandbox, `POST /control/payments/${id}/${action}`, body)
const pay = (id: string, body: object) => act(id, "pay", body)
const read = async (id: string) =>
  (await call(sandbox, `GET /v1/payments/${id}`)).json
const page = async (id: string) => (await call(sandbox, `GET /pay/${id}`)).text
const clock = (advance_seconds: number) =>
  call(sandbox, "POST /control/clock", { advance_seconds })

const DUE = "21.492"

async function open(flow: string): Promise<string> {
  if (flow === "widget") {
    const id = await makeWidget(sandbox, { callback_url: shop.url })
    await act(id, "coin", { currency: "USDT_ERC20" })
    return id
  }
  const { json } = await call(sandbox, "POST /v1/payments/h2h", {
    amount: 19.9,
    currency: "EUR",
    external_id: "inline",
    target_currency: "USDT_ERC20",
    callback_url: shop.url,
  })
  return String(json.id)
}

const announced = async () => {
  const [webhook] = await shop.until(1)
  return JSON.parse(webhook?.body ?? "{}") as unknown
}

describe.each(["widget", "h2h"])("a %s payment", (flow) => {
  it.each([
    [{ kind: "exact" }, DUE],
    [{ kind: "short" }, "19.3428"],
    [{ kind: "one_unit_short" }, "21.491999"],
    [{ kind: "one_unit_over" }, "21.492001"],
    [{ kind: "over" }, "23.6412"],
    [{ amount: "21.000000000000000001" }, "21.000000000000000001"],
  ])(
    "paid by %j announces what arrived, and keeps what is due in reads",
    async (body, amount) => {
      const id = await open(flow)
      expect((await pay(id, body)).json).toMatchObject({
        status: "confirmed",
        received_amount: amount,
        target: { amount: DUE },
      })
      expect(await announced()).toMatchObject({ status: "confirmed", amount })
      expect(await read(id)).toMatchObject({ status: "confirmed", amount: DUE })
      expect(await page(id)).toContain(`${amount} USDT_ERC20 received`)
    }
  )

  it.each([
    ["under", "19.3428"],
    ["dust", "0.000001"],
  ])(
    "of %s stays pending, and announces it once a person confirms it",
    async (kind, amount) => {
      const id = await open(flow)
      expect((await pay(id, { kind })).json).toMatchObject({
        status: "pending",
        underpaid_amount: amount,
        received_amount: null,
      })
      expect(shop.received).toEqual([])
      expect(await read(id)).toMatchObject({ status: "pending", amount: DUE })
      expect(await page(id)).toContain(`${amount} USDT_ERC20 arrived`)
      await act(id, "confirm-manual")
      const status = "confirmed_manual"
      expect(await announced()).toMatchObject({ status, amount })
      expect(await read(id)).toMatchObject({ amount: DUE })
    }
  )

  it("of which the rest arrives announces the whole amount", async () => {
    const id = await open(flow)
    await pay(id, { kind: "under" })
    expect((await pay(id, { kind: "exact" })).json).toMatchObject({
      underpaid_amount: null,
      received_amount: DUE,
    })
    expect(await announced()).toMatchObject({ amount: DUE })
  })
})

it.each([
  ["2500", "one_unit_short", "0.99999999"],
  ["0.000025", "one_unit_short", "0.00000001"],
  [
    "308641972530864197253086419725000",
    "one_unit_over",
    "123456789012345678901234567890.00000001",
  ],
])("units are added exactly, and leave at least one", async (...row) => {
  const [price, kind, received_amount] = row
  const fields = `"currency":"USD","external_id":"a","target_currency":"ETH"`
  const body = `{"amount":${price},${fields}}`
  const { json } = await call(sandbox, "POST /v1/payments/h2h", body)
  const paid = await pay(String(json.id), { kind })
  expect(paid.json).toMatchObject({ received_amount })
})

describe("a final status", () => {
  it.each([
    ["expire", "pay", "confirmed"],
    ["expire", "confirm-manual", "confirmed_manual"],
    ["fail", "pay", "confirmed"],
    ["fail", "confirm-manual", "confirmed_manual"],
    ["pay", "expire", "expired"],
    ["confirm-manual", "fail", "failed"],
  ])("after %s is left by %s only under stress", async (...row) => {
    const [before, action, status] = row
    const id = await makeWidget(sandbox)
    await act(id, before)
    const ended = await statusOf(sandbox, id)
    expect((await act(id, "coin", { currency: "ETH" })).status).toBe(409)
    expect((await act(id, action)).status).toBe(409)
    expect((await act(id, action, { stress: false })).status).toBe(409)
    expect(await statusOf(sandbox, id)).toBe(ended)
    expect((await act(id, action, { stress: true })).status).toBe(200)
    expect(await statusOf(sandbox, id)).toBe(status)
    expect((await act(id, action, { stress: true })).status).toBe(409)
    // Reads of an expired payment show no coin, of any other one do.
    const shown = Object.keys(await read(id)).includes("currency")
    expect(shown).toBe(status !== "expired")
  })

  it.each(["under", "dust"])(
    "that ended the countdown is not left by %s of coins",
    async (kind) => {
      const id = await makeWidget(sandbox)
      await act(id, "expire")
      expect((await pay(id, { kind, stress: true })).status).toBe(409)
      expect(await statusOf(sandbox, id)).toBe("expired")
    }
  )
})

describe("a call of the control API", () => {
  it.each([
    ["pay", { kind: "twice" }, /^kind: /],
    ...["0", "-1", "1e3", "", " 1", "0.00"].map(
      (amount) => ["pay", { amount }, /^amount: /] as const
    ),
    ["expire", { stress: "yes" }, /^stress: /],
    ["fail", { late: true }, /^body: /],
    ["coin", { currency: "NOPE" }, /^currency: NOPE/],
    ["coin", {}, /^currency: /],
    ["pay", "{", /^body: must be JSON/],
  ] as const)("rejects %s with %j, with the reason", async (...row) => {
    const [action, body, message] = row
    const id = await makeWidget(sandbox)
    const answer = await act(id, action, body)
    expect(answer.status).toBe(400)
    expect(answer.json.message).toMatch(message)
    expect(await statusOf(sandbox, id)).toBe("created")
  })

  it("responds with 404 for an unknown payment, delivery or merchant, with 409 for an amount of no coin", async () => {
    const unknown = ["payments/x/pay", "deliveries/x/redeliver", "merchants/x"]
    for (const path of unknown) {
      expect((await call(sandbox, `POST /control/${path}`)).status).toBe(404)
    }
    const id = await makeWidget(sandbox)
    expect((await pay(id, { amount: "1" })).status).toBe(409)
  })

  it("lets time pass: expires due payments and keeps the others", async () => {
    const id = await makeWidget(sandbox)
    await clock(800)
    expect(await statusOf(sandbox, id)).toBe("created")
    const young = await makeWidget(sandbox)
    await clock(100)
    expect(await statusOf(sandbox, id)).toBe("expired")
    expect(await statusOf(sandbox, young)).toBe("created")
  })

  it("shows the requests by endpoint, and no credential", async () => {
    const id = await makeWidget(sandbox)
    await statusOf(sandbox, id)
    await call(sandbox, "DELETE /v1/payments/nothing")
    const { json, text } = await call(sandbox, "GET /control/requests")
    expect(json.counts).toEqual({ create_widget: 1, read: 1, expire: 1 })
    const body = expect.stringContaining('"external_id"')
    expect(json.requests).toMatchObject([
      { endpoint: "create_widget", status: 200, body },
      { endpoint: "read", target: `/v1/payments/${id}`, status: 200, body: "" },
      { endpoint: "expire", status: 404 },
    ])
    expect(text).not.toContain(sandbox.apiKey)
  })
})

describe("a fault of a request", () => {
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
        const { json } = await call(sandbox, "GET /v1/payments")
        expect(json.total).toBe(payments)
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

describe("merchants", () => {
  const change = (body: object, id = sandbox.merchantId) =>
    call(sandbox, `POST /control/merchants/${id}`, body)

  it("can be added, and then have payments of their own", async () => {
    const second = { id: "second", api_key: "k2", webhook_secret: "s2" }
    const made = await call(sandbox, "POST /control/merchants", second)
    expect(made.status).toBe(200)
    const headers = { "x-merchant-id": "second", "x-api-key": "k2" }
    const list = await call(sandbox, "GET /v1/payments", undefined, headers)
    expect([list.status, list.json.total]).toEqual([200, 0])
  })

  it.each([
    [{ id: "5a9db0c5-0000-4000-8000-000000000001" }, 409, /already exists/],
    [{ id: "keyed", public_key: "x" }, 400, /public_key/],
    [{ id: "bare", webhook_secret: undefined }, 400, /webhook_secret/],
  ])("%j is rejected with %i", async (fields, status, message) => {
    const body = { webhook_secret: "s", ...fields }
    const answer = await call(sandbox, "POST /control/merchants", body)
    expect(answer.status).toBe(status)
    expect(answer.json.message).toMatch(message)
  })

  it("can be suspended and resumed, and lose their wallets", async () => {
    const own = async () => (await call(sandbox, "GET /v1/merchants")).status
    await change({ suspended: true })
    expect(await own()).toBe(401)
    await change({ suspended: false })
    expect(await own()).toBe(200)
    await change({ wallets: ["ETH"] })
    const live = await call(sandbox, "GET /v1/currencies")
    expect(live.text).toMatch(/^\[\{"code":"ETH",[^[]*\}\]$/)
    const test = await call(sandbox, "GET /v1/currencies?is_test=true")
    expect(test.text).toBe("[]")
  })
})

it("is served only where it is asked for", async () => {
  expect(`${sandbox.url}/control`).toBe(sandbox.controlUrl)
  const { text } = await call(sandbox, "GET /control")
  expect(text).toContain("Sandbox control")
  await sandbox.close()
  sandbox = await startSandbox()
  expect(sandbox.controlUrl).toBeUndefined()
  expect((await call(sandbox, "GET /control")).status).toBe(404)
  expect((await call(sandbox, "GET /control/payments")).status).toBe(404)
})

it("can be closed twice", async () => {
  await Promise.all([sandbox.close(), sandbox.close()])
  await expect(fetch(sandbox.url)).rejects.toThrow("fetch failed")
})

it.each([
  [{ publicKey: "not a key" }, /PEM|DECODER|unsupported/i],
  [{ publicUrl: "sandbox" }, 'publicUrl must be a URL, not "sandbox"'],
])("does not start with %j", async (options, message) => {
  await expect(startSandbox(options)).rejects.toThrow(message)
})
