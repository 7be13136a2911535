import type { Refund } from "../ledger/refunds"

/**
 * The note that Medusa's refund carries: what the merchant wrote, and which
 * record of ours it is for. The provider reads the latter back from it.
 */
export function refundNote({
  id,
  transaction_hash,
  note,
}: Pick<Refund, "id" | "transaction_hash" | "note">): string {
  const sent = `Sent back by hand, transaction ${transaction_hash} (${id})`
  return note ? `${sent}: ${note}` : sent
}

/** The record that a refund of Medusa names in its note; undefined for any other. */
export function recordNamedIn(note: string | null | undefined) {
  return /\((cpayref_\w+)\)/.exec(note ?? "")?.[1]
}
