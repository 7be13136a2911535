import { createServer } from "node:http"
import { testConnection } from "../../src/modules/crypto-payment/merchants/connection"
import { ReceivableCurrencies } from "../../src/modules/crypto-payment/merchants/currencies"
import { Merchants } from "../../src/modules/crypto-payment/merchants/merchants"
import { parseOptions } from "../../src/modules/crypto-payment/merchants/options"
import { freePort } from "../support/postgres"
import {
  type Fault,
  type MinimalGateway,
  startMinimalGateway,
} from "../support/minimal-gateway"

const configModule = {
  modules: {},
  projectConfig: { http: { storeCors: "" } },
}

describe("the test of a gateway connection", () => {
  let gateway: MinimalGateway
  let merchants: Merchants | undefined

  beforeAll(async () => {
    gateway = await startMinimalGateway()
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
      configModule as never
    )
    const currencies = new ReceivableCurrencies(merchants)
    return await testConnection(merchants, currencies, "default")
  }

  it("shows the merchant of the credentials and the currencies it can receive", async () => {
    const { connection, currencies } = await test()
    expect(connection).toEqual({
      ok: true,
      merchant_name: "Minimal merchant",
      balance: "0",
      balance_currency: "USD",
    })
    expect(currencies).toContainEqual({
      code: expect.any(String),
      name: expect.any(String),
      network: expect.any(String),
    })
  })

  it.each([
    ["merchant id", { merchantId: "m" }, "wrong_merchant_id", "merchantId"],
    ["key", { apiKey: "sesame-open" }, "wrong_key", "apiKey"],
  ])(
    "distinguishes a wrong %s and names the option",
    async (_what, changed, problem, option) => {
      const { connection, currencies } = await test(changed)
      expect(connection).toMatchObject({ ok: false, problem, option })
      expect(currencies).toEqual([])
      expect(JSON.stringify(connection)).not.toContain("sesame-open")
    }
  )

  it("names privateKey where requests are signed", async () => {
    const { privateKey } = await import("node:crypto").then((crypto) =>
      crypto.generateKeyPairSync("rsa", {
        modulusLength: 2048,
        publicKeyEncoding: { type: "spki", format: "pem" },
        privateKeyEncoding: { type: "pkcs8", format: "pem" },
      })
    )
    const { connection } = await test({ apiKey: undefined, privateKey })
    expect(connection).toMatchObject({
      problem: "wrong_key",
      option: "privateKey",
    })
  })

  it("names privateKey when it is no key, and does not quote it", async () => {
    const privateKey = "-----BEGIN PRIVATE KEY-----\nsesame\n"
    const { connection } = await test({ apiKey: undefined, privateKey })
    expect(connection).toMatchObject({
      problem: "wrong_key",
      option: "privateKey",
    })
    expect(JSON.stringify(connection)).not.toContain("sesame")
  })

  it("says when no server answers", async () => {
    const baseUrl = `http://localhost:${await freePort()}`
    const { connection } = await test({ baseUrl })
    expect(connection).toMatchObject({
      problem: "unreachable",
      option: "baseUrl",
    })
  })

  it("says when another server answers", async () => {
    const server = createServer((_request, response) => {
      response
        .writeHead(404, { "content-type": "text/html" })
        .end("<h1>Hm</h1>")
    })
    const port = await freePort()
    await new Promise<void>((done) => server.listen(port, "localhost", done))
    const baseUrl = `http://localhost:${port}`
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
