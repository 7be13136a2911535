import { call, makeWidget, post, statusOf } from "./fixtures"
import { type Sandbox, startSandbox } from "./index"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

describe("reading a payment", () => {
  it("shows crypto amount, coin and address once a coin is picked", async () => {
    const id = await makeWidget(sandbox)
    const before = await call(sandbox, `GET /v1/payments/${id}`)
    expect(before.json).not.toHaveProperty("wallet_address")
    await post(sandbox, `/pay/${id}/coin`, { currency: "USDC_POLYGON" })
    const after = await call(sandbox, `GET /v1/payments/${id}`)
    expect(after.json).toMatchObject({
      status: "pending",
      currency: "USDC_POLYGON",
      amount: "21.492",
      wallet_address: expect.stringMatching(/^0x/),
      original_amount: "19.9",
      original_currency: "EUR",
      callback_url: null,
    })
  })

  it("hides them again when the payment expires", async () => {
    const id = await makeWidget(sandbox)
    await post(sandbox, `/pay/${id}/coin`, { currency: "ETH" })
    await call(sandbox, `DELETE /v1/payments/${id}`)
    const { json } = await call(sandbox, `GET /v1/payments/${id}`)
    expect(json.status).toBe("expired")
    expect(json).not.toHaveProperty("amount")
    expect(json).not.toHaveProperty("currency")
    expect(json).not.toHaveProperty("wallet_address")
  })

  it("responds with 404 PAYMENT_NOT_FOUND for an unknown id", async () => {
    const { status, json } = await call(sandbox, "GET /v1/payments/nothing")
    expect(status).toBe(404)
    expect(json.code).toBe("PAYMENT_NOT_FOUND")
  })

  it("does not show one merchant's payment to another", async () => {
    const shops = await startSandbox({
      merchants: ["a", "b"].map((id) => ({
        id,
        api_key: `key-${id}`,
        webhook_secret: "s",
      })),
    })
    const id = await makeWidget(shops, { external_id: "mine" })
    const headers = { "x-merchant-id": "b", "x-api-key": "key-b" }
    const read = `GET /v1/payments/${id}`
    expect((await call(shops, read, undefined, headers)).status).toBe(404)
    const body = { amount: 1, currency: "USD", external_id: "mine" }
    const own = await call(shops, "POST /v1/payments/widget", body, headers)
    expect(own.status).toBe(200)
    await shops.close()
  })
})

describe("expiring", () => {
  it("responds to DELETE with the expired payment, also when repeated", async () => {
    const id = await makeWidget(sandbox, { external_id: "gone" })
    const first = await call(sandbox, `DELETE /v1/payments/${id}`)
    expect(first.status).toBe(200)
    expect(first.json).toEqual({
      id,
      external_id: "gone",
      status: "expired",
      created_at: expect.any(String),
    })
    const second = await call(sandbox, `DELETE /v1/payments/${id}`)
    expect(second.json).toEqual(first.json)
  })

  it("does not expire a paid payment", async () => {
    const id = await makeWidget(sandbox)
    await post(sandbox, `/pay/${id}/coin`, { currency: "ETH" })
    await post(sandbox, `/pay/${id}/send`)
    const { status, json } = await call(sandbox, `DELETE /v1/payments/${id}`)
    expect(status).toBe(400)
    expect(json.message).toBe("payment is confirmed")
    expect(await statusOf(sandbox, id)).toBe("confirmed")
  })

  it("happens by itself when the countdown ends", async () => {
    const hasty = await startSandbox({ countdownSeconds: 0.05 })
    const id = await makeWidget(hasty)
    while ((await statusOf(hasty, id)) === "created") {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    expect(await statusOf(hasty, id)).toBe("expired")
    await hasty.close()
  })
})

describe("listing", () => {
  it("pages through the payments, newest first", async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) {
      ids.unshift(await makeWidget(sandbox))
    }
    const listed = async (query: string) => {
      const { json } = await call(sandbox, `GET /v1/payments${query}`)
      expect(json.total).toBe(5)
      return Array.isArray(json.items)
        ? json.items.map((item: { id: string }) => item.id)
        : null
    }
    expect(await listed("")).toEqual(ids)
    expect(await listed("?limit=2")).toEqual(ids.slice(0, 2))
    expect(await listed("?limit=2&offset=3")).toEqual(ids.slice(3))
    expect(await listed("?limit=2&offset=4")).toEqual(ids.slice(4))
    expect(await listed("?offset=9")).toEqual([])
  })

  it("returns limit and offset, by default 20 and 0", async () => {
    const { json } = await call(sandbox, "GET /v1/payments")
    expect(json).toEqual({ items: [], total: 0, limit: 20, offset: 0 })
  })

  it.each(["limit=0", "limit=101", "limit=x", "offset=-1", "limit="])(
    "rejects %s and names the parameter",
    async (query) => {
      const { status, json } = await call(sandbox, `GET /v1/payments?${query}`)
      expect(status).toBe(400)
      expect(json.message).toMatch(
        new RegExp(`^${query.split("=")[0] ?? ""}: `)
      )
    }
  )
})

describe("currencies and merchant", () => {
  it("lists the coins with a wallet, filtered by is_test", async () => {
    const codes = async (query: string) => {
      const { text } = await call(sandbox, `GET /v1/currencies${query}`)
      return [...text.matchAll(/"code":"(\w+)"/g)].map(([, code]) => code)
    }
    const live = await codes("?is_test=false")
    const test = await codes("?is_test=true")
    expect(live).toContain("USDT_TRC20")
    expect(live).not.toContain("DOGE")
    expect(test).toContain("USDT_TRC20_TEST")
    expect(await codes("")).toEqual([...live, ...test])
  })

  it("shows the merchant", async () => {
    const { json } = await call(sandbox, "GET /v1/merchants")
    expect(json).toEqual({
      id: sandbox.merchantId,
      name: "Sandbox shop",
      balance: expect.stringMatching(/^\d+\.\d\d$/),
      created_at: expect.any(String),
    })
  })

  it.each(["/merchants", "/v2/merchants", "/v1/v1/merchants"])(
    "has no endpoint but under /v1: not %s",
    async (path) => {
      expect((await call(sandbox, `GET ${path}`)).status).toBe(404)
    }
  )

  it("responds with 404 for an unknown path", async () => {
    expect((await call(sandbox, "GET /v1/invoices")).status).toBe(404)
  })
})

describe("with nothing but the contract", () => {
  let plain: Sandbox
  beforeEach(async () => {
    plain = await startSandbox({ contractOnly: true })
  })
  afterEach(() => plain.close())

  it("reads without the fields the contract does not have", async () => {
    const id = await makeWidget(plain)
    const { json } = await call(plain, `GET /v1/payments/${id}`)
    expect(Object.keys(json).sort()).toEqual(
      ["created_at", "external_id", "id", "is_test", "status", "url"].sort()
    )
  })

  it("creates with 201, repeats with 200, and prices in any currency", async () => {
    const body = { amount: 1, currency: "PLN", external_id: "x" }
    const create = () => call(plain, "POST /v1/payments/widget", body)
    const first = await create()
    const again = await create()
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.json).toEqual(first.json)
  })

  it("repeats with the fields of the payment's status", async () => {
    const body = { amount: 1, currency: "USD", external_id: "x" }
    const create = () => call(plain, "POST /v1/payments/widget", body)
    const { json } = await create()
    await post(plain, `/pay/${String(json.id)}/coin`, { currency: "ETH" })
    await post(plain, `/pay/${String(json.id)}/send`)
    const again = await create()
    expect(again.json).toMatchObject({ ...json, status: "confirmed" })
    expect(again.json).toMatchObject({ currency: "ETH", amount: "0.0004" })
  })

  it("cannot expire", async () => {
    const id = await makeWidget(plain)
    expect((await call(plain, `DELETE /v1/payments/${id}`)).status).toBe(404)
    expect(await statusOf(plain, id)).toBe("created")
  })

  it("writes blockchain as a string and does not filter the currencies", async () => {
    const all = await call(plain, "GET /v1/currencies")
    const filtered = await call(plain, "GET /v1/currencies?is_test=true")
    expect(filtered.text).toBe(all.text)
    expect(all.text).toContain('"blockchain":"Tron"')
  })

  it("ignores is_test on an inline payment", async () => {
    const { json } = await call(plain, "POST /v1/payments/h2h", {
      amount: 1,
      currency: "USD",
      external_id: "x",
      target_currency: "ETH",
      is_test: true,
    })
    expect(json.is_test).toBe(false)
  })

  it("lists oldest first, without id and status", async () => {
    await makeWidget(plain, { external_id: "first" })
    await makeWidget(plain, { external_id: "second" })
    const { json } = await call(plain, "GET /v1/payments")
    expect(json.items).toEqual([
      { external_id: "first", created_at: expect.any(String), is_test: false },
      { external_id: "second", created_at: expect.any(String), is_test: false },
    ])
  })

  it("sends errors with an empty body", async () => {
    const { status, text } = await call(plain, "GET /v1/payments/x")
    expect([status, text]).toEqual([404, ""])
  })
})
