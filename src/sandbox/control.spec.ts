import { call, makeWidget, statusOf } from "./fixtures"
import { type Sandbox, startSandbox } from "./index"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox({ control: true })
})
afterEach(() => sandbox.close())

const act = (id: string, action: string, body?: unknown) =>
  call(sandbox, `POST /control/payments/${id}/${action}`, body)

it("can be closed twice", async () => {
  await Promise.all([sandbox.close(), sandbox.close()])
  await expect(fetch(sandbox.url)).rejects.toThrow("fetch failed")
})

describe("playing the buyer", () => {
  it("confirms with the exact amount", async () => {
    const id = await makeWidget(sandbox)
    await act(id, "coin", { currency: "USDT_ERC20" })
    const paid = await act(id, "pay", { kind: "exact" })
    expect(paid.json).toMatchObject({
      status: "confirmed",
      target: { currency: "USDT_ERC20", amount: "21.492" },
    })
    expect(await statusOf(sandbox, id)).toBe("confirmed")
  })

  it("leaves a payment pending when too little arrives", async () => {
    const id = await makeWidget(sandbox)
    await act(id, "coin", { currency: "USDT_ERC20" })
    const paid = await act(id, "pay", { kind: "under" })
    expect(paid.json).toMatchObject({
      status: "pending",
      target: { amount: "21.492" },
      underpaid_amount: "19.3428",
    })
    expect(await statusOf(sandbox, id)).toBe("pending")
    expect((await call(sandbox, `GET /pay/${id}`)).text).toContain("19.3428")
  })

  it("confirms when too much arrives, and keeps what is due in reads", async () => {
    const id = await makeWidget(sandbox)
    await act(id, "coin", { currency: "USDT_ERC20" })
    await act(id, "pay", { kind: "over" })
    const { json } = await call(sandbox, `GET /v1/payments/${id}`)
    expect(json).toMatchObject({ status: "confirmed", amount: "21.492" })
  })

  it("confirms an open payment manually, once", async () => {
    const id = await makeWidget(sandbox)
    expect((await act(id, "confirm-manual")).status).toBe(200)
    expect(await statusOf(sandbox, id)).toBe("confirmed_manual")
    const again = await act(id, "confirm-manual")
    expect([again.status, again.json.message]).toEqual([
      409,
      `cannot confirm payment ${id}: it is confirmed_manual`,
    ])
  })

  it.each([
    ["expire", "pay", "confirmed"],
    ["expire", "confirm-manual", "confirmed_manual"],
    ["fail", "pay", "confirmed"],
    ["fail", "confirm-manual", "confirmed_manual"],
    ["pay", "expire", "expired"],
    ["confirm-manual", "fail", "failed"],
  ])(
    "after %s leaves the final status by %s only under stress",
    async (...row) => {
      const [before, action, status] = row
      const id = await makeWidget(sandbox)
      await act(id, before)
      const ended = await statusOf(sandbox, id)
      expect((await act(id, action)).status).toBe(409)
      expect((await act(id, action, { stress: false })).status).toBe(409)
      expect(await statusOf(sandbox, id)).toBe(ended)
      expect((await act(id, action, { stress: true })).status).toBe(200)
      expect(await statusOf(sandbox, id)).toBe(status)
      expect((await act(id, action, { stress: true })).status).toBe(409)
    }
  )

  it.each(["under", "dust"])(
    "takes %s of coins for no payment that has ended, whose countdown is over",
    async (kind) => {
      const id = await makeWidget(sandbox)
      await act(id, "expire")
      expect((await act(id, "pay", { kind, stress: true })).status).toBe(409)
      expect(await statusOf(sandbox, id)).toBe("expired")
    }
  )

  it("shows no amount after stress has expired a paid payment", async () => {
    const id = await makeWidget(sandbox)
    await act(id, "pay")
    await act(id, "expire", { stress: true })
    const { json } = await call(sandbox, `GET /v1/payments/${id}`)
    expect(json).toMatchObject({ status: "expired" })
    expect(json).not.toHaveProperty("amount")
  })

  it("shows a coin on a failed payment, because reads contain one", async () => {
    const id = await makeWidget(sandbox)
    await act(id, "fail")
    const { json } = await call(sandbox, `GET /v1/payments/${id}`)
    expect(json).toMatchObject({ status: "failed", currency: "USDT_TRC20" })
  })

  it("does not leave a final status", async () => {
    const id = await makeWidget(sandbox)
    await act(id, "pay")
    for (const action of ["pay", "fail", "expire", "confirm-manual"]) {
      expect((await act(id, action)).status).toBe(409)
    }
    expect((await act(id, "coin", { currency: "ETH" })).status).toBe(409)
    expect(await statusOf(sandbox, id)).toBe("confirmed")
  })

  it.each([
    ["pay", { kind: "twice" }, /^kind: /],
    ["expire", { stress: "yes" }, /^stress: /],
    ["fail", { late: true }, /^body: /],
    ["coin", { currency: "NOPE" }, /^currency: NOPE/],
    ["coin", {}, /^currency: /],
    ["pay", "{", /^body: must be JSON/],
  ])("rejects %s with %j with the reason", async (action, body, message) => {
    const answer = await act(await makeWidget(sandbox), action, body)
    expect(answer.status).toBe(400)
    expect(answer.json.message).toMatch(message)
  })

  it("responds with 404 for an unknown payment, delivery or merchant", async () => {
    for (const path of [
      "payments/x/pay",
      "deliveries/x/redeliver",
      "merchants/x",
    ]) {
      expect((await call(sandbox, `POST /control/${path}`)).status).toBe(404)
    }
  })
})

describe("letting time pass", () => {
  it("expires due payments and keeps the others", async () => {
    const id = await makeWidget(sandbox)
    await call(sandbox, "POST /control/clock", { advance_seconds: 800 })
    expect(await statusOf(sandbox, id)).toBe("created")
    const young = await makeWidget(sandbox)
    await call(sandbox, "POST /control/clock", { advance_seconds: 101 })
    expect(await statusOf(sandbox, id)).toBe("expired")
    expect(await statusOf(sandbox, young)).toBe("created")
  })
})

describe("the request log", () => {
  it("counts per endpoint, and shows no credential", async () => {
    const id = await makeWidget(sandbox)
    await statusOf(sandbox, id)
    await statusOf(sandbox, id)
    await call(sandbox, "DELETE /v1/payments/nothing")
    const { json, text } = await call(sandbox, "GET /control/requests")
    expect(json.counts).toEqual({ create_widget: 1, read: 2, expire: 1 })
    expect(json.requests).toMatchObject([
      {
        endpoint: "create_widget",
        status: 200,
        body: expect.stringContaining('"external_id"'),
      },
      { endpoint: "read", target: `/v1/payments/${id}`, status: 200, body: "" },
      { endpoint: "read" },
      { endpoint: "expire", status: 404 },
    ])
    expect(text).not.toContain(sandbox.apiKey)
  })
})

describe("merchants", () => {
  it("can be added, and then have payments of their own", async () => {
    const made = await call(sandbox, "POST /control/merchants", {
      id: "second",
      api_key: "k2",
      webhook_secret: "s2",
    })
    expect(made.status).toBe(200)
    const headers = { "x-merchant-id": "second", "x-api-key": "k2" }
    const list = await call(sandbox, "GET /v1/payments", undefined, headers)
    expect([list.status, list.json.total]).toEqual([200, 0])
  })

  it.each([
    [{ id: "twice", webhook_secret: "s" }, 409, /already exists/],
    [{ id: "keyed", webhook_secret: "s", public_key: "x" }, 400, /public_key/],
    [{ id: "bare" }, 400, /webhook_secret/],
  ])("%j is rejected with %i", async (body, status, message) => {
    await call(sandbox, "POST /control/merchants", {
      id: "twice",
      webhook_secret: "s",
    })
    const answer = await call(sandbox, "POST /control/merchants", body)
    expect(answer.status).toBe(status)
    expect(answer.json.message).toMatch(message)
  })

  it("can be suspended and resumed", async () => {
    const suspend = (suspended: boolean) =>
      call(sandbox, `POST /control/merchants/${sandbox.merchantId}`, {
        suspended,
      })
    await suspend(true)
    expect((await call(sandbox, "GET /v1/merchants")).status).toBe(401)
    await suspend(false)
    expect((await call(sandbox, "GET /v1/merchants")).status).toBe(200)
  })

  it("can lose their wallets", async () => {
    await call(sandbox, `POST /control/merchants/${sandbox.merchantId}`, {
      wallets: ["ETH"],
    })
    const live = await call(sandbox, "GET /v1/currencies")
    expect(live.text).toMatch(/^\[\{"code":"ETH",[^[]*\}\]$/)
    const test = await call(sandbox, "GET /v1/currencies?is_test=true")
    expect(test.text).toBe("[]")
  })
})

it("is not served by default", async () => {
  const closed = await startSandbox()
  expect(closed.controlUrl).toBeUndefined()
  expect((await call(closed, "GET /control")).status).toBe(404)
  expect((await call(closed, "GET /control/payments")).status).toBe(404)
  await closed.close()
})

it("serves a page", async () => {
  const answer = await call(sandbox, "GET /control")
  expect(`${sandbox.url}/control`).toBe(sandbox.controlUrl)
  expect(answer.text).toContain("Sandbox control")
})
