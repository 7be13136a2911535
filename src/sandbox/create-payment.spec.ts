import { call } from "./fixtures"
import { type Sandbox, startSandbox } from "./index"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const widget = { amount: 19.9, currency: "EUR", external_id: "w" }
const h2h = { ...widget, target_currency: "USDT_TRC20" }

describe("creating a hosted payment", () => {
  it("returns id, status created and the URL of its checkout page", async () => {
    const { status, json } = await call(sandbox, "POST /v1/payments/widget", {
      ...widget,
      external_id: "shape",
    })
    expect(status).toBe(200)
    expect(json).toEqual({
      id: expect.stringMatching(/^[A-Za-z0-9]{22}$/),
      external_id: "shape",
      status: "created",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      is_test: false,
      url: `${sandbox.url}/pay/${String(json.id)}`,
    })
  })

  it.each([
    ["98.90", "98.90"],
    ["1234567.89", "1234567.89"],
    ["0.1", "0.1"],
    ["90071992547409931.01", "90071992547409931.01"],
    ["1.5e3", "1500"],
    ["25E-1", "2.5"],
  ])("keeps the digits of the amount %s", async (sent, kept) => {
    const body = `{"amount":${sent},"currency":"EUR","external_id":"digits ${sent}","metadata":{"products":[{"name":"a","price":1,"quantity":1}],"amount":7}}`
    const created = await call(sandbox, "POST /v1/payments/widget", body)
    expect(created.status).toBe(200)
    const { json } = await call(
      sandbox,
      `GET /v1/payments/${String(created.json.id)}`
    )
    expect(json.original_amount).toBe(kept)
  })

  it.each(["1e999", "-1e3", "0e5", `1.${"1".repeat(41)}`, "1".repeat(41)])(
    "rejects the amount %s",
    async (sent) => {
      const body = `{"amount":${sent},"currency":"EUR","external_id":"amount"}`
      const { status, json } = await call(
        sandbox,
        "POST /v1/payments/widget",
        body
      )
      expect([status, json.code]).toEqual([400, "VALIDATION_ERROR"])
    }
  )

  it("is a test payment only when is_test says so", async () => {
    const { json } = await call(sandbox, "POST /v1/payments/widget", {
      ...widget,
      external_id: "test",
      is_test: true,
    })
    expect(json.is_test).toBe(true)
  })

  it.each([
    ["amount", { amount: "19.90" }],
    ["amount", { amount: 0 }],
    ["amount", { amount: -1 }],
    ["amount", { amount: undefined }],
    ["currency", { currency: "eur" }],
    ["currency", { currency: undefined }],
    ["external_id", { external_id: "" }],
    ["external_id", { external_id: "x".repeat(256) }],
    ["external_id", { external_id: 7 }],
    ["callback_url", { callback_url: "/relative" }],
    ["success_url", { success_url: "javascript:alert(1)" }],
    ["fail_url", { fail_url: "nonsense" }],
    ["fee_payer", { fee_payer: "merchant" }],
    ["is_test", { is_test: "true" }],
    ["metadata.description", { metadata: { description: "x".repeat(129) } }],
  ])("rejects a wrong %s and names it: %j", async (field, change) => {
    const { status, json } = await call(sandbox, "POST /v1/payments/widget", {
      ...widget,
      external_id: "invalid",
      ...change,
    })
    expect(status).toBe(400)
    expect(json.code).toBe("VALIDATION_ERROR")
    expect(json.message).toMatch(new RegExp(`^${field}: `))
  })

  it.each(["callback_url", "success_url", "fail_url"])(
    "rejects a line break in %s, which no redirect could carry",
    async (field) => {
      const { status, json } = await call(sandbox, "POST /v1/payments/widget", {
        amount: 1,
        currency: "EUR",
        external_id: "broken-url",
        [field]: "http://shop.example/\r\nset-cookie: a=b",
      })
      expect([status, json.code]).toEqual([400, "VALIDATION_ERROR"])
      expect(json.message).toContain(field)
    }
  )

  it("rejects a body larger than 1 MiB", async () => {
    const { status, json } = await call(
      sandbox,
      "POST /v1/payments/widget",
      JSON.stringify({ filling: "x".repeat(1_048_576) })
    )
    expect([status, json.message]).toEqual([400, "body: too large"])
  })

  it.each(["", "[]", "null", "{", '{"amount":1,}'])(
    "rejects the body %j",
    async (body) => {
      const answer = await call(sandbox, "POST /v1/payments/widget", body)
      expect(answer.status).toBe(400)
      expect(answer.json).toMatchObject({
        code: "VALIDATION_ERROR",
        message: expect.stringMatching(/^body: /),
      })
    }
  )

  it("accepts only the priced currencies it was started with", async () => {
    const strict = await startSandbox({ pricedCurrencies: ["USD", "EUR"] })
    const answer = await call(strict, "POST /v1/payments/widget", {
      ...widget,
      currency: "GBP",
    })
    expect(answer.status).toBe(400)
    expect(answer.json.message).toBe(
      "currency: GBP is not a supported currency"
    )
    await strict.close()
  })
})

describe("creating an inline payment", () => {
  it("returns address and crypto amount at once", async () => {
    const { status, json } = await call(sandbox, "POST /v1/payments/h2h", {
      ...h2h,
      external_id: "h2h shape",
    })
    expect(status).toBe(200)
    expect(json).toEqual({
      id: expect.stringMatching(/^.{22}$/),
      external_id: "h2h shape",
      status: "pending",
      created_at: expect.any(String),
      is_test: false,
      wallet_address: expect.stringMatching(/^T[1-9A-HJ-NP-Za-km-z]{33}$/),
      amount: "21.492",
      currency: "USDT_TRC20",
    })
  })

  it("uses one address per merchant and coin, and trace amounts to tell payments apart", async () => {
    const two = await Promise.all(
      ["t1", "t2"].map((external_id) =>
        call(sandbox, "POST /v1/payments/h2h", {
          ...h2h,
          external_id,
          target_currency: "ETH",
          auto_trace: true,
        })
      )
    )
    const [first, second] = two.map(({ json }) => json)
    expect(first?.wallet_address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(second?.wallet_address).toBe(first?.wallet_address)
    expect(second?.amount).not.toBe(first?.amount)
    const plain = 0.0085968
    expect(Number(first?.amount)).toBeGreaterThan(plain)
    expect(Number(first?.amount)).toBeLessThan(plain + 0.0001)
  })

  it("adds the fee for the buyer only when fee_payer is payer", async () => {
    const { json } = await call(sandbox, "POST /v1/payments/h2h", {
      ...h2h,
      external_id: "fee",
      currency: "USD",
      amount: 100,
      fee_payer: "payer",
    })
    expect(json.amount).toBe("101")
  })

  it("distinguishes a coin without a wallet from an unknown coin", async () => {
    const noWallet = await call(sandbox, "POST /v1/payments/h2h", {
      ...h2h,
      external_id: "doge",
      target_currency: "DOGE",
    })
    expect(noWallet.status).toBe(400)
    expect(noWallet.json.code).toBe("WALLET_NOT_FOUND")
    const unknown = await call(sandbox, "POST /v1/payments/h2h", {
      ...h2h,
      external_id: "nope",
      target_currency: "NOPE",
    })
    expect(unknown.status).toBe(404)
    expect(unknown.json.code).toBe("CURRENCY_NOT_FOUND")
  })

  it("accepts test coins for test payments only", async () => {
    const test = { ...h2h, is_test: true }
    const live = await call(sandbox, "POST /v1/payments/h2h", {
      ...test,
      external_id: "family",
    })
    expect(live.json).toMatchObject({
      code: "WALLET_NOT_FOUND",
      message: "no active wallet for USDT_TRC20 in test payments",
    })
    const right = await call(sandbox, "POST /v1/payments/h2h", {
      ...test,
      external_id: "family",
      target_currency: "USDT_TRC20_TEST",
    })
    expect(right.json.is_test).toBe(true)
  })
})
