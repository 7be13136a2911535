import { webhookHeaders } from "../../support/webhook-headers"

/** A webhook request as it goes on the wire. */
export type WebhookRequest = {
  /** How it was made wrong, in a few words. */
  flaw: string
  method: string
  path: string
  /** A name may come more than once. */
  headers: [name: string, value: string][]
  body: Buffer
}

/** Where the requests go, and what a genuine one would be signed with. */
export type Receiver = {
  /** Path of the hook route. */
  path: string
  secret: string
  nowSeconds: number
}

/** A delivery with nothing wrong, apart from HTTP. */
export type Genuine = {
  timestamp: string
  signature: string
  body: Buffer
}

/** Signs as the gateway does. */
export function sign(
  { secret, nowSeconds }: Receiver,
  body: Buffer,
  timestamp = String(nowSeconds)
): Genuine {
  const headers = webhookHeaders(body, secret, timestamp)
  return { timestamp, signature: headers["x-webhook-signature"], body }
}

/** The request that carries a delivery. */
export function carry(
  flaw: string,
  { path }: Receiver,
  { timestamp, signature, body }: Genuine
): WebhookRequest {
  return {
    flaw,
    method: "POST",
    path,
    headers: [
      ["content-type", "application/json"],
      ["x-webhook-timestamp", timestamp],
      ["x-webhook-signature", signature],
    ],
    body,
  }
}
