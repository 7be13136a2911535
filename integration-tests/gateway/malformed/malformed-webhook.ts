import { connect } from "node:net"
import fc from "fast-check"
import { webhookEvents } from "../../../src/gateway/fixtures"
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

/** Signed as the gateway does, but for what is changed on the way. */
export function delivery(
  { path, secret, nowSeconds }: Receiver,
  signed: Buffer,
  changed: Record<string, string> = {},
  body = signed
): WebhookRequest {
  const headers = webhookHeaders(signed, secret, String(nowSeconds))
  return {
    method: "POST",
    path,
    headers: Object.entries({ ...headers, ...changed }),
    body,
  }
}

/** An event as contract §6 has it; no payment of ours. */
const event = fc
  .tuple(
    fc.constantFrom(...Object.values(webhookEvents)),
    fc.stringMatching(/^[a-km-z2-9]{1,30}$/)
  )
  .map(([terminal, id]) => ({ ...terminal, id, external_id: id }))

const asBytes = (value: unknown) => Buffer.from(JSON.stringify(value))

/** The bytes of an event. */
export const eventBody = event.map(asBytes)

const noText = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    "",
    0,
    true,
    false,
    [],
    {},
    "a\0b",
    "\ud800",
    "a\nb",
    "a\u001bb",
    "a\u202eb",
    "a\u2028b",
    "x".repeat(2_000)
  ),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.array(fc.string(), { maxLength: 3 })
)

/** Bytes that are no event, whoever signed them. */
const noEventBody = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc
    .oneof(fc.string(), fc.double(), fc.boolean(), fc.array(fc.anything()))
    .map(asBytes),
  fc.json().map((text) => Buffer.from(`[${text}]`)),
  fc
    .tuple(event, fc.constantFrom("id", "status"), noText)
    .map(([fields, name, wrong]) => asBytes({ ...fields, [name]: wrong })),
  // An object's text has its last brace at its end: any cut breaks it.
  fc
    .tuple(eventBody, fc.nat())
    .map(([body, at]) => body.subarray(0, at % body.length)),
  // Not UTF-8 any more: a lone continuation byte within a text.
  eventBody.map((body) =>
    Buffer.concat([body.subarray(0, 12), Buffer.of(0xbf), body.subarray(12)])
  ),
  eventBody.map((body) =>
    Buffer.from(body.toString().replace("{", '{"__proto__":{"a":1},,'))
  ),
  eventBody.map((body) => Buffer.from(`{"__proto__":${body.toString()}}`)),
  fc.nat({ max: 5_000 }).map((depth) => Buffer.from("[".repeat(depth)))
)

/** A header value that HTTP lets through unchanged: no white space at its ends. */
export const headerText = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 80 }),
    fc.stringMatching(/^[\x20-\xff]{1,200}$/),
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
  fc.constantFrom("0x68", "1e9", "-1", "+1", "1_000", "1,2", "3")
)

/** Signatures that are none, or of nothing. */
const oddSignature = fc.oneof(
  headerText,
  fc.stringMatching(/^[\da-fA-F]{0,200}$/),
  fc.stringMatching(/^(sha256=|0x)?[\da-fA-F]{64}$/),
  fc.stringMatching(/^([\da-fA-F]{63}g|[\da-fA-F]{128})$/),
  fc.stringMatching(/^[a-zA-Z\d+/]{43}=$/)
)

/** Requests none of which is a webhook that the gateway would send. */
export function malformedWebhook(receiver: Receiver): Requests {
  return fc.oneof(
    changedBody(receiver),
    fc
      .tuple(eventBody, oddTimestamp)
      .filter(([, timestamp]) => timestamp !== String(receiver.nowSeconds))
      .map(([body, timestamp]) =>
        delivery(receiver, body, { "x-webhook-timestamp": timestamp })
      ),
    changedSignature(receiver),
    spoiltHeaders(receiver),
    // The right signature over something that is no event.
    noEventBody.map((body) => delivery(receiver, body)),
    nonsense(receiver)
  )
}

function changedBody(receiver: Receiver): Requests {
  return fc
    .tuple(eventBody, fc.nat(), fc.nat({ max: 255 }))
    .chain(([genuine, position, value]) => {
      const at = position % genuine.length
      const [before, after] = [genuine.subarray(0, at), genuine.subarray(at)]
      const flipped = Buffer.from(genuine)
      flipped[at] ^= 1 << (value & 7)
      const inserted = Buffer.concat([before, Buffer.of(value), after])
      const longer = Buffer.concat([genuine, Buffer.of(value)])
      return fc
        .constantFrom(flipped, before, inserted, longer, Buffer.alloc(0))
        .map((body) => delivery(receiver, genuine, {}, body))
    })
}

function changedSignature(receiver: Receiver): Requests {
  return fc
    .tuple(eventBody, oddSignature, fc.nat({ max: 63 }))
    .chain(([body, odd, at]) => {
      const { secret, nowSeconds } = receiver
      const sent = webhookHeaders(body, secret, String(nowSeconds))
      const right = sent["x-webhook-signature"]
      const digit = right[at] === "0" ? "1" : "0"
      const near = right.slice(0, at) + digit + right.slice(at + 1)
      return fc
        .constantFrom(odd, near, right.slice(0, at), `${right}0`)
        .map((text) =>
          delivery(receiver, body, { "x-webhook-signature": text })
        )
    })
}

/** Genuine, but for headers that are missing, doubled, empty or named otherwise. */
function spoiltHeaders(receiver: Receiver): Requests {
  return fc
    .tuple(
      eventBody.map((body) => delivery(receiver, body)),
      fc.constantFrom("x-webhook-timestamp", "x-webhook-signature"),
      headerText
    )
    .chain(([genuine, name, text]) => {
      const others = genuine.headers.filter(([each]) => each !== name)
      const value = new Map(genuine.headers).get(name) ?? ""
      return fc
        .constantFrom<WebhookRequest["headers"]>(
          [],
          [
            [name, value],
            [name, value],
          ],
          [[name, ""]],
          [[name.replace("webhook", "hook"), value]],
          [[name, `${value.slice(0, 5)} ${text}${value.slice(5)}`]]
        )
        .map((spoilt) => ({ ...genuine, headers: [...others, ...spoilt] }))
    })
}

/** Whatever a stranger may send. */
function nonsense({ path }: Receiver): Requests {
  const headers = fc.record({
    "content-type": fc.constantFrom(
      "application/json",
      "application/json; charset=utf-16",
      "text/plain",
      "multipart/form-data; boundary=x",
      "application/x-www-form-urlencoded",
      "a/b"
    ),
    "content-encoding": fc.constantFrom(
      "identity",
      "gzip",
      "br",
      "deflate",
      "zstd"
    ),
    "x-webhook-timestamp": oddTimestamp,
    "x-webhook-signature": oddSignature,
    "x-forwarded-for": headerText,
    cookie: headerText,
  })
  return fc.record({
    method: fc.constant("POST"),
    path: fc.constant(path),
    headers: headers.map((values) => Object.entries(values)),
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
    .map((id) => ({ path: receiver.path.replace(/[^/]+$/, id) }))
  const otherMethod = fc.record({
    method: fc.constantFrom("GET", "PUT", "PATCH", "DELETE", "HEAD"),
  })
  const tooLarge = fc
    .tuple(eventBody, fc.integer({ min: 65_537, max: 200_000 }))
    .map(([body, bytes]) =>
      delivery(receiver, Buffer.concat([body, Buffer.alloc(bytes, " ")]))
    )
  return fc
    .tuple(
      eventBody.map((body) => delivery(receiver, body)),
      fc.oneof<fc.MaybeWeightedArbitrary<Partial<WebhookRequest>>[]>(
        { weight: 20, arbitrary: provider },
        { weight: 5, arbitrary: otherMethod },
        { weight: 1, arbitrary: tooLarge }
      )
    )
    .map(([genuine, changed]) => ({ ...genuine, ...changed }))
}

/** Bytes that are no HTTP request to the route, or not a whole one. */
export function brokenHttp(path: string): fc.Arbitrary<Buffer> {
  const line = `POST ${path} HTTP/1.1\r\nhost: localhost\r\n`
  const junk = fc.uint8Array({ minLength: 1, maxLength: 200 })
  const number = fc.constantFrom("-1", "1e3", "0x10", "99999999999999999", "a")
  const length = fc.oneof(number, fc.integer({ min: 3, max: 100_000 }))
  const text = fc.oneof(
    length.map((bytes) => `${line}content-length: ${bytes}\r\n\r\n{}`),
    number.map(
      (size) => `${line}transfer-encoding: chunked\r\n\r\n${size}\r\n{}\r\n`
    ),
    fc.constantFrom(
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
  )
  return fc.oneof(
    ...["", line].map((start) =>
      junk.map((bytes) => Buffer.concat([Buffer.from(start), bytes]))
    ),
    { weight: 3, arbitrary: text.map((each) => Buffer.from(each)) }
  )
}

/** Sends the bytes, hangs up, and tells the status of the answer; undefined when there was none. */
export async function sendBytes(
  { hostname, port }: URL,
  bytes: Buffer
): Promise<number | undefined> {
  const socket = connect(Number(port), hostname)
  socket.setTimeout(2_000, () => socket.destroy())
  socket.end(bytes)
  try {
    for await (const answer of socket) {
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(String(answer)) ?? []
      return status === undefined ? undefined : Number(status)
    }
  } catch {
    // Reset before there was an answer.
  }
  return undefined
}
