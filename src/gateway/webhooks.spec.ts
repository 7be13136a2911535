import fc from "fast-check"
import { vector, webhookEvents } from "./fixtures"
import {
  parseWebhook,
  signWebhook,
  verifyWebhook,
  type VerifyWebhookInput,
} from "./webhooks"

const AT_SECONDS = 1768478400
const SIGNATURE = vector("webhook", "confirmed")
const genuine: VerifyWebhookInput = {
  rawBody: '{"status":"confirmed","external_id":"cart_1","id":"p1"}',
  timestamp: String(AT_SECONDS),
  signature: SIGNATURE,
  secrets: ["whsec_test_1"],
  now: new Date(AT_SECONDS * 1000),
}
const VERIFIED = { verified: true, ageSeconds: 0 }

const rejected: [reason: string, Partial<VerifyWebhookInput>][] = [
  ["missing_timestamp", { timestamp: undefined }],
  ["missing_timestamp", { timestamp: "" }],
  ["missing_timestamp", { timestamp: [] }],
  ["missing_timestamp", { timestamp: null }],
  ["missing_signature", { signature: undefined }],
  ["missing_signature", { signature: null }],
  ["missing_signature", { signature: "" }],
  ["malformed_timestamp", { timestamp: "2026-01-15T12:00:00Z" }],
  ["malformed_timestamp", { timestamp: "-1768478400" }],
  ["malformed_timestamp", { timestamp: "1768478400.5" }],
  ["malformed_timestamp", { timestamp: "1e9" }],
  ["malformed_timestamp", { timestamp: "1768478400, 1768478400" }],
  ["malformed_timestamp", { timestamp: ["1768478400"] }],
  ["malformed_timestamp", { timestamp: "1".repeat(16) }],
  ["malformed_signature", { signature: "abc" }],
  ["malformed_signature", { signature: "g".repeat(64) }],
  ["malformed_signature", { signature: "a".repeat(66) }],
  ["malformed_signature", { signature: [SIGNATURE] }],
  ["malformed_signature", { signature: `sha256=${"a".repeat(64)}` }],
  ["malformed_signature", { signature: `${"a".repeat(64)}\n` }],
  // Node's hex decoder takes U+0161 for 0x61, the letter a.
  ["malformed_signature", { signature: SIGNATURE.replace("c", "\u0163") }],
  ["signature_mismatch", { signature: "a".repeat(64) }],
  ["signature_mismatch", { signature: changeLast(SIGNATURE) }],
  ["signature_mismatch", { signature: "0".repeat(64), now: later(9000) }],
  ["signature_mismatch", { timestamp: "1768478401" }],
  ["signature_mismatch", { timestamp: "01768478400" }],
  ["signature_mismatch", { rawBody: `${genuine.rawBody} ` }],
  ["signature_mismatch", { rawBody: "" }],
  ["signature_mismatch", { secrets: ["whsec_test_2"] }],
  ["signature_mismatch", { secrets: [] }],
  ["signature_mismatch", { secrets: [""], signature: signedWith("") }],
  // A single secret is taken as a whole, not letter by letter.
  ["signature_mismatch", { secrets: "whsec_1", signature: signedWith("w") }],
]

function verify(changes: Partial<VerifyWebhookInput>) {
  return verifyWebhook({ ...genuine, ...changes })
}

function later(seconds: number) {
  return new Date((AT_SECONDS + seconds) * 1000)
}

function signedWith(secret: string) {
  const { rawBody } = genuine
  const delivery = { rawBody, secret, timestampSeconds: AT_SECONDS }
  return signWebhook(delivery)["x-webhook-signature"]
}

function changeLast(hex: string) {
  return hex.slice(0, -1) + (hex.endsWith("0") ? "1" : "0")
}

describe("verifying a webhook", () => {
  it("accepts what openssl signed, in either case", () => {
    expect(verify({})).toEqual(VERIFIED)
    expect(verify({ signature: SIGNATURE.toUpperCase() })).toEqual(VERIFIED)
    expect(verify({ secrets: "whsec_test_1" })).toEqual(VERIFIED)
  })

  it("accepts either secret while one is being rotated, in any order", () => {
    const both = ["whsec_test_1", "whsec_test_2"]
    const signature = vector("webhook", "other-secret")
    for (const secrets of [both, [...both].reverse()]) {
      expect(verify({ secrets })).toEqual(VERIFIED)
      expect(verify({ secrets, signature })).toEqual(VERIFIED)
    }
  })

  it.each(rejected)("returns %s for %j", (reason, changes) => {
    expect(verify(changes)).toEqual({ verified: false, reason })
  })

  const stale = { verified: false, reason: "stale_timestamp" }
  it.each([
    [300, undefined, { verified: true }],
    [-300, undefined, { verified: true }],
    [301, undefined, stale],
    [-301, undefined, stale],
    [86_400, undefined, stale],
    [11, 10, stale],
    [11, 11, { verified: true }],
    [0, -1, stale],
    [0, NaN, stale],
    [NaN, undefined, stale],
  ])(
    "tells that the age is %i, with a tolerance of %p",
    (ageSeconds, toleranceSeconds, verdict) => {
      const given = { now: later(ageSeconds), toleranceSeconds }
      expect(verify(given)).toEqual({ ...verdict, ageSeconds })
    }
  )
})

describe("signing a webhook", () => {
  it.each([
    ["confirmed", "whsec_test_1", genuine.rawBody],
    ["other-secret", "whsec_test_2", genuine.rawBody],
    ["spaces-are-kept", "whsec_test_1", '{ "status" : "confirmed" }'],
    ["non-ascii", "whsec_test_1", '{"external_id":"Käse-☕"}'],
    ["empty-body", "whsec_test_1", ""],
  ])(
    "matches the signature of openssl, which verifies: %s",
    (name, secret, text) => {
      for (const rawBody of [text, Buffer.from(text)]) {
        const delivery = { rawBody, secret, timestampSeconds: AT_SECONDS }
        const signature = vector("webhook", name)
        expect(signWebhook(delivery)).toEqual({
          "x-webhook-timestamp": "1768478400",
          "x-webhook-signature": signature,
          "content-type": "application/json",
        })
        expect(verify({ rawBody, signature, secrets: secret })).toEqual(
          VERIFIED
        )
      }
    }
  )
})

describe("parsing a webhook", () => {
  const small = { id: "p1", external_id: "c1", status: "expired" }
  const parsed = (event: object, malformed: string[] = []) => ({
    ok: true,
    event,
    malformed,
  })
  const parse = (event: object) => parseWebhook(JSON.stringify(event))

  it.each(Object.entries(webhookEvents))(
    "reads an event of status %s, from text and from bytes",
    (status, event) => {
      const text = JSON.stringify(event)
      // A window of a larger buffer.
      const bytes = new Uint8Array(Buffer.from(`##${text}##`)).subarray(2, -2)
      const { terminal_id: _deprecated, ...kept } = event
      expect(parseWebhook(text)).toEqual(parsed(kept))
      expect(parseWebhook(bytes)).toEqual(parsed(kept))
      expect(kept.status).toBe(status)
    }
  )

  it("keeps an unknown status unchanged, ignores unknown fields, and takes null for absent", () => {
    const event = { ...small, status: "Being_Traced" }
    const sent = { ...event, hash: "0xabc", amount: null, currency: null }
    expect(parse(sent)).toEqual(parsed(event))
  })

  it.each([
    "external_id",
    "original_amount",
    "original_currency",
    "amount",
    "currency",
    "merchant_id",
    "is_test",
  ] as const)(
    "accepts a delivery without %s, and leaves out a value that makes no sense",
    (field) => {
      const full = { ...webhookEvents.confirmed, terminal_id: undefined }
      const { [field]: _absent, ...event } = { ...full, is_test: true }
      expect(parse(event)).toEqual(parsed(event))
      for (const value of [
        "",
        7,
        [],
        {},
        ["x"],
        "a\u0000b",
        "\ud800",
        "a\nb",
      ]) {
        expect(parse({ ...event, [field]: value })).toEqual(
          parsed(event, [field])
        )
      }
    }
  )

  it.each([
    "0",
    "0.00",
    "-1",
    "1e3",
    ".5",
    "5.",
    "1,5",
    "٣",
    19.9,
    "9".repeat(99),
  ])("leaves out the amount %j", (amount) => {
    const sent = { ...small, amount, original_amount: amount, currency: "0" }
    expect(parse(sent)).toEqual(
      parsed(small, ["original_amount", "amount", "currency"])
    )
  })

  const deep = "[".repeat(20_000) + "]".repeat(20_000)

  it("takes the last of duplicate keys, and nothing from a prototype or from depths", () => {
    const rawBody = `{"__proto__":{"amount":"1","currency":"ETH"},"constructor":{"prototype":{"amount":"1"}},"status":"created","id":"p1","x":${deep},"status":"confirmed"}`
    expect(parseWebhook(rawBody)).toEqual(
      parsed({ id: "p1", status: "confirmed" })
    )
  })

  it.each([
    ["not_utf8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ["not_json", ""],
    ["not_json", "status=confirmed"],
    ["not_json", '{"status":"confirmed"'],
    ["not_object", "null"],
    ["not_object", "[]"],
    ["not_object", '"confirmed"'],
    ["not_object", "1"],
    ["invalid_event", "{}"],
    ["invalid_event", '{"__proto__":{"id":"p1","status":"a"}}'],
    ["invalid_event", `{"id":"p1","status":${deep}}`],
    ["invalid_event", '{"id":"p1","external_id":"c1"}'],
    ["invalid_event", '{"id":"p1","external_id":"c1","status":""}'],
    ["invalid_event", '{"id":"p1","external_id":"c1","status":7}'],
    ["invalid_event", '{"id":1,"external_id":"c1","status":"confirmed"}'],
    ["invalid_event", '{"id":null,"external_id":"c1","status":"confirmed"}'],
    ["invalid_event", '{"external_id":"c1","status":"confirmed"}'],
    ["invalid_event", '{"id":"p1\\n","status":"confirmed"}'],
    ["invalid_event", '{"id":"p1","status":"con\\u202efirmed"}'],
    ["invalid_event", `{"id":"${"x".repeat(513)}","status":"confirmed"}`],
  ])("returns %s for %s", (reason, rawBody) => {
    expect(parseWebhook(rawBody)).toMatchObject({ ok: false, reason })
  })

  it("names the field at fault and quotes no value", () => {
    expect(parse({ ...small, status: "s3cret\u0007" })).toEqual({
      ok: false,
      reason: "invalid_event",
      message:
        "Webhook body is not a payment event: status: expected plain text",
    })
  })

  it("never throws for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (rawBody) => {
        expect(parseWebhook(rawBody)).toMatchObject({ ok: false })
      })
    )
    fc.assert(
      fc.property(fc.json(), (rawBody) => {
        expect(typeof parseWebhook(rawBody).ok).toBe("boolean")
      })
    )
  })
})
