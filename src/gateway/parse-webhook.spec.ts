import fc from "fast-check"
import { parseWebhook } from "./webhooks"
import { webhookEvents } from "./fixtures"

describe("parsing a webhook", () => {
  it.each(Object.entries(webhookEvents))(
    "reads an event of status %s, from text and from bytes",
    (status, event) => {
      const text = JSON.stringify(event)
      const { terminal_id: _deprecated, ...kept } = event
      for (const rawBody of [text, Buffer.from(text)]) {
        expect(parseWebhook(rawBody)).toEqual({
          ok: true,
          event: kept,
          malformed: [],
        })
      }
      expect(status).toBe(event.status)
    }
  )

  it("keeps an unknown status unchanged, and ignores unknown fields", () => {
    const event = { id: "p1", external_id: "c1", status: "Being_Traced" }
    const rawBody = JSON.stringify({ ...event, hash: "0xabc" })
    expect(parseWebhook(rawBody)).toEqual({ ok: true, event, malformed: [] })
  })

  it("takes null for absent", () => {
    const event = { id: "p1", external_id: "c1", status: "expired" }
    const rawBody = JSON.stringify({ ...event, amount: null, currency: null })
    expect(parseWebhook(rawBody)).toEqual({ ok: true, event, malformed: [] })
  })

  const needless = [
    "external_id",
    "original_amount",
    "original_currency",
    "amount",
    "currency",
    "merchant_id",
    "is_test",
  ] as const

  it.each(needless)(
    "accepts a delivery without %s, and leaves out a value that makes no sense",
    (field) => {
      const { [field]: _absent, ...event } = {
        ...webhookEvents.confirmed,
        terminal_id: undefined,
        is_test: true,
      }
      expect(parseWebhook(JSON.stringify(event))).toEqual({
        ok: true,
        event,
        malformed: [],
      })
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
        const rawBody = JSON.stringify({ ...event, [field]: value })
        expect(parseWebhook(rawBody)).toEqual({
          ok: true,
          event,
          malformed: [field],
        })
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
    const event = { id: "p1", external_id: "c1", status: "expired" }
    const rawBody = JSON.stringify({
      ...event,
      amount,
      original_amount: amount,
      currency: "0",
    })
    expect(parseWebhook(rawBody)).toEqual({
      ok: true,
      event,
      malformed: ["original_amount", "amount", "currency"],
    })
  })

  it("takes the last of duplicate keys, and nothing from a prototype or from depths", () => {
    const deep = "[".repeat(20_000) + "]".repeat(20_000)
    const rawBody = `{"__proto__":{"amount":"1","currency":"ETH"},"constructor":{"prototype":{"amount":"1"}},"status":"created","id":"p1","x":${deep},"status":"confirmed"}`
    expect(parseWebhook(rawBody)).toEqual({
      ok: true,
      event: { id: "p1", status: "confirmed" },
      malformed: [],
    })
    expect(
      parseWebhook('{"__proto__":{"id":"p1","status":"a"}}')
    ).toMatchObject({ ok: false, reason: "invalid_event" })
    expect(parseWebhook(`{"id":"p1","status":${deep}}`)).toMatchObject({
      ok: false,
      reason: "invalid_event",
    })
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
    ["invalid_event", '{"id":null,"external_id":"c1","status":"confirmed"}'],
    ["invalid_event", '{"external_id":"c1","status":"confirmed"}'],
    ["invalid_event", '{"id":"p1\\n","status":"confirmed"}'],
    ["invalid_event", '{"id":"p1","status":"con\\u202efirmed"}'],
    ["invalid_event", `{"id":"${"x".repeat(513)}","status":"confirmed"}`],
  ])("returns %s for %s", (reason, rawBody) => {
    expect(parseWebhook(rawBody)).toMatchObject({ ok: false, reason })
  })

  it("names the field at fault and quotes no value", () => {
    const rawBody = '{"id":"p1","external_id":"c1","status":"s3cret\\u0007"}'
    expect(parseWebhook(rawBody)).toEqual({
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
