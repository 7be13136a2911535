import fc from "fast-check"
import { eventBody } from "./bodies"
import {
  carry,
  type Receiver,
  sign,
  type WebhookRequest,
} from "./webhook-request"

/** Genuine deliveries that come to the wrong door, or are far too large. */
export function misaddressedWebhook(
  receiver: Receiver
): fc.Arbitrary<WebhookRequest> {
  const provider = fc
    .oneof(
      fc.string({ minLength: 1, maxLength: 300 }).map(encodeURIComponent),
      fc.string({ unit: "binary", minLength: 1, maxLength: 40 }).map(encoded),
      // Not a bad percent-encoding: Medusa answers that before any route is
      // chosen, on every path.
      fc.constantFrom("%00", "..%2f..", "__proto__", "toString", "%0d%0aX:y")
    )
    .filter((id) => !receiver.path.endsWith(`/${id}`) && !/^\.*$/.test(id))
  const method = fc.constantFrom("GET", "PUT", "PATCH", "DELETE", "HEAD")
  const size = fc.integer({ min: 65_537, max: 200_000 })
  const genuine = eventBody.map((body) => sign(receiver, body))
  return fc.oneof(
    {
      weight: 20,
      arbitrary: fc.tuple(genuine, provider).map(([delivery, id]) => {
        const path = receiver.path.replace(/[^/]+$/, id)
        return { ...carry("no such provider", receiver, delivery), path }
      }),
    },
    {
      weight: 5,
      arbitrary: fc.tuple(genuine, method).map(([delivery, other]) => ({
        ...carry(`method ${other}`, receiver, delivery),
        method: other,
      })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(eventBody, size).map(([body, bytes]) => {
        const padded = Buffer.concat([body, Buffer.alloc(bytes, " ")])
        return carry("too large", receiver, sign(receiver, padded))
      }),
    }
  )
}

function encoded(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
    .join("")
}
