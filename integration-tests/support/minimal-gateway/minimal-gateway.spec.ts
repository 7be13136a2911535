import { createHmac, generateKeyPairSync, sign } from "node:crypto"
import { createServer } from "node:http"
import { type MinimalGateway, startMinimalGateway } from "./index"

let gateway: MinimalGateway

beforeEach(async () => {
  gateway = await startMinimalGateway()
})
afterEach(() => gateway.close())

async function call(
  method: string,
  path: string,
  body?: string,
  headers?: Record<string, string>
) {
  const response = await fetch(gateway.url + path, {
    method,
    body,
    headers: headers ?? {
      "x-merchant-id": gateway.merchantId,
      "x-api-key": gateway.apiKey,
    },
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : undefined }
}

const create = (fields: string, flow = "widget") =>
  call("POST", `/v1/payments/${flow}`, `{${fields}}`)

const order = `"amount": 19.90, "currency": "EUR", "external_id": "cart_1"`

describe("the minimal gateway", () => {
  it("creates a hosted payment once per external id", async () => {
    const first = await create(order)
    const again = await create(
      `"amount": 19.9, "currency": "EUR", "external_id": "cart_1"`
    )
    const other = await create(
      `"amount": 20, "currency": "EUR", "external_id": "cart_1"`
    )

    expect(first.status).toBe(200)
    expect(Object.keys(first.body).sort()).toEqual(
      ["created_at", "external_id", "id", "is_test", "status", "url"].sort()
    )
    expect(again.body).toEqual(first.body)
    expect(other).toEqual({
      status: 400,
      body: { code: "PAYMENT_ALREADY_EXISTS" },
    })
  })

  it("shows the address of an inline payment when it is created and when it is paid", async () => {
    const fields = `${order}, "target_currency": "USDT_TRON"`
    const { body: created } = await create(fields, "h2h")
    expect(created).toMatchObject({ amount: "19.90", currency: "USDT_TRON" })

    const { body: unpaid } = await call("GET", `/v1/payments/${created.id}`)
    expect(unpaid).not.toHaveProperty("wallet_address")

    gateway.markOnly(created.id, "confirmed")
    const { body: paid } = await call("GET", `/v1/payments/${created.id}`)
    expect(paid).toMatchObject({
      status: "confirmed",
      wallet_address: created.wallet_address,
    })
  })

  it("answers the error table of the contract", async () => {
    const h2h = (coin: string) =>
      create(`${order}, "target_currency": "${coin}"`, "h2h")
    const auth = { "x-merchant-id": gateway.merchantId, "x-api-key": "wrong" }

    expect(await create(`"amount": 1`)).toEqual({
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    })
    expect((await h2h("NONE")).body.code).toBe("CURRENCY_NOT_FOUND")
    expect((await h2h("ETH")).body.code).toBe("WALLET_NOT_FOUND")
    expect((await call("GET", "/v1/payments/none")).body.code).toBe(
      "PAYMENT_NOT_FOUND"
    )
    expect(await call("GET", "/v1/merchants", undefined, auth)).toEqual({
      status: 401,
      body: { code: "INVALID_CREDENTIALS" },
    })
    expect(await call("GET", "/v1/merchants", undefined, {})).toEqual({
      status: 401,
      body: { code: "MERCHANT_NOT_FOUND" },
    })
    expect((await call("DELETE", "/v1/payments/none")).status).toBe(405)
  })

  it("lists payments page by page", async () => {
    for (const id of [1, 2, 3]) {
      await create(`"amount": 1, "currency": "EUR", "external_id": "c${id}"`)
    }
    const { body } = await call("GET", "/v1/payments?limit=2&offset=1")
    expect(body).toMatchObject({ total: 3, limit: 2, offset: 1 })
    expect(
      body.items.map((item: { external_id: string }) => item.external_id)
    ).toEqual(["c2", "c3"])
  })

  it("accepts a signed request of the merchant's key", async () => {
    const keys = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    })
    await gateway.close()
    gateway = await startMinimalGateway({ publicKey: keys.publicKey })
    const signed = (text: string) => ({
      "x-merchant-id": gateway.merchantId,
      "x-sign": sign("sha256", Buffer.from(text), keys.privateKey).toString(
        "hex"
      ),
    })
    const list = (text: string) =>
      call("GET", "/v1/payments?limit=5&offset=0", undefined, signed(text))

    expect(
      (await list(`GET/v1/payments{"limit":"5","offset":"0"}`)).status
    ).toBe(200)
    expect((await list(`GET/v1/payments`)).status).toBe(401)
  })

  it("announces a payment in bytes that carry its signature", async () => {
    const received: { headers: Record<string, unknown>; body: string }[] = []
    const shop = createServer((request, response) => {
      let body = ""
      request.on("data", (chunk) => (body += chunk))
      request.on("end", () => {
        received.push({ headers: request.headers, body })
        response.writeHead(204).end()
      })
    })
    await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve))
    const address = shop.address()
    if (address === null || typeof address === "string") throw new Error()
    try {
      const { body } = await create(
        `${order}, "callback_url": "http://127.0.0.1:${address.port}/hook"`
      )
      expect(await gateway.confirm(body.id)).toBe(204)
      await gateway.deliver(body.id, {
        status: "expired",
        timestampSeconds: 1_700_000_000,
        secret: "other",
      })
    } finally {
      shop.closeAllConnections()
      shop.close()
    }

    const [first, second] = received
    expect(JSON.parse(first?.body ?? "")).toMatchObject({
      status: "confirmed",
      external_id: "cart_1",
      original_amount: "19.90",
      original_currency: "EUR",
    })
    const timestamp = String(first?.headers["x-webhook-timestamp"])
    expect(first?.headers["x-webhook-signature"]).toBe(
      createHmac("sha256", gateway.webhookSecret)
        .update(`${timestamp}.${first?.body}`)
        .digest("hex")
    )
    expect(second?.headers["x-webhook-timestamp"]).toBe("1700000000")
    expect(JSON.parse(second?.body ?? "").status).toBe("expired")
  })

  it("fails as often as it was set to, and keeps what a lost answer was about", async () => {
    gateway.failNext(1, "server_error", /GET/)
    gateway.failNext(1, "lost_answer")
    await expect(create(order)).rejects.toThrow()
    expect(gateway.payments()).toHaveLength(1)
    expect((await call("GET", "/v1/merchants")).status).toBe(500)
    expect((await call("GET", "/v1/merchants")).status).toBe(200)
    expect(gateway.requests()).toEqual([
      "POST /v1/payments/widget",
      "GET /v1/merchants",
      "GET /v1/merchants",
    ])
    expect(gateway.bodies()).toEqual([`{${order}}`])
  })
})
