import { connect } from "node:net"
import fc from "fast-check"
import { webhookHeaders } from "../../support/webhook-headers"

/** A webhook request as it goes on the wire; a header's name may come more than once. */
export type WebhookRequest = {
  method: string
  path: string
  headers: [name: string, value: string][]
  body: Buffer
}

/** Where the requests go, and what a genuine one would be signed with. */
export type Receiver = { path: string; secret: string; nowSeconds: number }

type Requests = fc.Arbitrary<WebhookRequest>

/** Signed as the gateway does, but for what is `changed` on the way. */
export function delivery(
  { path, secret, nowSeconds }: Receiver,
  body: Buffer,
  changed: { timestamp?: string; signature?: string; body?: Buffer } = {}
): WebhookRequest {
  const sent = webhookHeaders(body, secret, String(nowSeconds))
  return {
    method: "POST",
    path,
    headers: [
      ["content-type", sent["content-type"]],
      ["x-webhook-timestamp", changed.timestamp ?? sent["x-webhook-timestamp"]],
      ["x-webhook-signature", changed.signature ?? sent["x-webhook-signature"]],
    ],
    body: changed.body ?? body,
  }
}

const id = fc.string({
  unit: fc.constantFrom(..."abcdefghijkmnopqrstuvwxyz23456789"),
  minLength: 1,
  maxLength: 30,
})

const amount = fc
  .tuple(fc.nat(), fc.nat({ max: 99 }))
  .map(([whole, cents]) => `${whole}.${cents}`)

/** An event as contract §6 has it; no payment of ours. */
const event = fc.record({
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

const asBytes = (value: unknown) => Buffer.from(JSON.stringify(value))

/** The bytes of an event. */
export const eventBody = event.map(asBytes)

const required = fc.constantFrom("id", "status")

const noText = fc.oneof(
  fc.constantFrom<unknown>(null, "", 0, true, false, [], {}, "a\0b", "\ud800"),
  fc.constantFrom("a\nb", "a\u001bb", "a\u202eb", "a\u2028b"),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.constant("x".repeat(2_000))
)

/** Bytes that are no event, whoever signed them. */
const noEventBody = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc
    .oneof(fc.string(), fc.double(), fc.boolean(), fc.array(fc.anything()))
    .map(asBytes),
  fc.json().map((text) => Buffer.from(`[${text}]`)),
  fc
    .tuple(event, required, fc.option(noText, { nil: undefined }))
    .map(([fields, name, wrong]) => asBytes({ ...fields, [name]: wrong })),
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

/** A header value that HTTP lets through unchanged: no white space at its ends. */
export const headerText = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 80 }),
    fc.string({ unit: latin1(), minLength: 1, maxLength: 200 }),
    fc.string({ unit: "binary-ascii", minLength: 1, maxLength: 40 }),
    fc.constantFrom("null", "undefined", "[object Object]", "NaN", "true", "0")
  )
  .map((text) => text.replace(/[^\x20-\x7e\x80-\xff]/g, "").trim())

/** Times that are none, or not the one that was signed. */
const oddTimestamp = fc.oneof(
  headerText,
  fc.integer().map(String),
  fc.double().map(String),
  fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom("0x68", "1e9", "-1", "+1", "1_000", "1,2", "١٢٣".length + "")
)

/** Signatures that are none, or of nothing. */
const oddSignature = fc.oneof(
  headerText,
  hexOf(0, 200),
  hexOf(64, 64),
  hexOf(128, 128),
  hexOf(64, 64).map((hex) => `sha256=${hex}`),
  hexOf(64, 64).map((hex) => `0x${hex}`),
  hexOf(63, 63).map((hex) => `${hex}g`),
  fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes).toString("base64"))
)

function hexOf(minLength: number, maxLength: number) {
  return fc.string({
    unit: fc.constantFrom(..."0123456789abcdefABCDEF"),
    minLength,
    maxLength,
  })
}

function latin1() {
  return fc
    .integer({ min: 0x20, max: 0xff })
    .map((code) => String.fromCharCode(code))
}

/** Requests none of which is a webhook that the gateway would send. */
export function malformedWebhook(receiver: Receiver): Requests {
  return fc.oneof(
    changedBody(receiver),
    fc
      .tuple(eventBody, oddTimestamp)
      .filter(([, timestamp]) => timestamp !== String(receiver.nowSeconds))
      .map(([body, timestamp]) => delivery(receiver, body, { timestamp })),
    changedSignature(receiver),
    spoiltHeaders(receiver),
    // The right signature over something that is no event.
    noEventBody.map((body) => delivery(receiver, body)),
    nonsense(receiver)
  )
}

function changedBody(receiver: Receiver): Requests {
  const change = fc.constantFrom("flip", "cut", "insert", "append", "empty")
  return fc
    .tuple(eventBody, change, fc.nat(), fc.nat({ max: 255 }))
    .map(([genuine, how, position, value]) => {
      const at = position % genuine.length
      const [before, after] = [genuine.subarray(0, at), genuine.subarray(at)]
      const flipped = Buffer.from(genuine)
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (value & 7)), at)
      const bodies: Record<typeof how, Buffer> = {
        flip: flipped,
        cut: before,
        insert: Buffer.concat([before, Buffer.of(value), after]),
        append: Buffer.concat([genuine, Buffer.of(value)]),
        empty: Buffer.alloc(0),
      }
      return delivery(receiver, genuine, { body: bodies[how] })
    })
}

function changedSignature(receiver: Receiver): Requests {
  return fc
    .tuple(eventBody, oddSignature, fc.nat({ max: 63 }))
    .chain(([body, odd, at]) => {
      const headers = new Map(delivery(receiver, body).headers)
      const right = headers.get("x-webhook-signature") ?? ""
      const digit = right[at] === "0" ? "1" : "0"
      const near = right.slice(0, at) + digit + right.slice(at + 1)
      return fc
        .constantFrom(odd, near, right.slice(0, at), `${right}0`)
        .map((signature) => delivery(receiver, body, { signature }))
    })
}

/** Genuine, but for headers that are missing, doubled, empty or named otherwise. */
function spoiltHeaders(receiver: Receiver): Requests {
  type Header = WebhookRequest["headers"][number]
  const spoil: ((header: Header, text: string) => Header[])[] = [
    () => [],
    (header) => [header, header],
    ([name]) => [[name, ""]],
    ([name, value]) => [[name.replace("webhook", "hook"), value]],
    ([name, value], text) => [
      [name, `${value.slice(0, 5)} ${text}${value.slice(5)}`],
    ],
  ]
  return fc
    .tuple(
      eventBody,
      fc.constantFrom("x-webhook-timestamp", "x-webhook-signature"),
      fc.constantFrom(...spoil),
      headerText
    )
    .map(([body, spoilt, change, text]) => {
      const genuine = delivery(receiver, body)
      const headers = genuine.headers.flatMap((header) =>
        header[0] === spoilt ? change(header, text) : [header]
      )
      return { ...genuine, headers }
    })
}

/** Whatever a stranger may send. */
function nonsense({ path }: Receiver): Requests {
  const type = fc.constantFrom(
    "application/json",
    "application/json; charset=utf-16",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "a/b"
  )
  const headers = fc.tuple(
    fc.tuple(fc.constant("content-type"), type),
    fc.tuple(
      fc.constant("content-encoding"),
      fc.constantFrom("identity", "gzip", "br", "deflate", "zstd")
    ),
    fc.tuple(fc.constant("x-webhook-timestamp"), oddTimestamp),
    fc.tuple(fc.constant("x-webhook-signature"), oddSignature),
    fc.tuple(fc.constant("x-forwarded-for"), headerText),
    fc.tuple(fc.constant("cookie"), headerText)
  )
  return fc.record({
    method: fc.constant("POST"),
    path: fc.constant(path),
    headers,
    body: fc.oneof(eventBody, noEventBody),
  })
}

/** Genuine deliveries that come to the wrong door, or are far too large. */
export function misaddressedWebhook(receiver: Receiver): Requests {
  const provider = fc
    .oneof(
      fc.string({ minLength: 1, maxLength: 300 }).map(encodeURIComponent),
      fc
        .string({ unit: "binary", minLength: 1, maxLength: 40 })
        .map((text) => Buffer.from(text).toString("hex").replace(/../g, "%$&")),
      // Not a bad percent-encoding: Medusa answers that before any route is
      // chosen, on every path.
      fc.constantFrom("%00", "..%2f..", "__proto__", "toString", "%0d%0aX:y")
    )
    .filter((id) => !receiver.path.endsWith(`/${id}`) && !/^\.*$/.test(id))
  const otherMethod = fc.constantFrom("GET", "PUT", "PATCH", "DELETE", "HEAD")
  const genuine = eventBody.map((body) => delivery(receiver, body))
  return fc.oneof(
    {
      weight: 20,
      arbitrary: fc.tuple(genuine, provider).map(([request, id]) => ({
        ...request,
        path: receiver.path.replace(/[^/]+$/, id),
      })),
    },
    {
      weight: 5,
      arbitrary: fc
        .tuple(genuine, otherMethod)
        .map(([request, method]) => ({ ...request, method })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(eventBody, fc.integer({ min: 65_537, max: 200_000 }))
        .map(([body, bytes]) =>
          delivery(receiver, Buffer.concat([body, Buffer.alloc(bytes, " ")]))
        ),
    }
  )
}

/** Bytes that are no HTTP request to the route, or not a whole one. */
export function brokenHttp(path: string): fc.Arbitrary<Buffer> {
  const line = `POST ${path} HTTP/1.1\r\nhost: localhost\r\n`
  const junk = fc.uint8Array({ minLength: 1, maxLength: 200 })
  const number = fc.constantFrom("-1", "1e3", "0x10", "99999999999999999", "a")
  return fc.oneof(
    junk.map((bytes) => Buffer.from(bytes)),
    junk.map((bytes) => Buffer.concat([Buffer.from(line), bytes])),
    fc
      .oneof(number, fc.integer({ min: 3, max: 100_000 }))
      .map((length) =>
        Buffer.from(`${line}content-length: ${length}\r\n\r\n{}`)
      ),
    number.map((size) =>
      Buffer.from(`${line}transfer-encoding: chunked\r\n\r\n${size}\r\n{}\r\n`)
    ),
    fc
      .constantFrom(
        `${line}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
        `${line}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
        `${line}x-webhook-signature\r\n\r\n`,
        `${line}x-webhook-signature: a\r\n folded\r\n\r\n`,
        `${line}x-webhook-timestamp: \0\r\n\r\n`,
        `${line}expect: the-unexpected\r\ncontent-length: 2\r\n\r\n{}`,
        `POST ${path} HTTP/9.9\r\n\r\n`,
        `POST ${path}${"a".repeat(20_000)} HTTP/1.1\r\n\r\n`,
        `${line}${"x-a: b\r\n".repeat(4_000)}\r\n`
      )
      .map((text) => Buffer.from(text))
  )
}

/** Sends the bytes, hangs up, and tells the status of the answer; undefined when there was none. */
export function sendBytes(
  { hostname, port }: URL,
  bytes: Buffer
): Promise<number | undefined> {
  return new Promise((resolve) => {
    let answer = ""
    const socket = connect(Number(port), hostname)
    const end = () => {
      socket.destroy()
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? []
      resolve(status === undefined ? undefined : Number(status))
    }
    socket.setTimeout(2_000, end)
    socket.on("error", end)
    socket.on("close", end)
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1")
      end()
    })
    socket.end(bytes)
  })
}
