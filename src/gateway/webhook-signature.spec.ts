import fc from "fast-check"
import { vector } from "./fixtures"
import { verifyWebhook } from "./webhooks"
import { signWebhook } from "./webhooks"

const AT_SECONDS = 1768478400
const CONFIRMED = '{"status":"confirmed","external_id":"cart_1","id":"p1"}'
const now = new Date(AT_SECONDS * 1000)

describe("signing a webhook", () => {
  it.each([
    ["confirmed", "whsec_test_1", CONFIRMED],
    ["other-secret", "whsec_test_2", CONFIRMED],
    ["spaces-are-kept", "whsec_test_1", '{ "status" : "confirmed" }'],
    ["non-ascii", "whsec_test_1", '{"external_id":"Käse-☕"}'],
    ["empty-body", "whsec_test_1", ""],
  ])("matches the signature of openssl: %s", (name, secret, rawBody) => {
    const expected = {
      "x-webhook-timestamp": "1768478400",
      "x-webhook-signature": vector("webhook", name),
      "content-type": "application/json",
    }
    const timestampSeconds = AT_SECONDS
    expect(signWebhook({ rawBody, secret, timestampSeconds })).toEqual(expected)
    expect(
      signWebhook({ rawBody: Buffer.from(rawBody), secret, timestampSeconds })
    ).toEqual(expected)
  })

  it("makes a delivery that verifies for any body and secret", () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.string({ minLength: 1 }),
        fc.nat({ max: 4e9 }),
        (rawBody, secret, timestampSeconds) => {
          const headers = signWebhook({ rawBody, secret, timestampSeconds })
          expect(
            verifyWebhook({
              rawBody,
              timestamp: headers["x-webhook-timestamp"],
              signature: headers["x-webhook-signature"],
              secrets: [secret],
              now: new Date(timestampSeconds * 1000),
            })
          ).toEqual({ verified: true, ageSeconds: 0 })
        }
      )
    )
  })

  it("makes a delivery in which no bit can be flipped, in body, timestamp or signature", () => {
    const delivery = fc.record({
      rawBody: fc.uint8Array({ minLength: 1 }),
      secret: fc.string({ minLength: 1 }),
      part: fc.constantFrom("body", "timestamp", "signature"),
      position: fc.nat(),
    })
    fc.assert(
      fc.property(delivery, ({ rawBody, secret, part, position }) => {
        const headers = signWebhook({
          rawBody,
          secret,
          timestampSeconds: AT_SECONDS,
        })
        const parts = {
          body: Buffer.from(rawBody),
          timestamp: Buffer.from(headers["x-webhook-timestamp"]),
          signature: Buffer.from(headers["x-webhook-signature"], "hex"),
        }
        flipBit(parts[part], position)
        expect(
          verifyWebhook({
            rawBody: parts.body,
            timestamp: parts.timestamp.toString("latin1"),
            signature: parts.signature.toString("hex"),
            secrets: [secret],
            now,
          })
        ).toMatchObject({
          verified: false,
          reason: expect.stringMatching(/mismatch|malformed_timestamp/),
        })
      })
    )
  })
})

function flipBit(bytes: Buffer, position: number) {
  const bit = position % (bytes.length * 8)
  const index = bit >> 3
  bytes.writeUInt8(bytes.readUInt8(index) ^ (1 << (bit & 7)), index)
}
