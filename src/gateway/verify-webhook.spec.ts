import { vector } from "./fixtures"
import { verifyWebhook, type VerifyWebhookInput } from "./webhooks"
import { signWebhook } from "./webhooks"

const AT_SECONDS = 1768478400
const genuine: VerifyWebhookInput = {
  rawBody: '{"status":"confirmed","external_id":"cart_1","id":"p1"}',
  timestamp: String(AT_SECONDS),
  signature: vector("webhook", "confirmed"),
  secrets: ["whsec_test_1"],
  now: new Date(AT_SECONDS * 1000),
}

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
  ["malformed_signature", { signature: [vector("webhook", "confirmed")] }],
  ["malformed_signature", { signature: `sha256=${"a".repeat(64)}` }],
  ["malformed_signature", { signature: `${"a".repeat(64)}\n` }],
  // Node's hex decoder takes U+0161 for 0x61, the letter a.
  [
    "malformed_signature",
    { signature: vector("webhook", "confirmed").replace("c", "\u0163") },
  ],
  ["signature_mismatch", { signature: "a".repeat(64) }],
  ["signature_mismatch", { timestamp: "1768478401" }],
  ["signature_mismatch", { timestamp: "01768478400" }],
  ["signature_mismatch", { rawBody: `${genuine.rawBody} ` }],
  ["signature_mismatch", { rawBody: "" }],
  ["signature_mismatch", { secrets: ["whsec_test_2"] }],
  ["signature_mismatch", { secrets: [] }],
]

function verify(changes: Partial<VerifyWebhookInput>) {
  return verifyWebhook({ ...genuine, ...changes })
}

function secondsLater(seconds: number) {
  return new Date((AT_SECONDS + seconds) * 1000)
}

describe("verifying a webhook", () => {
  it("accepts what openssl signed", () => {
    expect(verify({})).toEqual({ verified: true, ageSeconds: 0 })
  })

  it("accepts the signature in upper case", () => {
    const signature = vector("webhook", "confirmed").toUpperCase()
    expect(verify({ signature })).toEqual({ verified: true, ageSeconds: 0 })
  })

  it("accepts either secret while one is being rotated, in any order", () => {
    const both = ["whsec_test_1", "whsec_test_2"]
    const signature = vector("webhook", "other-secret")
    for (const secrets of [both, [...both].reverse()]) {
      expect(verify({ secrets })).toMatchObject({ verified: true })
      expect(verify({ secrets, signature })).toMatchObject({ verified: true })
    }
  })

  it.each(rejected)("returns %s for %j", (reason, changes) => {
    expect(verify(changes)).toEqual({ verified: false, reason })
  })

  it("takes a single secret as a whole, not letter by letter", () => {
    expect(verify({ secrets: "whsec_test_1" })).toMatchObject({
      verified: true,
    })
    const headers = signWebhook({
      rawBody: genuine.rawBody,
      secret: "w",
      timestampSeconds: AT_SECONDS,
    })
    const signature = headers["x-webhook-signature"]
    expect(verify({ secrets: "whsec_test_1", signature })).toEqual({
      verified: false,
      reason: "signature_mismatch",
    })
  })

  it.each([
    { toleranceSeconds: NaN },
    { now: new Date(NaN) },
    { toleranceSeconds: -1 },
  ])("accepts nothing when clock or tolerance is no number: %j", (wrong) => {
    expect(verify(wrong)).toMatchObject({
      verified: false,
      reason: "stale_timestamp",
    })
  })

  it("never accepts a delivery signed with an empty secret", () => {
    const { "x-webhook-signature": signature } = signWebhook({
      rawBody: genuine.rawBody,
      secret: "",
      timestampSeconds: AT_SECONDS,
    })
    expect(verify({ signature, secrets: [""] })).toEqual({
      verified: false,
      reason: "signature_mismatch",
    })
  })

  it("accepts up to 300 seconds of age either way", () => {
    expect(verify({ now: secondsLater(300) })).toEqual({
      verified: true,
      ageSeconds: 300,
    })
    expect(verify({ now: secondsLater(-300) })).toEqual({
      verified: true,
      ageSeconds: -300,
    })
  })

  it.each([301, -301, 86_400])(
    "calls an authentic delivery of age %i stale, and tells its age",
    (ageSeconds) => {
      expect(verify({ now: secondsLater(ageSeconds) })).toEqual({
        verified: false,
        reason: "stale_timestamp",
        ageSeconds,
      })
    }
  )

  it("takes another tolerance", () => {
    const now = secondsLater(11)
    expect(verify({ now, toleranceSeconds: 10 })).toMatchObject({
      reason: "stale_timestamp",
    })
    expect(verify({ now, toleranceSeconds: 11 })).toMatchObject({
      verified: true,
    })
  })

  it("does not call a forged old delivery stale", () => {
    expect(
      verify({ now: secondsLater(9000), signature: "0".repeat(64) })
    ).toEqual({ verified: false, reason: "signature_mismatch" })
  })
})
