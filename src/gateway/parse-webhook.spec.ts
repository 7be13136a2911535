import fc from "fast-check"
import { parseWebhook } from "./parse-webhook"
import { webhookEvents } from "./testing"

describe("parsing a webhook", () => {
  it.each(Object.entries(webhookEvents))(
    "reads an event of status %s, from text and from bytes",
    (status, event) => {
      const text = JSON.stringify(event)
      const { terminal_id: _deprecated, ...kept } = event
      for (const rawBody of [text, Buffer.from(text)]) {
        expect(parseWebhook(rawBody)).toEqual({ ok: true, event: kept })
      }
      expect(status).toBe(event.status)
    }
  )

  it("keeps an unknown status as it came, and ignores unknown fields", () => {
    const event = { id: "p1", external_id: "c1", status: "Being_Traced" }
    const rawBody = JSON.stringify({ ...event, hash: "0xabc" })
    expect(parseWebhook(rawBody)).toEqual({ ok: true, event })
  })

  it("takes null for absent", () => {
    const event = { id: "p1", external_id: "c1", status: "expired" }
    const rawBody = JSON.stringify({ ...event, amount: null, currency: null })
    expect(parseWebhook(rawBody)).toEqual({ ok: true, event })
  })

  it("drops a malformed field that nobody promised", () => {
    const event = { id: "p1", external_id: "c1", status: "expired" }
    const rawBody = JSON.stringify({ ...event, is_test: "yes" })
    expect(parseWebhook(rawBody)).toEqual({ ok: true, event })
  })

  it("reads bytes that are a window of a larger buffer", () => {
    const text = JSON.stringify(webhookEvents.confirmed)
    const whole = new Uint8Array(Buffer.from(`##${text}##`))
    expect(parseWebhook(whole.subarray(2, -2))).toMatchObject({ ok: true })
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
    ["invalid_event", '{"id":"p1","external_id":"c1"}'],
    ["invalid_event", '{"id":"p1","external_id":"c1","status":""}'],
    ["invalid_event", '{"id":"p1","external_id":"c1","status":7}'],
    ["invalid_event", '{"id":1,"external_id":"c1","status":"confirmed"}'],
    [
      "invalid_event",
      '{"id":"p1","external_id":"c1","status":"confirmed","original_amount":19.9}',
    ],
    [
      "invalid_event",
      '{"id":"p1","external_id":"c1","status":"confirmed","amount":"1e3"}',
    ],
  ])("says %s of %s", (reason, rawBody) => {
    expect(parseWebhook(rawBody)).toMatchObject({ ok: false, reason })
  })

  it("names the field at fault and quotes no value", () => {
    const rawBody =
      '{"id":"p1","external_id":"c1","status":"confirmed","amount":"s3cret"}'
    expect(parseWebhook(rawBody)).toEqual({
      ok: false,
      reason: "invalid_event",
      message:
        "The webhook is not a payment event: amount: expected a decimal string",
    })
  })

  it("never throws, whatever the bytes", () => {
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
