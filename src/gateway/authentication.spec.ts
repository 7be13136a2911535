import { createPrivateKey, createPublicKey, verify } from "node:crypto"
import fc from "fast-check"
import { createCredential } from "./authentication"
import { testKey, vector } from "./fixtures"
import { signedBytes, type SignedParts, signRequest } from "./authentication"

const requests: [name: string, parts: SignedParts][] = [
  ["no-query-no-body", { method: "GET", path: "/v1/merchants", query: [] }],
  [
    "query-no-body",
    {
      method: "GET",
      path: "/v1/payments",
      query: [
        ["limit", "20"],
        ["offset", "40"],
      ],
    },
  ],
  [
    "numeric-names-keep-their-order",
    {
      method: "GET",
      path: "/v1/payments",
      query: [
        ["b", "2"],
        ["10", "1"],
      ],
    },
  ],
  [
    "body-no-query",
    {
      method: "POST",
      path: "/v1/payments/widget",
      query: [],
      body: Buffer.from(
        '{"amount":19.90,"currency":"EUR","external_id":"cart_1"}'
      ),
    },
  ],
  [
    "non-ascii-body",
    {
      method: "POST",
      path: "/v1/payments/h2h",
      query: [],
      body: Buffer.from(
        '{"amount":5,"currency":"EUR","external_id":"Käse-☕","target_currency":"USDT_TRC20"}'
      ),
    },
  ],
  [
    "query-and-body",
    {
      method: "POST",
      path: "/v1/payments",
      query: [["q", 'Zürich & "co"']],
      body: Buffer.from('{"é":1}'),
    },
  ],
  [
    "prefixed-path",
    { method: "GET", path: "/gateway/v1/payments/a%2Fb", query: [] },
  ],
]

describe("signing a request", () => {
  it.each(requests)("matches the signature of openssl: %s", (name, parts) => {
    const key = createPrivateKey(testKey("pkcs1"))
    expect(signRequest(parts, key)).toBe(vector("x-sign", name))
  })

  it.each([
    ["PKCS#1", "pkcs1", undefined],
    ["PKCS#8", "pkcs8", undefined],
    ["encrypted PKCS#1", "pkcs1-encrypted", "open-sesame"],
    ["encrypted PKCS#8", "pkcs8-encrypted", "open-sesame"],
  ])("works with a %s key", (_format, name, privateKeyPassphrase) => {
    const sign = createCredential({
      privateKey: testKey(name),
      privateKeyPassphrase,
    })
    const parts = { method: "GET", path: "/v1/merchants", query: [] }
    expect(sign(parts)).toEqual([
      "x-sign",
      vector("x-sign", "no-query-no-body"),
    ])
  })

  it("works with a key whose line breaks are spelled out", () => {
    const privateKey = testKey("pkcs8").trim().replaceAll("\n", "\\n")
    const sign = createCredential({ privateKey })
    expect(sign({ method: "GET", path: "/v1/merchants", query: [] })[1]).toBe(
      vector("x-sign", "no-query-no-body")
    )
  })

  it("verifies with the public key for any request", () => {
    const privateKey = createPrivateKey(testKey("pkcs8"))
    const publicKey = createPublicKey(testKey("public"))
    const anyRequest = fc.record({
      method: fc.constantFrom("GET", "POST", "DELETE"),
      path: fc.webPath(),
      query: fc.array(fc.tuple(fc.string(), fc.string())),
      body: fc.option(fc.uint8Array(), { nil: undefined }),
    })
    fc.assert(
      fc.property(anyRequest, (parts) => {
        const signature = Buffer.from(signRequest(parts, privateKey), "hex")
        const signed = signedBytes(parts)
        expect(verify("sha256", signed, publicKey, signature)).toBe(true)
      }),
      { numRuns: 30 }
    )
  })

  it("does not verify once a bit is flipped, in the request or the signature", () => {
    const privateKey = createPrivateKey(testKey("pkcs8"))
    const publicKey = createPublicKey(testKey("public"))
    const flipped = (bytes: Buffer, bit: number) => {
      const copy = Buffer.from(bytes)
      const at = (bit >> 3) % copy.length
      copy.writeUInt8(copy.readUInt8(at) ^ (1 << (bit & 7)), at)
      return copy
    }
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.nat(),
        fc.boolean(),
        (body, bit, ofIt) => {
          const parts = { method: "POST", path: "/v1/x", query: [], body }
          const signature = Buffer.from(signRequest(parts, privateKey), "hex")
          const signed = signedBytes(parts)
          const verified = ofIt
            ? verify("sha256", signed, publicKey, flipped(signature, bit))
            : verify("sha256", flipped(signed, bit), publicKey, signature)
          expect(verified).toBe(false)
        }
      ),
      { numRuns: 30 }
    )
  })
})
