import { createPublicKey, verify } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { creationBody, type GatewayClient } from "./client"
import type { Instrument } from "./client-options"
import {
  answer,
  closeServed,
  confirmedPayment,
  createdPayment,
  hangUp,
  type Received,
  serve,
  testKey,
} from "./fixtures"

afterEach(closeServed)

const { id, external_id } = createdPayment
const order = { amount: "19.90", currency: "EUR", external_id }
const ORDER_JSON = `"amount":19.90,"currency":"EUR","external_id":"${external_id}"`
const PAGE = { items: [], total: 0, limit: 20, offset: 0 }
const manifest = readFileSync(join(__dirname, "../../package.json"), "utf8")
const { version } = JSON.parse(manifest)
const MERCHANT = {
  id: "merchant-1",
  name: "Shop",
  balance: "0.00",
  created_at: "2026-01-15T12:00:00Z",
}
const ODD = { ...createdPayment, id: "a/b?c" }
const found = answer(200, createdPayment)

describe("the client of the Merchant API", () => {
  it.each<
    [string, object, (client: GatewayClient) => Promise<unknown>, object]
  >([
    [
      "creates a payment of the widget flow",
      createdPayment,
      (client) => client.createWidgetPayment({ ...order, success_url: "s" }),
      {
        method: "POST",
        url: "/v1/payments/widget",
        headers: {
          "x-merchant-id": "merchant-1",
          "x-api-key": "ct_test_key",
          "content-type": "application/json",
          "user-agent": `medusa-payment-crypto/${version} node/${process.versions.node}`,
        },
        body: `{${ORDER_JSON},"success_url":"s"}`,
      },
    ],
    [
      "creates a payment of the H2H flow",
      confirmedPayment,
      (client) => client.createH2hPayment({ ...order, target_currency: "ETH" }),
      {
        method: "POST",
        url: "/v1/payments/h2h",
        body: `{${ORDER_JSON},"target_currency":"ETH"}`,
      },
    ],
    [
      "reads a payment, with its id as one segment of the path",
      ODD,
      (client) => client.getPayment(ODD),
      { method: "GET", url: "/v1/payments/a%2Fb%3Fc", body: "" },
    ],
    [
      "reads the merchant",
      MERCHANT,
      (client) => client.getMerchant(),
      { method: "GET", url: "/v1/merchants" },
    ],
  ])("%s", async (_what, given, call, request) => {
    const { client, received } = await serve([answer(200, given)])
    expect(await call(client)).toEqual(given)
    expect(received).toMatchObject([request])
    expect("content-type" in received[0].headers).toBe(!!received[0]?.body)
  })

  it("sends only the page bounds and the is_test filter it was given", async () => {
    const coin = { code: "USDT_TRC20", name: "Tether" }
    const coins = answer(200, [{ ...coin, blockchain: { name: "Tron" } }])
    const page = answer(200, PAGE)
    const { client, received } = await serve([page, page, page, coins])
    await client.listPayments()
    await client.listPayments({ limit: 5 })
    await client.listPayments({ offset: 10, limit: 5 })
    expect(await client.listCurrencies({ is_test: true })).toEqual([
      { ...coin, blockchain: "Tron" },
    ])
    await client.listCurrencies({ is_test: false })
    await client.listCurrencies()
    expect(received.map(({ url }) => url)).toEqual([
      "/v1/payments",
      "/v1/payments?limit=5",
      "/v1/payments?limit=5&offset=10",
      "/v1/currencies?is_test=true",
      "/v1/currencies?is_test=false",
      "/v1/currencies",
    ])
  })

  it("signs what is really sent, and then sends no key", async () => {
    const { received, client } = await serve([found, answer(200, PAGE)], {
      privateKey: testKey("pkcs8"),
    })
    const metadata = { description: "Käse ☕" }
    await client.createWidgetPayment({ ...order, metadata })
    await client.listPayments({ limit: 1 })
    const [creation, list] = received
    expectSigned(creation, `POST/v1/payments/widget${creation?.body}`)
    expectSigned(list, 'GET/v1/payments{"limit":"1"}')
  })

  it("puts the path of the base URL before /v1, in what is sent and what is signed", async () => {
    const { url, received } = await serve([found])
    const { client } = await serve([answer(500)], {
      baseUrl: `${url}/gateway/`,
      privateKey: testKey("pkcs8"),
    })
    await client.getPayment({ id })
    expect(received[0]?.url).toBe(`/gateway/v1/payments/${id}`)
    expectSigned(received[0], `GET/gateway/v1/payments/${id}`)
  })

  it("rejects an invalid id, amount or page without sending it", async () => {
    const { client, received } = await serve([found])
    const calls: Promise<unknown>[] = [
      client.createWidgetPayment({ ...order, amount: "1e3" }),
      client.listPayments({ limit: -1 }),
      client.listPayments({ offset: 0.5 }),
      ...["", ".", ".."].map((wrong) => client.getPayment({ id: wrong })),
      ...["", ".", ".."].map((wrong) => client.expirePayment({ id: wrong })),
    ]
    const reason = { kind: "validation", retryable: false }
    expect(await Promise.allSettled(calls)).toMatchObject(
      calls.map(() => ({ status: "rejected", reason }))
    )
    expect(received).toEqual([])
  })

  it("does not take another payment's answer for this one's", async () => {
    const other = { ...createdPayment, id: "p2", external_id: "cart_2" }
    const { client } = await serve([answer(200, other)])
    const unexpected = { kind: "unexpected_answer", retryable: false }
    await expect(client.getPayment({ id })).rejects.toMatchObject(unexpected)
    await expect(client.createWidgetPayment(order)).rejects.toMatchObject(
      unexpected
    )
  })

  it("reuses its connections", async () => {
    const ports = new Set<number | undefined>()
    const { client } = await serve([
      (response, request) => {
        ports.add(response.req.socket.remotePort)
        found(response, request)
      },
    ])
    for (let call = 0; call < 10; call += 1) {
      await client.getPayment({ id })
    }
    // One, and a second that undici opens while the first comes to rest.
    expect(ports.size).toBeLessThanOrEqual(2)
  })

  it("finishes calls under way when closed, and rejects later ones", async () => {
    const { client, received } = await serve([found])
    const underWay = client.getPayment({ id })
    await Promise.all([client.close(), client.close()])
    expect(await underWay).toEqual(createdPayment)
    await expect(client.getPayment({ id })).rejects.toThrow("is closed")
    expect(received).toHaveLength(1)
  })

  it("reports each request to its instrument, retries included, without ids", async () => {
    const seen: string[] = []
    const instrument: Instrument = async ({ method, route }, send) => {
      const report = (outcome: unknown) =>
        seen.push(`${method} ${route} ${outcome}`)
      const sent = await send().catch((error: unknown) => {
        report("no answer")
        throw error
      })
      report(sent.status)
      return sent
    }
    const answers = [answer(503), found, found, answer(200, {}), answer(404)]
    const { client } = await serve([hangUp, ...answers], { instrument })
    await client.getPayment({ id })
    await client.createWidgetPayment(order)
    await client.expirePayment({ id })
    await client.listPayments({ limit: 5 }).catch(() => {})
    expect(seen).toEqual([
      "GET /v1/payments/{id} no answer",
      "GET /v1/payments/{id} 503",
      "GET /v1/payments/{id} 200",
      "POST /v1/payments/widget 200",
      "DELETE /v1/payments/{id} 200",
      "GET /v1/payments 404",
    ])
  })
})

describe("expiring a payment", () => {
  it("sends DELETE and returns that the payment is expired", async () => {
    const expired = { id, status: "expired" }
    const { client, received } = await serve([answer(200, expired)])
    const result = await client.expirePayment({ id })
    expect(result).toEqual({ expired: true, status: "expired" })
    expect(received).toMatchObject([
      { method: "DELETE", url: `/v1/payments/${id}`, body: "" },
    ])
  })

  it.each([
    [404, "not_found"],
    [405, "not_supported"],
    [501, "not_supported"],
  ])("returns %i as a result, not as an error", async (status, reason) => {
    const { client, received } = await serve([answer(status, "Cannot DELETE")])
    expect(await client.expirePayment({ id })).toEqual({
      expired: false,
      reason,
      message: `Could not expire the payment ${id}: the gateway responded with ${status}`,
    })
    expect(received).toHaveLength(1)
    const page = await serve([answer(status, "<html>")])
    const result = await page.client.expirePayment({ id })
    expect(result).toMatchObject({ expired: false, reason })
  })

  it.each([
    ["it is paid", { id, status: "confirmed" }, "confirmed"],
    ["nothing", "", undefined],
    ["no JSON", "Welcome", undefined],
    ["no status", { id }, undefined],
    ["a status of another type", { id, status: 1 }, undefined],
  ])("is not confirmed by %s", async (_what, body, status) => {
    const { client } = await serve([answer(200, body)])
    const result = { expired: false, reason: "not_confirmed", status }
    expect(await client.expirePayment({ id })).toMatchObject(result)
  })

  it.each([
    [400, "validation"],
    [401, "authentication"],
    [500, "server"],
  ])("fails on %i", async (status, kind) => {
    const { client } = await serve([answer(status)])
    await expect(client.expirePayment({ id })).rejects.toMatchObject({ kind })
  })
})

describe("the body of a creation", () => {
  const sent = { ...order, amount: 19.9 }
  const metadata = {
    description: "Tee ☕",
    products: [{ name: "Mug", price: 4.5 }],
  }

  const common = {
    metadata,
    fee_payer: "payer" as const,
    is_test: true,
    callback_url: "https://shop.example/hook",
  }
  const widget = {
    success_url: "https://shop.example/ok",
    fail_url: "https://shop.example/failed",
  }
  const h2h = {
    target_currency: "USDT_TRC20",
    auto_trace: true,
    client_ip: "192.0.2.1",
    browser: { userAgent: "Mozilla/5.0", windowWidth: 1440 },
  }

  it.each(Object.entries({ widget, h2h }) as ["widget" | "h2h", object][])(
    "holds the fields of the flow %s, and no others",
    (flow, own) => {
      const wider = { ...order, ...common, ...widget, ...h2h, session_id: "s" }
      const body = creationBody(flow, wider).toString("utf8")
      expect(JSON.parse(body)).toEqual({ ...sent, ...common, ...own })
    }
  )

  it("carries every plain decimal through unchanged, far beyond what a float keeps", () => {
    const amounts = fc
      .stringMatching(/^(0|[1-9]\d{0,39})(\.\d{1,40})?$/)
      .filter((amount) => /[1-9]/.test(amount))
    fc.assert(
      fc.property(amounts, (amount) => {
        const body = creationBody("widget", { ...order, amount }).toString()
        expect(/"amount":([^,]*),/.exec(body)?.[1]).toBe(amount)
        expect(JSON.parse(body).amount).toBe(Number(amount))
      })
    )
  })

  it.each([
    "0",
    "0.00",
    "",
    " ",
    "-1",
    "+1",
    "1e3",
    "1E-2",
    ".5",
    "5.",
    "05",
    "1,50",
    "1 000",
    "1_000",
    "NaN",
    "Infinity",
    "0x10",
    "19.90\n",
    '1,"is_test":true',
    "١٢",
  ])("rejects the amount %j", (amount) => {
    expect(() => creationBody("widget", { ...order, amount })).toThrow(
      expect.objectContaining({ name: "GatewayError", kind: "validation" })
    )
  })
})

function expectSigned(request: Received | undefined, signedText: string) {
  expect(request?.headers).not.toHaveProperty("x-api-key")
  const signature = request?.headers["x-sign"]
  expect(signature).toMatch(/^[0-9a-f]{512}$/)
  const bytes = Buffer.from(String(signature), "hex")
  const key = createPublicKey(testKey("public"))
  expect(verify("sha256", Buffer.from(signedText), key, bytes)).toBe(true)
}
