import { webhookHeaders } from "../support/webhook-headers"

export const PATH = "/hooks/crypto/pp_crypto_crypto"

/** A request as undici sends it. */
export type Sent = {
  path: string
  method: "GET" | "POST"
  headers?: Record<string, string>
  body?: string
}

/** Signed once: a signature counts for five minutes, and a bench is faster. */
export function signed(body: string, secret: string): Sent {
  const headers = webhookHeaders(body, secret)
  return { path: PATH, method: "POST", headers, body }
}
