import { generateKeyPairSync } from "node:crypto"
import { createServer } from "node:http"
import { testConnection } from "../../src/modules/crypto-payment/merchants/connection"
import { ReceivableCurrencies } from "../../src/modules/crypto-payment/merchants/currencies"
import { Merchants } from "../../src/modules/crypto-payment/merchants/merchants"
import { parseOptions } from "../../src/modules/crypto-payment/merchants/options"
import { freePort } from "../support/postgres"
import { type Fault, Gateway } from "../support/gateway"

const configModule = {
  modules: {},
  projectConfig: { http: { storeCors: "" } },
}

describe("the test of a gateway connection", () => {
  let gateway: Gateway
  let merchants: Merchants | undefined
  let freePortNumber: number

  beforeAll(async () => {
    gateway = await new Gateway().listen()
    freePortNumber = await freePort()
  })

  afterEach(() => merchants?.close())

  afterAll(() => gateway.close())

  /** Options as the store has them, a few of them changed. */
  const test = async (changed: Record<string, unknown> = {}) => {
    merchants = new Merchants(
      parseOptions({
        baseUrl: gateway.url,
        merchantId: gateway.merchantId,
        apiKey: gateway.apiKey,
        webhookSecret: gateway.webhookSecret,
        callbackBaseUrl: "http://localhost:9000",
        ...changed,
      }),
      configModule as never,
      { warn: () => {} }
    )
    const currencies = new ReceivableCurrencies(merchants)
    return await testConnection(merchants, currencies, "default")
  }

  it("shows the merchant of the credentials and the currencies it can receive", async () => {
    const { connection, currencies } = await test()
    expect(connection).toEqual({
      ok: true,
      merchant_name: "Sandbox shop",
      balance: "100.00",
      balance_currency: "USD",
    })
    expect(currencies).toContainEqual({
      code: expect.any(String),
      name: expect.any(String),
      network: expect.any(String),
    })
  })

  it.each<[string, () => Record<string, unknown>, string, string]>([
    [
      "a wrong merchant id",
      () => ({ merchantId: "sesame" }),
      "wrong_merchant_id",
      "merchantId",
    ],
    ["a wrong key", () => ({ apiKey: "sesame" }), "wrong_key", "apiKey"],
    [
      "a wrong key that signs requests",
      () => ({ apiKey: undefined, privateKey: newPrivateKey() }),
      "wrong_key",
      "privateKey",
    ],
    [
      "a private key that is none",
      () => ({
        apiKey: undefined,
        privateKey: "-----BEGIN PRIVATE KEY-----\nsesame\n",
      }),
      "wrong_key",
      "privateKey",
    ],
    [
      "an address at which no server answers",
      () => ({ baseUrl: `http://localhost:${freePortNumber}` }),
      "unreachable",
      "baseUrl",
    ],
  ])("names the option of %s, and quotes none", async (...row) => {
    const [, changed, problem, option] = row
    const { connection, currencies } = await test(changed())
    expect(connection).toMatchObject({ ok: false, problem, option })
    expect(currencies).toEqual([])
    expect(JSON.stringify(connection)).not.toContain("sesame")
  })

  it("says when another server answers", async () => {
    const server = createServer((_request, response) => {
      response
        .writeHead(404, { "content-type": "text/html" })
        .end("<h1>Hm</h1>")
    })
    await new Promise<void>((done) =>
      server.listen(freePortNumber, "localhost", done)
    )
    const baseUrl = `http://localhost:${freePortNumber}`
    const { connection } = await test({ baseUrl })
    server.close()
    expect(connection).toMatchObject({
      problem: "unreachable",
      option: "baseUrl",
    })
  })

  it("says when no answer came within timeoutMs", async () => {
    gateway.failNext(1, "hang", /merchants/)
    const { connection } = await test({ timeoutMs: 200 })
    expect(connection).toMatchObject({
      problem: "timeout",
      option: "timeoutMs",
      message: "The gateway did not answer within 200 ms.",
    })
  })

  it.each<[Fault, string]>([
    ["cut", "unreachable"],
    ["rate_limited", "rate_limited"],
    ["server_error", "unexpected_answer"],
    ["html_error", "unexpected_answer"],
    ["broken_json", "unexpected_answer"],
  ])("takes %s for %s, and asks once only", async (fault, problem) => {
    gateway.forgetRequests()
    gateway.failNext(1, fault, /merchants/)
    const { connection } = await test()
    expect(connection).toMatchObject({ ok: false, problem })
    expect(gateway.requests()).toEqual(["GET /v1/merchants"])
  })

  it("is not passed as long as the currencies cannot be read", async () => {
    gateway.failNext(2, "server_error", /currencies/)
    const { connection, currencies } = await test()
    expect(connection).toMatchObject({ ok: false })
    expect(currencies).toEqual([])
  })
})

const newPrivateKey = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  }).privateKey
