import { call, makeWidget, post } from "./fixtures"
import { type Receiver, settledDeliveries, startReceiver } from "./fixtures"
import { type Sandbox, type SandboxOptions, startSandbox } from "./index"

let sandbox: Sandbox
let shop: Receiver

async function start(options: SandboxOptions = {}): Promise<void> {
  sandbox = await startSandbox({ control: true, ...options })
}

beforeEach(async () => {
  shop = await startReceiver()
})
afterEach(async () => {
  await sandbox.close()
  await shop.close()
})

const order = { amount: 19.9, currency: "EUR", external_id: "order" }

const create = (flow: string, fields: Record<string, unknown> = {}) =>
  call(sandbox, `POST /v1/payments/${flow}`, {
    ...order,
    ...(flow === "h2h" && { target_currency: "USDT_TRC20" }),
    ...fields,
  })

const act = (id: unknown, action: string, body?: object) =>
  call(sandbox, `POST /control/payments/${String(id)}/${action}`, body)

const COMMON = ["created_at", "external_id", "id", "is_test", "status"]
const FIELDS: Record<string, string[]> = {
  widget: [...COMMON, "url"],
  h2h: [...COMMON, "amount", "currency", "wallet_address"].sort(),
}

describe("a repeated creation", () => {
  beforeEach(() => start())

  it.each([
    ["widget", "pay", "confirmed"],
    ["widget", "expire", "expired"],
    ["h2h", "pay", "confirmed"],
    ["h2h", "fail", "failed"],
    ["h2h", "expire", "expired"],
  ])(
    "of a %s payment is complete, also after %s",
    async (flow, action, status) => {
      const first = await create(flow)
      expect(first.status).toBe(200)
      expect(Object.keys(first.json).sort()).toEqual(FIELDS[flow])
      await act(first.json.id, action)
      const again = await create(flow)
      expect(again.status).toBe(200)
      expect(again.json).toEqual({ ...first.json, status })
    }
  )

  it("names what is due, although another amount arrived", async () => {
    const { json } = await create("h2h")
    await act(json.id, "pay", { kind: "over" })
    expect((await create("h2h")).json).toEqual({
      ...json,
      status: "confirmed",
      amount: "21.492",
    })
  })

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

describe("reads and the list", () => {
  it("have the same fields, and no url", async () => {
    await start()
    const id = await makeWidget(sandbox)
    const read = await call(sandbox, `GET /v1/payments/${id}`)
    expect(read.json).not.toHaveProperty("url")
    const list = await call(sandbox, "GET /v1/payments")
    expect(list.json.items).toEqual([read.json])
  })

  it("have no url of an inline payment, also with contractOnly", async () => {
    await start({ contractOnly: true })
    const { json } = await create("h2h")
    const read = await call(sandbox, `GET /v1/payments/${String(json.id)}`)
    expect(read.json).not.toHaveProperty("url")
  })
})

describe("a creation", () => {
  beforeEach(() => start())

  it("is priced in USD or EUR", async () => {
    for (const currency of ["USD", "EUR"]) {
      const { status } = await create("widget", {
        currency,
        external_id: currency,
      })
      expect(status).toBe(200)
    }
    expect((await create("widget", { currency: "PLN" })).json).toEqual({
      code: "VALIDATION_ERROR",
      message: "currency: PLN is not a supported currency",
    })
  })

  const browser = {
    userAgent: "Mozilla/5.0",
    language: "en-US",
    screenHeight: 900,
    screenWidth: 1440,
    windowHeight: 558,
    windowWidth: 1440,
  }

  it.each([
    ["widget", { metadata: { products: [{ name: "Mug", price: 4.5 }] } }],
    ["h2h", { client_ip: "192.0.2.1", browser }],
    ["h2h", { browser: {} }],
    // Only H2H has these fields.
    ["widget", { client_ip: 7, browser: 7 }],
  ])("on %s takes %j", async (flow, fields) => {
    expect((await create(flow, fields)).status).toBe(200)
  })

  const product = { name: "Mug", price: 4.5, quantity: 1 }

  it.each([
    ["widget", "metadata.products.0.price", [{ ...product, price: "4.50" }]],
    ["h2h", "metadata.products.0.quantity", [{ ...product, quantity: "1" }]],
    ["h2h", "metadata.products.0.name", [{ price: 4.5 }]],
  ])("on %s rejects %s of %j", async (flow, field, products) => {
    const { status, json } = await create(flow, { metadata: { products } })
    expect([status, json.code]).toEqual([400, "VALIDATION_ERROR"])
    expect(json.message).toContain(`${field}: `)
  })

  it.each([
    ["client_ip", 7],
    ["browser", "Mozilla/5.0"],
    ["browser.userAgent", { userAgent: 5 }],
    ["browser.windowWidth", { windowWidth: "1440" }],
    // PHP encodes an empty array like this, and the documents say object.
    ["browser", []],
    ["metadata", []],
    ["metadata.callback_params", { callback_params: [] }],
  ])("on h2h rejects %s as %j", async (field, value) => {
    const [name] = field.split(".")
    const { status, json } = await create("h2h", { [name]: value })
    expect([status, json.code]).toEqual([400, "VALIDATION_ERROR"])
    expect(json.message).toMatch(new RegExp(`^${field}: `))
  })

  it("rejects a body of [] with the reason", async () => {
    const { status, json } = await call(
      sandbox,
      "POST /v1/payments/widget",
      "[]"
    )
    expect([status, json.code]).toEqual([400, "VALIDATION_ERROR"])
    expect(json.message).toMatch(/^body: .*object/)
  })
})

describe("callback_params", () => {
  const callback_params = { order_id: "1&2", list: [1], a: "own" }

  async function announce(metadata: object, options?: SandboxOptions) {
    await start(options)
    const callback_url = `${shop.url}?a=given`
    const id = await makeWidget(sandbox, { callback_url, metadata })
    await act(id, "pay")
    await shop.until(1)
    const [{ url, body }] = await settledDeliveries(sandbox)
    const fields: Record<string, unknown> = JSON.parse(body)
    return { url: url.replace(shop.url, ""), fields }
  }

  it("reach the query of the callback_url", async () => {
    const { url, fields } = await announce({ callback_params })
    expect(url).toBe("?a=given&order_id=1%262&list=%5B1%5D&a=own")
    expect(fields).not.toHaveProperty("callback_params")
  })

  it("are dropped with contractOnly", async () => {
    const contractOnly = { contractOnly: true }
    const { url } = await announce({ callback_params }, contractOnly)
    expect(url).toBe("?a=given")
  })

  it("change nothing where there are none", async () => {
    expect((await announce({})).url).toBe("?a=given")
  })
})

describe("the published codes of coins", () => {
  beforeEach(() => start({ coins: "published" }))

  const currencies = async (query: string) =>
    (await call(sandbox, `GET /v1/currencies${query}`)).text

  it("are the same on both networks, which only the list tells apart", async () => {
    const coin = (code: string, name: string, is_testnet: boolean) =>
      expect.objectContaining({ code, blockchain: { name, is_testnet } })
    const live: unknown = JSON.parse(await currencies("?is_test=false"))
    expect(live).toEqual(
      expect.arrayContaining([
        coin("USDT", "Tron", false),
        coin("ETH", "Ethereum", false),
      ])
    )
    const test: unknown = JSON.parse(await currencies("?is_test=true"))
    expect(test).toEqual(
      expect.arrayContaining([
        coin("USDT", "Tron Nile", true),
        coin("ETH", "Ethereum Sepolia", true),
      ])
    )
    expect(await currencies("")).not.toContain("DOGE")
  })

  it.each([
    [true, "Tron Nile"],
    [false, "Tron"],
  ])("with is_test %j are paid on %s", async (is_test, network) => {
    const { json } = await create("h2h", { target_currency: "USDT", is_test })
    expect(json).toMatchObject({ currency: "USDT", is_test, status: "pending" })
    const page = await call(sandbox, `GET /pay/${String(json.id)}`)
    expect(page.text).toContain(`>To this address on ${network}</dt>`)
    await post(sandbox, `/pay/${String(json.id)}/send`)
    const read = await call(sandbox, `GET /v1/payments/${String(json.id)}`)
    expect(read.json).toMatchObject({ status: "confirmed", currency: "USDT" })
  })

  it("distinguish a coin without a wallet from an unknown coin", async () => {
    const codes = ["DOGE", "USDT_TRC20"].map(async (target_currency) => {
      const { json } = await create("h2h", { target_currency })
      return json.code
    })
    expect(await Promise.all(codes)).toEqual([
      "WALLET_NOT_FOUND",
      "CURRENCY_NOT_FOUND",
    ])
  })
})
