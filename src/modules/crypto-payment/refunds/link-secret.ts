import { createHash, createHmac, randomBytes } from "node:crypto"

/** What is stored of a link: no secret, and no secret can be made of it without the store's key. */
export type StoredLink = { token_hash: string; token_nonce: string | null }

/** The secret of a new link, 256 bits as base64url, and what is stored of it. */
export type NewLink = { secret: string; stored: StoredLink }

/**
 * A link with a secret of its own. With the store's key it is derived from a random nonce, so that
 * it can be made again; without one nobody can.
 */
export function newLink(storeKey: string | undefined): NewLink {
  const nonce = randomBytes(32).toString("base64url")
  const secret = storeKey === undefined ? nonce : deriveSecret(storeKey, nonce)
  return {
    secret,
    stored: {
      token_hash: hashLinkSecret(secret),
      token_nonce: storeKey === undefined ? null : nonce,
    },
  }
}

/** The secret of a stored link; null where the store's key is another one than when it was made. */
export function recoverSecret(
  storeKey: string | undefined,
  {
    token_hash,
    token_nonce,
  }: { token_hash: string | null; token_nonce: string | null }
): string | null {
  if (storeKey === undefined || token_nonce === null) return null
  const secret = deriveSecret(storeKey, token_nonce)
  return hashLinkSecret(secret) === token_hash ? secret : null
}

function deriveSecret(storeKey: string, nonce: string): string {
  return createHmac("sha256", storeKey)
    .update(`crypto refund link ${nonce}`)
    .digest("base64url")
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
