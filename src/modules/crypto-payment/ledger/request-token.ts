import { createHash, randomBytes } from "node:crypto"

/** The secret of a link: 256 random bits, of which only the hash is stored. */
export type RequestToken = { token: string; token_hash: string }

/** A token that nobody knows yet. */
export function newRequestToken(): RequestToken {
  const token = randomBytes(32).toString("base64url")
  return { token, token_hash: hashRequestToken(token) }
}

/** The form in which a token is stored and found. */
export function hashRequestToken(token: string): string {
  return createHash("sha256").update(token).digest("hex")
}

/** Whether it has the form of a token; any other text is the token of no link. */
export function isRequestToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}
