import { createPrivateKey } from "node:crypto"
import {
  createCredential,
  signRequest,
  type SignedParts,
} from "./authentication"
import { testKey, vector } from "./fixtures"

const MERCHANT = { method: "GET", path: "/v1/merchants", query: [] }
const LIST = { method: "GET", path: "/v1/payments" }
const post = (
  path: string,
  body: string,
  query: SignedParts["query"] = []
) => ({ method: "POST", path, query, body: Buffer.from(body) })

describe("signing a request", () => {
  it.each<[name: string, parts: SignedParts]>([
    ["no-query-no-body", MERCHANT],
    [
      "query-no-body",
      { ...LIST, query: Object.entries({ limit: "20", offset: "40" }) },
    ],
    [
      "numeric-names-keep-their-order",
      {
        ...LIST,
        query: [
          ["b", "2"],
          ["10", "1"],
        ],
      },
    ],
    [
      "body-no-query",
      post(
        "/v1/payments/widget",
        '{"amount":19.90,"currency":"EUR","external_id":"cart_1"}'
      ),
    ],
    [
      "non-ascii-body",
      post(
        "/v1/payments/h2h",
        '{"amount":5,"currency":"EUR","external_id":"Käse-☕","target_currency":"USDT_TRC20"}'
      ),
    ],
    [
      "query-and-body",
      post("/v1/payments", '{"é":1}', [["q", 'Zürich & "co"']]),
    ],
    ["prefixed-path", { ...MERCHANT, path: "/gateway/v1/payments/a%2Fb" }],
  ])("matches the signature of openssl: %s", (name, parts) => {
    const key = createPrivateKey(testKey("pkcs1"))
    expect(signRequest(parts, key)).toBe(vector("x-sign", name))
  })

  it.each([
    ["PKCS#1", testKey("pkcs1"), undefined],
    ["PKCS#8", testKey("pkcs8"), undefined],
    ["encrypted PKCS#1", testKey("pkcs1-encrypted"), "open-sesame"],
    ["encrypted PKCS#8", testKey("pkcs8-encrypted"), "open-sesame"],
    ["one-line", testKey("pkcs8").trim().replaceAll("\n", "\\n"), undefined],
  ])("works with a %s key", (_format, privateKey, privateKeyPassphrase) => {
    const sign = createCredential({ privateKey, privateKeyPassphrase })
    const value = vector("x-sign", "no-query-no-body")
    expect(sign(MERCHANT)).toEqual(["x-sign", value])
  })
})
