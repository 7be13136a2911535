import { inspect } from "node:util"
import { GatewayClient } from "./client"
import {
  type GatewayClientOptions,
  resolveClientOptions,
  type SignedParts,
} from "./client-options"
import { testKey, vector } from "./fixtures"

const options: GatewayClientOptions = {
  baseUrl: "https://gateway.example",
  merchantId: "merchant-1",
  apiKey: "ct_live_SECRET",
}

function create(changes: Partial<GatewayClientOptions>) {
  return () => new GatewayClient({ ...options, ...changes })
}

/** What the constructor threw. */
function complaint(changes: Partial<GatewayClientOptions>): TypeError {
  try {
    create(changes)()
  } catch (error) {
    if (error instanceof TypeError) {
      return error
    }
  }
  throw new Error("The options were accepted")
}

describe("the base URL", () => {
  it.each([
    "https://gateway.example",
    "https://gateway.example/",
    "https://gateway.example:8443/gateway/",
    "http://localhost:9000",
    "http://shop.localhost:9000",
    "http://127.0.0.1:9000",
    "http://127.8.9.1",
    "http://[::1]:9000/",
  ])("may be %s", (baseUrl) => {
    expect(create({ baseUrl })).not.toThrow()
  })

  it.each([
    ["", "is not a URL"],
    ["gateway.example", "is not a URL"],
    ["ftp://gateway.example", "must start with https://"],
    ["http://gateway.example", "must start with https://"],
    ["http://127.0.0.1.example", "must start with https://"],
    ["http://localhost.example", "must start with https://"],
    ["http://10.0.0.1", "must start with https://"],
    ["https://me:SECRET@gateway.example", "must not contain credentials"],
    ["https://SECRET@gateway.example", "must not contain credentials"],
    ["https://gateway.example?key=SECRET", "must not contain a query"],
    ["https://gateway.example#top", "must not contain a query or a fragment"],
    ["https://gateway.example?", "must not contain a query or a fragment"],
    ["https://gateway.example/ ", "must not contain spaces or backslashes"],
    ["https://gateway.example/v1/", "must end before /v1"],
  ])("may not be %j", (baseUrl, why) => {
    const { message } = complaint({ baseUrl })
    expect(message).toContain(`baseUrl ${why}`)
    expect(message).not.toContain("SECRET")
  })
})

describe("the credential", () => {
  const UNREADABLE = "privateKey cannot be read"
  const privateKey = testKey("pkcs8")
  const pem = (privateKey: string, privateKeyPassphrase?: string) => ({
    apiKey: undefined,
    privateKey,
    privateKeyPassphrase,
  })

  it.each([
    ["none", { apiKey: undefined }, "Neither apiKey nor privateKey is set"],
    ["an empty one", { apiKey: "" }, "Neither apiKey nor privateKey is set"],
    ["both", { privateKey }, "Both apiKey and privateKey are set"],
    ["a key with a line break", { apiKey: "SECRET\n" }, "apiKey must not be"],
    ["a key beyond ASCII", { apiKey: "SECRET☕" }, "apiKey must not be empty"],
    ["what is no PEM", pem("SECRET"), UNREADABLE],
    ["a public key", pem(testKey("public")), UNREADABLE],
    ["a locked key", pem(testKey("pkcs8-encrypted")), UNREADABLE],
    [
      "a key with another passphrase",
      pem(testKey("pkcs1-encrypted"), "SECRET"),
      UNREADABLE,
    ],
    ["an elliptic key", pem(testKey("ec")), "must be an RSA key, not ec"],
  ])("may not be %s", (_what, changes, why) => {
    const error = complaint(changes)
    expect(error.message).toContain(why)
    expect(inspect(error)).not.toMatch(/SECRET|BEGIN|MII/)
  })

  it("is not shown when the client is printed", () => {
    const client = create({})()
    const shown = inspect(client, { depth: 9, showHidden: true })
    expect(shown + JSON.stringify(client)).not.toContain("SECRET")
  })
})

describe("the other options", () => {
  it("give an attempt 30 seconds by default", () => {
    expect(resolveClientOptions(options).timeoutMs).toBe(30_000)
    expect(resolveClientOptions({ ...options, timeoutMs: 5 }).timeoutMs).toBe(5)
  })

  it.each([
    [{ merchantId: "" }, "merchantId must not be empty"],
    [{ merchantId: "a b" }, "merchantId must not be empty or contain spaces"],
    [{ timeoutMs: 0 }, "timeoutMs must be a whole number"],
    [{ timeoutMs: 2 ** 31 }, "timeoutMs must be a whole number"],
    [{ maxAttempts: 1.5 }, "maxAttempts must be a whole number"],
    [{ maxElapsedMs: Number.NaN }, "maxElapsedMs must be a whole number"],
    [{ maxConnections: -1 }, "maxConnections must be a whole number"],
  ])("may not be %j", (changes, why) => {
    expect(complaint(changes).message).toContain(why)
  })
})

const MERCHANT = { method: "GET", path: "/v1/merchants", query: [] }
const WIDGET = '{"amount":19.90,"currency":"EUR","external_id":"cart_1"}'
const H2H =
  '{"amount":5,"currency":"EUR","external_id":"Käse-☕","target_currency":"USDT_TRC20"}'
const list = (...query: string[]): SignedParts => ({
  method: "GET",
  path: "/v1/payments",
  query: [...new URLSearchParams(query.join("&"))],
})
const post = (
  path: string,
  body: string,
  query: SignedParts["query"] = []
) => ({ method: "POST", path, query, body: Buffer.from(body) })

describe("signing a request", () => {
  it.each<[name: string, parts: SignedParts]>([
    ["no-query-no-body", MERCHANT],
    ["query-no-body", list("limit=20", "offset=40")],
    ["numeric-names-keep-their-order", list("b=2", "10=1")],
    ["body-no-query", post("/v1/payments/widget", WIDGET)],
    ["non-ascii-body", post("/v1/payments/h2h", H2H)],
    [
      "query-and-body",
      post("/v1/payments", '{"é":1}', [["q", 'Zürich & "co"']]),
    ],
    ["prefixed-path", { ...MERCHANT, path: "/gateway/v1/payments/a%2Fb" }],
  ])("matches the signature of openssl: %s", (name, parts) => {
    const key = { apiKey: undefined, privateKey: testKey("pkcs1") }
    const { credential } = resolveClientOptions({ ...options, ...key })
    expect(credential(parts)).toEqual(["x-sign", vector("x-sign", name)])
  })

  it.each([
    ["PKCS#1", testKey("pkcs1"), undefined],
    ["PKCS#8", testKey("pkcs8"), undefined],
    ["encrypted PKCS#1", testKey("pkcs1-encrypted"), "open-sesame"],
    ["encrypted PKCS#8", testKey("pkcs8-encrypted"), "open-sesame"],
    ["one-line", testKey("pkcs8").trim().replaceAll("\n", "\\n"), undefined],
  ])("works with a %s key", (_format, privateKey, privateKeyPassphrase) => {
    const key = { apiKey: undefined, privateKey, privateKeyPassphrase }
    const { credential } = resolveClientOptions({ ...options, ...key })
    const value = vector("x-sign", "no-query-no-body")
    expect(credential(MERCHANT)).toEqual(["x-sign", value])
  })
})
