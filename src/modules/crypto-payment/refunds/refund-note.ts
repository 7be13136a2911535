import type { Refund } from "../ledger/refunds"

/**
 * The note that Medusa's refund carries: which record of ours it is for, and
 * what the merchant wrote. The provider reads the former back from it.
 */
export function refundNote({
  id,
  transaction_hash,
  note,
}: Pick<Refund, "id" | "transaction_hash" | "note">): string {
  const sent = `Sent back by hand (${id}), transaction ${transaction_hash}`
  return note ? `${sent}: ${note}` : sent
}

/** The record that a refund of Medusa names in its note; undefined for any other. */
export function recordNamedIn(
  note: string | null | undefined
): string | undefined {
  return /^Sent back by hand \((cpayref_\w+)\), /.exec(note ?? "")?.[1]
}
