import { createHash, randomBytes } from "node:crypto"

/** The secret of a link: 256 random bits, of which only the hash is stored. */
export type LinkSecret = { secret: string; token_hash: string }

/** A secret that nobody knows yet. */
export function newLinkSecret(): LinkSecret {
  const secret = randomBytes(32).toString("base64url")
  return { secret, token_hash: hashLinkSecret(secret) }
}

/** The form in which a secret is stored and compared. */
export function hashLinkSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex")
}

/** Whether it has the form of a secret; any other text is the secret of no link. */
export function isLinkSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/**
 * What the address of a refund page has after its `#`, which browsers send to no server: the
 * request's id, which may be known, and the secret.
 */
export function formatLinkToken(requestId: string, secret: string): string {
  return `${requestId}.${secret}`
}
