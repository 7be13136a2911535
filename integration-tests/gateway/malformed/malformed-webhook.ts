import { createHmac } from "node:crypto"
import fc from "fast-check"
import { eventBody, noEventBody } from "./bodies"
import { headerText, oddSignature, oddTimestamp } from "./texts"
import {
  carry,
  type Receiver,
  sign,
  type WebhookRequest,
} from "./webhook-request"

type Requests = fc.Arbitrary<WebhookRequest>

/** Requests none of which is a webhook that the gateway would send. */
export function malformedWebhook(receiver: Receiver): Requests {
  return fc.oneof(
    changedBody(receiver),
    changedTimestamp(receiver),
    changedSignature(receiver),
    otherRecipe(receiver),
    spoiltHeaders(receiver),
    signedNonsense(receiver),
    nonsense(receiver)
  )
}

/** Genuine, then changed on the way. */
function changedBody(receiver: Receiver): Requests {
  const change = fc.constantFrom("flip", "cut", "insert", "append", "empty")
  return fc
    .tuple(eventBody, change, fc.nat(), fc.nat({ max: 255 }))
    .map(([body, how, position, value]) => {
      const at = position % body.length
      const changed = Buffer.from(body)
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << (value & 7)), at)
      const bodies: Record<typeof how, Buffer> = {
        flip: changed,
        cut: body.subarray(0, at),
        insert: Buffer.concat([
          body.subarray(0, at),
          Buffer.of(value),
          body.subarray(at),
        ]),
        append: Buffer.concat([body, Buffer.of(value)]),
        empty: Buffer.alloc(0),
      }
      const genuine = sign(receiver, body)
      return carry(`body: ${how}`, receiver, { ...genuine, body: bodies[how] })
    })
}

function changedTimestamp(receiver: Receiver): Requests {
  return fc
    .tuple(eventBody, oddTimestamp)
    .filter(([, timestamp]) => timestamp !== String(receiver.nowSeconds))
    .map(([body, timestamp]) => {
      const genuine = sign(receiver, body)
      return carry("another timestamp", receiver, { ...genuine, timestamp })
    })
}

function changedSignature(receiver: Receiver): Requests {
  return fc
    .tuple(eventBody, oddSignature, fc.nat({ max: 63 }))
    .chain(([body, odd, at]) => {
      const genuine = sign(receiver, body)
      const digit = genuine.signature[at] === "0" ? "1" : "0"
      const { signature } = genuine
      const near = signature.slice(0, at) + digit + signature.slice(at + 1)
      return fc
        .constantFrom(odd, near, signature.slice(0, at), `${signature}0`)
        .map((other) =>
          carry("another signature", receiver, { ...genuine, signature: other })
        )
    })
}

/** Signed in ways that the contract does not have. */
function otherRecipe(receiver: Receiver): Requests {
  const { nowSeconds, secret } = receiver
  const timestamp = String(nowSeconds)
  return fc
    .tuple(eventBody, fc.string({ maxLength: 40 }), fc.nat({ max: 6 }))
    .map(([body, guess, recipe]) => {
      const hmac = (key: string, text: string, algorithm = "sha256") =>
        createHmac(algorithm, key).update(text).digest("hex")
      const text = body.toString()
      const signature = [
        hmac(`${guess}?`, `${timestamp}.${text}`),
        hmac("", `${timestamp}.${text}`),
        hmac(secret, text),
        hmac(secret, `${timestamp}${text}`),
        hmac(secret, `${timestamp}.${text}`, "sha512"),
        hmac(secret, `${timestamp}.${text} `),
        hmac(secret, `${text}.${timestamp}`),
      ][recipe]
      return carry(`recipe ${recipe}`, receiver, { timestamp, signature, body })
    })
}

/** Genuine, but for headers that are missing, doubled, empty or named otherwise. */
function spoiltHeaders(receiver: Receiver): Requests {
  const name = fc.constantFrom("x-webhook-timestamp", "x-webhook-signature")
  const change = fc.constantFrom(
    "missing",
    "double",
    "empty",
    "renamed",
    "split"
  )
  return fc
    .tuple(eventBody, name, change, headerText)
    .map(([body, spoilt, how, text]) => {
      const request = carry(`${how} ${spoilt}`, receiver, sign(receiver, body))
      const headers = request.headers.flatMap(
        ([each, value]): WebhookRequest["headers"] => {
          if (each !== spoilt) {
            return [[each, value]]
          }
          const changed: Record<typeof how, WebhookRequest["headers"]> = {
            missing: [],
            double: [
              [each, value],
              [each, value],
            ],
            empty: [[each, ""]],
            renamed: [[each.replace("webhook", "hook"), value]],
            split: [[each, `${value.slice(0, 5)} ${text}${value.slice(5)}`]],
          }
          return changed[how]
        }
      )
      return { ...request, headers }
    })
}

/** The right signature over something that is no event. */
function signedNonsense(receiver: Receiver): Requests {
  return noEventBody.map((body) =>
    carry("signed nonsense", receiver, sign(receiver, body))
  )
}

/** Whatever a stranger may send. */
function nonsense(receiver: Receiver): Requests {
  const type = fc.constantFrom(
    "application/json",
    "application/json; charset=utf-16",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "a/b"
  )
  const encoding = fc.constantFrom("identity", "gzip", "br", "deflate", "zstd")
  return fc
    .tuple(
      fc.oneof(eventBody, noEventBody),
      oddTimestamp,
      oddSignature,
      type,
      encoding,
      headerText
    )
    .map(([body, timestamp, signature, contentType, contentEncoding, text]) => {
      const { path } = receiver
      const headers: WebhookRequest["headers"] = [
        ["content-type", contentType],
        ["content-encoding", contentEncoding],
        ["x-webhook-timestamp", timestamp],
        ["x-webhook-signature", signature],
        ["x-forwarded-for", text],
        ["cookie", text],
      ]
      return { flaw: "nonsense", method: "POST", path, headers, body }
    })
}
