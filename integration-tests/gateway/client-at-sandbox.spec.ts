import {
  GatewayClient,
  type GatewayClientOptions,
  type GatewayError,
  isGatewayError,
} from "../../src/gateway"
import { type Sandbox, startSandbox } from "../../src/sandbox"

let sandbox: Sandbox
let clients: GatewayClient[]

function clientWith(options: Partial<GatewayClientOptions> = {}) {
  const client = new GatewayClient({
    baseUrl: sandbox.url,
    merchantId: sandbox.merchantId,
    apiKey: sandbox.apiKey,
    retryBaseDelayMs: 1,
    ...options,
  })
  clients.push(client)
  return client
}

async function failure(call: Promise<unknown>): Promise<GatewayError> {
  try {
    await call
  } catch (error) {
    if (isGatewayError(error)) {
      return error
    }
    throw error
  }
  throw new Error("The call succeeded")
}

async function control(path: string, body?: unknown): Promise<void> {
  const answer = await fetch(`${sandbox.controlUrl}/${path}`, {
    method: "POST",
    body: JSON.stringify(body ?? {}),
  })
  expect(answer.status).toBe(200)
}

const request = (external_id: string) => ({
  amount: "19.90",
  currency: "EUR",
  external_id,
})

const inline = (external_id: string, target_currency: string) => ({
  ...request(external_id),
  target_currency,
})

describe.each([
  ["all that is published", false, "suffixed"],
  ["nothing but the contract", true, "suffixed"],
  ["the published codes of coins", false, "published"],
] as const)("the client at a sandbox with %s", (_, contractOnly, coins) => {
  beforeEach(async () => {
    clients = []
    sandbox = await startSandbox({ control: true, contractOnly, coins })
  })
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()))
    await sandbox.close()
  })

  it("creates, reads and lists payments of both flows", async () => {
    const client = clientWith()
    const hosted = await client.createWidgetPayment(request("hosted"))
    expect(hosted).toMatchObject({ status: "created", external_id: "hosted" })
    expect(hosted.url).toMatch(/^http/)
    const direct = await client.createH2hPayment(inline("direct", "ETH"))
    expect(direct).toMatchObject({ currency: "ETH", external_id: "direct" })
    expect(direct.wallet_address).toMatch(/^0x/)
    const read = await client.getPayment({ id: hosted.id })
    expect(read).toMatchObject({ id: hosted.id, status: "created" })
    expect(read.url).toBe(contractOnly ? hosted.url : undefined)
    const list = await client.listPayments()
    expect(list).toMatchObject({ total: 2, limit: 20, offset: 0 })
  })

  it.each(["hosted", "inline"])(
    "gets the same %s payment again, also once it is paid",
    async (flow) => {
      const client = clientWith()
      const create = () =>
        flow === "hosted"
          ? client.createWidgetPayment(request("again"))
          : client.createH2hPayment(inline("again", "ETH"))
      const first = await create()
      expect(await create()).toEqual(first)
      await control(`payments/${first.id}/pay`)
      expect(await create()).toMatchObject({ ...first, status: "confirmed" })
    }
  )

  it("reads back where it sends webhook and buyer", async () => {
    const client = clientWith()
    const urls = {
      callback_url: "https://shop.example/hook",
      success_url: "https://shop.example/thanks",
      fail_url: "https://shop.example/again",
    }
    const { id } = await client.createWidgetPayment({
      ...request("urls"),
      ...urls,
    })
    const { callback_url, success_url, fail_url } = await client.getPayment({
      id,
    })
    expect({ callback_url, success_url, fail_url }).toEqual(
      contractOnly ? {} : urls
    )
  })

  it("reads currencies and merchant", async () => {
    const client = clientWith()
    const coins = await client.listCurrencies({ is_test: false })
    expect(coins).toContainEqual(
      expect.objectContaining({ code: "ETH", blockchain: "Ethereum" })
    )
    expect(await client.getMerchant()).toMatchObject({
      id: sandbox.merchantId,
      balance: "100.00",
    })
  })

  it("gets one payment for one external_id when responses are lost", async () => {
    const client = clientWith()
    const fault = { kind: "cut", when: "after", count: 2 }
    await control("faults", { requests: [fault] })
    const { id } = await client.createWidgetPayment(request("lost"))
    const again = await client.createWidgetPayment(request("lost"))
    expect(again.id).toBe(id)
    expect((await client.listPayments()).total).toBe(1)
  })

  it("waits for a payment until it is paid", async () => {
    const client = clientWith()
    const { id } = await client.createWidgetPayment(request("awaited"))
    const waiting = client.waitForPayment({ id, firstDelayMs: 5 })
    await control(`payments/${id}/pay`)
    expect(await waiting).toMatchObject({
      status: "confirmed",
      wallet_address: expect.any(String),
    })
  })

  it("expires a payment, or returns that the gateway cannot", async () => {
    const client = clientWith()
    const { id } = await client.createWidgetPayment(request("over"))
    expect(await client.expirePayment({ id })).toMatchObject(
      contractOnly ? { expired: false, reason: "not_found" } : { expired: true }
    )
  })

  it.each([
    ["MERCHANT_NOT_FOUND", "authentication", 401],
    ["INVALID_CREDENTIALS", "authentication", 401],
    ["PAYMENT_ALREADY_EXISTS", "validation", 400],
    ["WALLET_NOT_FOUND", "validation", 400],
    ["VALIDATION_ERROR", "validation", 400],
    ["PAYMENT_NOT_FOUND", "not_found", 404],
    ["CURRENCY_NOT_FOUND", "not_found", 404],
  ] as const)(
    "turns %s into an error of kind %s",
    async (code, kind, status) => {
      const client = clientWith()
      await client.createWidgetPayment(request("taken"))
      const provoke: Record<typeof code, () => Promise<unknown>> = {
        MERCHANT_NOT_FOUND: () =>
          clientWith({ merchantId: "stranger" }).getMerchant(),
        INVALID_CREDENTIALS: () => clientWith({ apiKey: "old" }).getMerchant(),
        PAYMENT_ALREADY_EXISTS: () =>
          client.createWidgetPayment({ ...request("taken"), amount: "20" }),
        WALLET_NOT_FOUND: () => client.createH2hPayment(inline("a", "DOGE")),
        VALIDATION_ERROR: () =>
          client.createWidgetPayment({ ...request("b"), currency: "euro" }),
        PAYMENT_NOT_FOUND: () => client.getPayment({ id: "unknown" }),
        CURRENCY_NOT_FOUND: () => client.createH2hPayment(inline("c", "XYZ")),
      }
      const error = await failure(provoke[code]())
      expect(error).toMatchObject({ kind, status, retryable: false })
      // The contract does not promise a body, so there may be no code.
      expect(error.code).toBe(contractOnly ? undefined : code)
    }
  )

  it("retries after 429 with and without Retry-After, and after 5xx", async () => {
    const client = clientWith({ maxAttempts: 4 })
    await control("faults", {
      requests: [
        { kind: "rate_limit" },
        { kind: "rate_limit", retry_after_seconds: 0 },
        { kind: "error", status: 502 },
      ],
    })
    expect(await client.getMerchant()).toMatchObject({ id: sandbox.merchantId })
  })

  it("returns the time to wait when 429 does not end", async () => {
    const client = clientWith({ maxAttempts: 1 })
    const limit = { kind: "rate_limit", retry_after_seconds: 7 }
    await control("faults", { requests: [limit, { kind: "rate_limit" }] })
    expect(await failure(client.getMerchant())).toMatchObject({
      kind: "rate_limited",
      status: 429,
      retryAfterSeconds: 7,
    })
    const silent = await failure(client.getMerchant())
    expect(silent).toMatchObject({ kind: "rate_limited", status: 429 })
    expect(silent).not.toHaveProperty("retryAfterSeconds")
  })
})

describe("walking the list while payments are made", () => {
  beforeEach(async () => {
    clients = []
    sandbox = await startSandbox()
  })
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()))
    await sandbox.close()
  })

  it("yields each payment that existed before exactly once", async () => {
    const client = clientWith()
    const before = new Set<string>()
    for (let n = 0; n < 60; n += 1) {
      before.add((await client.createWidgetPayment(request(`old-${n}`))).id)
    }
    const given: string[] = []
    for await (const { id } of client.iteratePayments({ pageSize: 7 })) {
      given.push(id)
      if (given.length % 5 === 0) {
        await client.createWidgetPayment(request(`new-${given.length}`))
      }
    }
    expect(new Set(given).size).toBe(given.length)
    expect(given.filter((id) => before.has(id))).toHaveLength(before.size)
  })
})
