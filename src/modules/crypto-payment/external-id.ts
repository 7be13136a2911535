/**
 * The `external_id` of an attempt (merchant-api.md §2: the merchant's order id
 * and idempotency key): revision 1 is the subject's own id, revision n is
 * `<subject>-<n>`. The subject is the cart, or the payment collection where
 * there is no cart (order edits, claims, exchanges).
 */
export function formatExternalId(subject: string, revision: number): string {
  return revision === 1 ? subject : `${subject}-${revision}`
}

/** The inverse: `cart_01-3` is revision 3 of `cart_01`. */
export function parseExternalId(externalId: string): {
  subject: string
  revision: number
} {
  const match = /^(.+)-([1-9]\d{0,6})$/.exec(externalId)
  return match
    ? { subject: match[1], revision: Number(match[2]) }
    : { subject: externalId, revision: 1 }
}
