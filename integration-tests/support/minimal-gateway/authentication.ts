import { timingSafeEqual, verify } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { ApiError } from "./create-request"

export type Credentials = {
  merchantId: string
  apiKey: string
  /** PEM of the key that `x-sign` is checked with; none: signing is off. */
  publicKey?: string
}

/** contract §5; throws the error that the rules name. */
export function authenticate(
  credentials: Credentials,
  request: {
    method: string
    url: URL
    headers: IncomingHttpHeaders
    body: Buffer
  }
): void {
  const { headers } = request
  if (headers["x-merchant-id"] !== credentials.merchantId) {
    throw new ApiError(401, "MERCHANT_NOT_FOUND")
  }
  const apiKey = headers["x-api-key"]
  // With both headers present only the key counts.
  const accepted =
    typeof apiKey === "string"
      ? sameText(apiKey, credentials.apiKey)
      : signatureIsGood(credentials.publicKey, request)
  if (!accepted) throw new ApiError(401, "INVALID_CREDENTIALS")
}

function sameText(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function signatureIsGood(
  publicKey: string | undefined,
  request: Parameters<typeof authenticate>[1]
): boolean {
  const signature = request.headers["x-sign"]
  if (!publicKey || typeof signature !== "string") return false
  const query = Object.fromEntries(request.url.searchParams)
  const signed = Buffer.concat([
    Buffer.from(request.method + request.url.pathname),
    Buffer.from(Object.keys(query).length > 0 ? JSON.stringify(query) : ""),
    request.body,
  ])
  return verify("sha256", signed, publicKey, Buffer.from(signature, "hex"))
}
