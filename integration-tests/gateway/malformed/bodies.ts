import fc from "fast-check"

const id = fc.string({
  unit: fc.constantFrom(..."abcdefghijkmnopqrstuvwxyz23456789"),
  minLength: 1,
  maxLength: 30,
})

const amount = fc
  .tuple(fc.nat(), fc.nat({ max: 99 }))
  .map(([whole, cents]) => `${whole}.${cents}`)

/** An event as contract §6 has it; no payment of ours. */
export const event = fc.record({
  status: fc.constantFrom("confirmed", "confirmed_manual", "expired", "failed"),
  external_id: id,
  id,
  original_amount: amount,
  original_currency: fc.constantFrom("EUR", "USD"),
  amount,
  currency: fc.constantFrom("USDT_TRC20", "ETH"),
  terminal_id: fc.constant("deprecated"),
  merchant_id: fc.uuid(),
})

/** The bytes of an event. */
export const eventBody = event.map((fields) =>
  Buffer.from(JSON.stringify(fields))
)

const required = fc.constantFrom("id", "status")

const noText = fc.oneof(
  fc.constantFrom<unknown>(null, "", 0, true, false, [], {}, "a\0b", "\ud800"),
  fc.constantFrom("a\nb", "a\u001bb", "a\u202eb", "a\u2028b"),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.constant("x".repeat(2_000))
)

/** Bytes that are no event, whoever signed them. */
export const noEventBody = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc
    .oneof(fc.string(), fc.double(), fc.boolean(), fc.array(fc.anything()))
    .map((value) => Buffer.from(JSON.stringify(value))),
  fc.json().map((text) => Buffer.from(`[${text}]`)),
  fc
    .tuple(event, required)
    .map(([fields, name]) =>
      Buffer.from(JSON.stringify({ ...fields, [name]: undefined }))
    ),
  fc
    .tuple(event, required, noText)
    .map(([fields, name, wrong]) =>
      Buffer.from(JSON.stringify({ ...fields, [name]: wrong }))
    ),
  fc.tuple(eventBody, fc.nat()).map(([body, at]) =>
    // An object's text has its last brace at its end: any cut breaks it.
    body.subarray(0, at % body.length)
  ),
  eventBody.map((body) =>
    // Not UTF-8 any more: a lone continuation byte within a text.
    Buffer.concat([body.subarray(0, 12), Buffer.of(0xbf), body.subarray(12)])
  ),
  eventBody.map((body) =>
    Buffer.from(body.toString().replace("{", '{"__proto__":{"a":1},,'))
  ),
  event.map((fields) => Buffer.from(`{"__proto__":${JSON.stringify(fields)}}`)),
  fc.nat({ max: 5_000 }).map((depth) => Buffer.from("[".repeat(depth)))
)
