import { generateKeyPairSync, sign } from "node:crypto"
import { call, makeWidget, post, statusOf } from "./fixtures"
import { type Sandbox, type SandboxOptions, startSandbox } from "./index"
import { rawNumber } from "./merchant-api"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox({ control: true })
})
afterEach(() => sandbox.close())

async function restart(options: SandboxOptions): Promise<void> {
  await sandbox.close()
  sandbox = await startSandbox({ control: true, ...options })
}

const create = (flow: string, fields: Record<string, unknown> = {}) =>
  call(sandbox, `POST /v1/payments/${flow}`, {
    amount: 19.9,
    currency: "EUR",
    external_id: "order",
    ...(flow === "h2h" && { target_currency: "USDT_TRC20" }),
    ...fields,
  })
const read = async (id: unknown) =>
  (await call(sandbox, `GET /v1/payments/${String(id)}`)).json
const act = (id: unknown, action: string, body?: object) =>
  call(sandbox, `POST /control/payments/${String(id)}/${action}`, body)

describe("a merchant", () => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
  })
  const public_key = String(publicKey.export({ type: "spki", format: "pem" }))
  const as = (id: string, credential: object, line: string, body?: object) =>
    call(sandbox, line, body, { "x-merchant-id": id, ...credential })

  beforeEach(() =>
    restart({
      merchants: [
        { id: "a", webhook_secret: "s", api_key: ["old", "new"], public_key },
        { id: "b", webhook_secret: "s", api_key: "other" },
      ],
    })
  )

  it("signs in with any key that is valid during a rotation, or a signature in either case", async () => {
    const statusFor = async (id: string, credential: object) =>
      (await as(id, credential, "GET /v1/merchants")).status
    const text = Buffer.from("GET/v1/merchants")
    const hex = sign("RSA-SHA256", text, privateKey).toString("hex")
    for (const credential of [
      { "x-sign": hex },
      { "x-sign": hex.toUpperCase() },
      { "x-api-key": "old" },
      { "x-api-key": "new" },
    ]) {
      expect(await statusFor("a", credential)).toBe(200)
    }
    expect(await statusFor("b", { "x-sign": hex })).toBe(401)
    await call(sandbox, "POST /control/merchants/a", { rotate_key: true })
    expect(await statusFor("a", { "x-api-key": "new" })).toBe(401)
  })

  it("reads and lists no payment of another, and shares no external_id with it", async () => {
    const id = await makeWidget(sandbox, { external_id: "mine" })
    const other = (line: string, body?: object) =>
      as("b", { "x-api-key": "other" }, line, body)
    expect((await other(`GET /v1/payments/${id}`)).status).toBe(404)
    expect((await other("GET /v1/payments")).json.total).toBe(0)
    const body = { amount: 1, currency: "USD", external_id: "mine" }
    expect((await other("POST /v1/payments/widget", body)).status).toBe(200)
  })
})

describe("the amount of a creation", () => {
  it.each([
    ["98.90", "98.90"],
    ["0.1", "0.1"],
    ["90071992547409931.01", "90071992547409931.01"],
    ["1.5e3", "1500"],
    ["25E-1", "2.5"],
  ])("%s keeps its digits", async (sent, kept) => {
    const body = `{"amount":${sent},"currency":"EUR","external_id":"a","metadata":{"products":[{"name":"a","price":1,"quantity":1}],"amount":7}}`
    const { json } = await call(sandbox, "POST /v1/payments/widget", body)
    expect(await read(json.id)).toMatchObject({ original_amount: kept })
  })

  it.each(["0", "-1", "1e999", "0e5", `1.${"1".repeat(41)}`, "1".repeat(41)])(
    "is not %s",
    async (sent) => {
      const body = `{"amount":${sent},"currency":"EUR","external_id":"amount"}`
      const answer = await call(sandbox, "POST /v1/payments/widget", body)
      expect(answer).toMatchObject({
        status: 400,
        json: { code: "VALIDATION_ERROR" },
      })
    }
  )

  it("is the same with a zero at its end", async () => {
    const id = await makeWidget(sandbox, { external_id: "zero", amount: 5.5 })
    const again = '{"external_id":"zero","currency":"EUR","amount":5.50}'
    const { json } = await call(sandbox, "POST /v1/payments/widget", again)
    expect(json.id).toBe(id)
  })

  it.each([
    ['{"amount":1,"amount":2.50}', "2.50"],
    ['{"amount":1,"amount":"x"}', null],
    ['{"\\u0061mount":-1E5}', "-1E5"],
    ['{"a":{"amount":1}}', null],
    ['{"x":["\\"amount\\":1"],"amount": 0.10 ,"y":"\\"amount\\":2"}', "0.10"],
    ['["amount",1]', null],
    ['{"amount":[1]}', null],
  ])("of %s is %s", (json, expected) => {
    expect(rawNumber(json, "amount")).toBe(expected)
  })

  it.each([
    ["2500", "1"],
    ["0.01", "0.000004"],
    ["1.00000001", "0.00040001"],
    [
      "90071992547409931.000000000000000000000000000000000001",
      "36028797018963.97240001",
    ],
  ])("%s is rounded up to %s of the coin", async (price, due) => {
    const fields = `"currency":"USD","external_id":"a","target_currency":"ETH"`
    const body = `{"amount":${price},${fields}}`
    const { json } = await call(sandbox, "POST /v1/payments/h2h", body)
    expect(json.amount).toBe(due)
  })

  it("has one address per merchant and coin, a trace to tell payments apart, and the buyer's fee", async () => {
    const of = async (external_id: string, fields: object) =>
      (await create("h2h", { external_id, ...fields })).json
    const traced = { target_currency: "ETH", auto_trace: true }
    const first = await of("first", traced)
    const second = await of("second", traced)
    expect(first.wallet_address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(second.wallet_address).toBe(first.wallet_address)
    expect(second.amount).not.toBe(first.amount)
    expect(Number(first.amount)).toBeGreaterThan(0.0085968)
    expect(Number(first.amount)).toBeLessThan(0.0085968 + 0.0001)
    const fee = { currency: "USD", amount: 100, fee_payer: "payer" }
    const { amount, wallet_address } = await of("fee", fee)
    expect(amount).toBe("101")
    expect(wallet_address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
  })
})

describe("a creation", () => {
  const browser = { userAgent: "Mozilla/5.0", windowWidth: 1440 }
  const product = { name: "Mug", price: 4.5, quantity: 1 }
  const products = (...changes: object[]) => ({
    metadata: { products: changes.map((each) => ({ ...product, ...each })) },
  })

  it.each([
    ["widget", { currency: "USD", metadata: { products: [product] } }],
    ["h2h", { client_ip: "192.0.2.1", browser }],
    ["h2h", { browser: {} }],
    // Only H2H has these fields.
    ["widget", { client_ip: 7, browser: 7 }],
  ])("on %s takes %j", async (flow, fields) => {
    expect((await create(flow, fields)).status).toBe(200)
  })

  it.each([
    ["widget", "currency", { currency: "eur" }],
    ["widget", "external_id", { external_id: "" }],
    ["widget", "external_id", { external_id: "x".repeat(256) }],
    ["widget", "callback_url", { callback_url: "/relative" }],
    ["widget", "success_url", { success_url: "javascript:alert(1)" }],
    ["widget", "fail_url", { fail_url: "http://shop.example/\r\nset: a=b" }],
    ["widget", "fee_payer", { fee_payer: "merchant" }],
    ["widget", "is_test", { is_test: "true" }],
    [
      "widget",
      "metadata.description",
      { metadata: { description: "x".repeat(129) } },
    ],
    ["widget", "metadata.products.0.price", products({ price: "4.50" })],
    ["h2h", "metadata.products.1.quantity", products({}, { quantity: "1" })],
    ["h2h", "metadata.products.0.name", products({ name: undefined })],
    ["h2h", "client_ip", { client_ip: 7 }],
    ["h2h", "browser.windowWidth", { browser: { windowWidth: "1440" } }],
    // PHP encodes an empty array like this, and the documents say object.
    ["h2h", "browser", { browser: [] }],
    ["h2h", "metadata", { metadata: [] }],
    ["h2h", "metadata.callback_params", { metadata: { callback_params: [] } }],
  ] as [string, string, object][])(
    "on %s rejects a wrong %s and names it: %j",
    async (flow, field, change) => {
      const { status, json } = await create(flow, { ...change })
      expect([status, json.code]).toEqual([400, "VALIDATION_ERROR"])
      expect(json.message).toMatch(new RegExp(`^${field}: `))
    }
  )

  it.each(["", "[]", "null", "{", `"${"x".repeat(1_048_576)}"`])(
    "rejects a body that is no JSON object of at most 1 MiB",
    async (body) => {
      const answer = await call(sandbox, "POST /v1/payments/widget", body)
      const message = expect.stringMatching(
        body.length < 9 ? /^body: (must|Invalid)/ : /^body: too large$/
      )
      const json = { code: "VALIDATION_ERROR", message }
      expect(answer).toMatchObject({ status: 400, json })
    }
  )

  it("is priced in USD or EUR, or what the sandbox was started with", async () => {
    const rejected = {
      code: "VALIDATION_ERROR",
      message: "currency: PLN is not a supported currency",
    }
    expect((await create("widget", { currency: "PLN" })).json).toEqual(rejected)
    await restart({ pricedCurrencies: ["PLN"] })
    expect((await create("widget", { currency: "PLN" })).status).toBe(200)
    expect((await create("widget", { currency: "EUR" })).status).toBe(400)
  })

  it("takes test coins for test payments only", async () => {
    const live = await create("h2h", { is_test: true })
    expect(live.json).toMatchObject({
      code: "WALLET_NOT_FOUND",
      message: "no active wallet for USDT_TRC20 in test payments",
    })
    const target_currency = "USDT_TRC20_TEST"
    const right = await create("h2h", { is_test: true, target_currency })
    expect(right.json.is_test).toBe(true)
  })
})

describe("a repeated creation", () => {
  const COMMON = ["created_at", "external_id", "id", "is_test", "status"]
  const FIELDS: Record<string, string[]> = {
    widget: [...COMMON, "url"],
    h2h: [...COMMON, "amount", "currency", "wallet_address"].sort(),
  }

  it.each([
    ["widget", "pay", "confirmed"],
    ["widget", "expire", "expired"],
    ["h2h", "pay", "confirmed"],
    ["h2h", "fail", "failed"],
    ["h2h", "expire", "expired"],
  ])(
    "of a %s payment is complete, also after %s",
    async (flow, action, status) => {
      const { json } = await create(flow)
      expect(json).toMatchObject({
        id: expect.stringMatching(/^[A-Za-z0-9]{22}$/),
        is_test: false,
      })
      expect(Object.keys(json).sort()).toEqual(FIELDS[flow])
      // What is due does not change, although another amount arrives.
      await act(json.id, action, action === "pay" ? { kind: "over" } : {})
      const again = await create(flow)
      expect(again.status).toBe(200)
      expect(again.json).toEqual({ ...json, status })
    }
  )

  it.each([
    ["widget", "h2h"],
    ["h2h", "widget"],
  ])("of a %s payment on %s has the fields of that call", async (...flows) => {
    const [first, second] = flows
    const { json } = await create(first)
    const again = await create(second)
    expect(again.json.id).toBe(json.id)
    expect(Object.keys(again.json).sort()).toEqual(FIELDS[second])
  })

  it("on h2h shows the coin that was chosen, not the one it asks for", async () => {
    const { json } = await create("widget")
    expect((await create("h2h")).json.currency).toBe("USDT_TRC20")
    await act(json.id, "coin", { currency: "ETH" })
    const again = await create("h2h", { target_currency: "NOPE" })
    expect(again.json).toMatchObject({ currency: "ETH", status: "pending" })
  })
})

describe("a payment", () => {
  it("shows crypto amount, coin and address from the choice of a coin until it expires", async () => {
    const id = await makeWidget(sandbox)
    const priced = {
      original_amount: "19.9",
      original_currency: "EUR",
      callback_url: null,
    }
    const hidden = async () =>
      expect(Object.keys(await read(id))).toEqual(
        expect.not.arrayContaining(["amount", "currency", "wallet_address"])
      )
    await hidden()
    await act(id, "coin", { currency: "USDC_POLYGON" })
    const json = await read(id)
    expect(json).toMatchObject({
      status: "pending",
      currency: "USDC_POLYGON",
      amount: "21.492",
      wallet_address: expect.stringMatching(/^0x/),
      ...priced,
    })
    expect(json).not.toHaveProperty("url")
    const list = await call(sandbox, "GET /v1/payments")
    expect(list.json.items).toEqual([json])
    await call(sandbox, `DELETE /v1/payments/${id}`)
    expect(await read(id)).toMatchObject({ status: "expired", ...priced })
    await hidden()
  })

  it("is expired by DELETE, repeated or not, unless it is paid", async () => {
    const id = await makeWidget(sandbox, { external_id: "gone" })
    const created_at = expect.any(String)
    const expired = { id, external_id: "gone", status: "expired", created_at }
    for (const _repeated of [1, 2]) {
      const answer = await call(sandbox, `DELETE /v1/payments/${id}`)
      expect([answer.status, answer.json]).toEqual([200, expired])
    }
    const paid = await makeWidget(sandbox)
    await act(paid, "pay")
    const answer = await call(sandbox, `DELETE /v1/payments/${paid}`)
    expect(answer).toMatchObject({
      status: 400,
      json: { message: "payment is confirmed" },
    })
    expect(await statusOf(sandbox, paid)).toBe("confirmed")
  })

  it("expires by itself when the countdown ends", async () => {
    await restart({ countdownSeconds: 0.05 })
    const id = await makeWidget(sandbox)
    while ((await statusOf(sandbox, id)) === "created") {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    expect(await statusOf(sandbox, id)).toBe("expired")
  })
})

describe("the lists", () => {
  it("page through the payments, newest first", async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) {
      ids.unshift(await makeWidget(sandbox))
    }
    const listed = async (query: string) => {
      const { json } = await call(sandbox, `GET /v1/payments${query}`)
      expect(json.total).toBe(5)
      return (json.items as { id: string }[]).map(({ id }) => id)
    }
    expect(await listed("")).toEqual(ids)
    expect(await listed("?limit=2&offset=3")).toEqual(ids.slice(3))
    expect(await listed("?limit=2&offset=4")).toEqual(ids.slice(4))
    expect(await listed("?offset=9")).toEqual([])
    for (const wrong of ["limit=0", "limit=101", "limit=", "offset=-1"]) {
      const answer = await call(sandbox, `GET /v1/payments?${wrong}`)
      expect(answer.status).toBe(400)
      const [name] = wrong.split("=")
      expect(answer.json.message).toMatch(new RegExp(`^${name}: `))
    }
  })

  it("have the coins with a wallet, filtered by is_test", async () => {
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

  it.each(["/merchants", "/v2/merchants", "/v1/v1/merchants", "/v1/invoices"])(
    "have no endpoint %s",
    async (path) => {
      expect((await call(sandbox, `GET ${path}`)).status).toBe(404)
    }
  )
})

describe("the published codes of coins", () => {
  beforeEach(() => restart({ coins: "published" }))

  it.each([
    [true, "Tron Nile"],
    [false, "Tron"],
  ])("with is_test %j are listed and paid on %s", async (is_test, network) => {
    const { text } = await call(
      sandbox,
      `GET /v1/currencies?is_test=${is_test}`
    )
    const blockchain = { name: network, is_testnet: is_test }
    expect(JSON.parse(text)).toEqual(
      expect.arrayContaining([{ code: "USDT", name: "Tether", blockchain }])
    )
    const { json } = await create("h2h", { target_currency: "USDT", is_test })
    expect(json).toMatchObject({ currency: "USDT", is_test, status: "pending" })
    const page = await call(sandbox, `GET /pay/${String(json.id)}`)
    expect(page.text).toContain(`>To this address on ${network}</dt>`)
    await post(sandbox, `/pay/${String(json.id)}/send`)
    const paid = { status: "confirmed", currency: "USDT" }
    expect(await read(json.id)).toMatchObject(paid)
  })
})
