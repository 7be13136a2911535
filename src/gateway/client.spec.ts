import { createPublicKey, verify } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import {
  answer,
  closeServed,
  confirmedPayment,
  createdPayment,
  serve,
  testKey,
} from "./fixtures"

afterEach(closeServed)

const { id, external_id } = createdPayment
const order = { amount: "19.90", currency: "EUR", external_id }
const PAGE = { items: [], total: 0, limit: 20, offset: 0 }

describe("the client of the Merchant API", () => {
  it("creates a payment of the widget flow", async () => {
    const { client, received } = await serve([answer(201, createdPayment)])
    const payment = await client.createWidgetPayment({
      ...order,
      success_url: "https://shop.example/ok",
    })
    expect(payment).toEqual(createdPayment)
    expect(received).toMatchObject([
      {
        method: "POST",
        url: "/v1/payments/widget",
        headers: {
          "x-merchant-id": "merchant-1",
          "x-api-key": "ct_test_key",
          "content-type": "application/json",
        },
        body: `{"amount":19.90,"currency":"EUR","external_id":"${external_id}","success_url":"https://shop.example/ok"}`,
      },
    ])
  })

  it("names itself, its version and Node's in every request", async () => {
    const file = join(__dirname, "../../package.json")
    const { version } = JSON.parse(readFileSync(file, "utf8"))
    const { client, received } = await serve([answer(200, PAGE)])
    await client.listPayments()
    expect(received[0]?.headers["user-agent"]).toBe(
      `medusa-payment-crypto/${version} node/${process.versions.node}`
    )
  })

  it("creates a payment of the H2H flow", async () => {
    const { client, received } = await serve([answer(200, confirmedPayment)])
    const payment = await client.createH2hPayment({
      ...order,
      target_currency: "USDT_TRC20",
    })
    expect(payment).toEqual(confirmedPayment)
    expect(received).toMatchObject([
      {
        method: "POST",
        url: "/v1/payments/h2h",
        body: `{"amount":19.90,"currency":"EUR","external_id":"${external_id}","target_currency":"USDT_TRC20"}`,
      },
    ])
  })

  it("reads a payment, with its id as one segment of the path", async () => {
    const odd = { ...createdPayment, id: "a/b?c" }
    const { client, received } = await serve([answer(200, odd)])
    expect(await client.getPayment({ id: "a/b?c" })).toEqual(odd)
    expect(received).toMatchObject([
      { method: "GET", url: "/v1/payments/a%2Fb%3Fc", body: "" },
    ])
    expect(received[0]?.headers).not.toHaveProperty("content-type")
  })

  it("sends only the page bounds it was given", async () => {
    const { client, received } = await serve([answer(200, PAGE)])
    await client.listPayments()
    await client.listPayments({ limit: 5 })
    await client.listPayments({ offset: 10, limit: 5 })
    expect(received.map(({ url }) => url)).toEqual([
      "/v1/payments",
      "/v1/payments?limit=5",
      "/v1/payments?limit=5&offset=10",
    ])
  })

  it("lists the currencies, with and without the is_test filter", async () => {
    const coin = { code: "USDT_TRC20", name: "Tether" }
    const { client, received } = await serve([
      answer(200, [{ ...coin, blockchain: { name: "Tron" } }]),
    ])
    expect(await client.listCurrencies({ is_test: true })).toEqual([
      { ...coin, blockchain: "Tron" },
    ])
    await client.listCurrencies({ is_test: false })
    await client.listCurrencies()
    expect(received.map(({ url }) => url)).toEqual([
      "/v1/currencies?is_test=true",
      "/v1/currencies?is_test=false",
      "/v1/currencies",
    ])
  })

  it("reads the merchant", async () => {
    const merchant = {
      id: "merchant-1",
      name: "Shop",
      balance: "0.00",
      created_at: "2026-01-15T12:00:00Z",
    }
    const { client, received } = await serve([answer(200, merchant)])
    expect(await client.getMerchant()).toEqual(merchant)
    expect(received).toMatchObject([{ method: "GET", url: "/v1/merchants" }])
  })

  it("signs what is really sent, and then sends no key", async () => {
    const { received, client } = await serve(
      [answer(200, createdPayment), answer(200, PAGE)],
      { privateKey: testKey("pkcs8") }
    )
    await client.createWidgetPayment({
      ...order,
      metadata: { description: "Käse ☕" },
    })
    await client.listPayments({ limit: 1 })
    const [creation, list] = received
    expectSigned(creation, `POST/v1/payments/widget${creation?.body}`)
    expectSigned(list, 'GET/v1/payments{"limit":"1"}')
  })

  it("puts the path of the base URL before /v1, in what is sent and what is signed", async () => {
    const { url, received } = await serve([answer(200, createdPayment)])
    const { client } = await serve([answer(500)], {
      baseUrl: `${url}/gateway/`,
      privateKey: testKey("pkcs8"),
    })
    await client.getPayment({ id })
    expect(received[0]?.url).toBe(`/gateway/v1/payments/${id}`)
    expectSigned(received[0], `GET/gateway/v1/payments/${id}`)
  })

  it.each(["", ".", ".."])("rejects the id %j", async (wrong) => {
    const { client, received } = await serve([answer(200, createdPayment)])
    const rejected = { kind: "validation", retryable: false }
    await expect(client.getPayment({ id: wrong })).rejects.toMatchObject(
      rejected
    )
    await expect(client.expirePayment({ id: wrong })).rejects.toMatchObject(
      rejected
    )
    expect(received).toEqual([])
  })

  it("rejects an invalid amount or page without sending it", async () => {
    const { client, received } = await serve([answer(200, createdPayment)])
    const rejected = { kind: "validation", retryable: false }
    await expect(
      client.createWidgetPayment({ ...order, amount: "1e3" })
    ).rejects.toMatchObject(rejected)
    await expect(client.listPayments({ limit: -1 })).rejects.toMatchObject(
      rejected
    )
    await expect(client.listPayments({ offset: 0.5 })).rejects.toMatchObject(
      rejected
    )
    expect(received).toEqual([])
  })

  it("does not take another payment's answer for this one's", async () => {
    const { client } = await serve([
      answer(200, { ...createdPayment, id: "p2", external_id: "cart_2" }),
    ])
    const unexpected = { kind: "unexpected_answer", retryable: false }
    await expect(client.getPayment({ id })).rejects.toMatchObject(unexpected)
    await expect(client.createWidgetPayment(order)).rejects.toMatchObject(
      unexpected
    )
  })

  it("reuses its connections", async () => {
    const ports = new Set<number | undefined>()
    const { client } = await serve([
      (response) => {
        ports.add(response.req.socket.remotePort)
        response.end(JSON.stringify(createdPayment))
      },
    ])
    for (let call = 0; call < 10; call += 1) {
      await client.getPayment({ id })
    }
    // One, and a second that undici opens while the first comes to rest.
    expect(ports.size).toBeLessThanOrEqual(2)
  })

  it("finishes calls under way when closed, and rejects later ones", async () => {
    const { client, received } = await serve([answer(200, createdPayment)])
    const underWay = client.getPayment({ id })
    await Promise.all([client.close(), client.close()])
    expect(await underWay).toEqual(createdPayment)
    await expect(client.getPayment({ id })).rejects.toThrow("is closed")
    expect(received).toHaveLength(1)
  })
})

function expectSigned(
  request: { headers: NodeJS.Dict<string | string[]> } | undefined,
  signedText: string
) {
  expect(request?.headers).not.toHaveProperty("x-api-key")
  const signature = request?.headers["x-sign"]
  expect(signature).toMatch(/^[0-9a-f]{512}$/)
  const bytes = Buffer.from(String(signature), "hex")
  const key = createPublicKey(testKey("public"))
  expect(verify("sha256", Buffer.from(signedText), key, bytes)).toBe(true)
}
