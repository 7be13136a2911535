import { createHash, randomBytes } from "node:crypto"
import { notFound } from "../../../medusa-errors"
import type { RefundRequest } from "./rows"

export type LinkedRequest = RefundRequest & { link_hash: string }

export function unknownRefundLink(): Error {
  return notFound(
    "This refund link is not valid (any more). Ask the store for a new one."
  )
}

/** The secret of a new link, 256 random bits as base64url, and the hash that is stored of it. */
export function newRefundLink(): { secret: string; token_hash: string } {
  const secret = randomBytes(32).toString("base64url")
  return { secret, token_hash: hashLinkSecret(secret) }
}

export function hashLinkSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex")
}
