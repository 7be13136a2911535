import { signWebhook } from "../../src/gateway"

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
  const headers = signWebhook({
    rawBody: Buffer.from(body),
    secret,
    timestampSeconds: Math.floor(Date.now() / 1_000),
  })
  return {
    path: PATH,
    method: "POST",
    headers: { ...headers },
    body,
  }
}
