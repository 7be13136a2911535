import type { Refund } from "../ledger/refunds"
import { recordNamedIn } from "./refund-note"

/**
 * Whether a refund in Medusa's books is of coins that nobody sent: it names no
 * record of ours, or one that was booked by another refund or not at all.
 * Where it names a record that the ledger does not have, the ledger was lost.
 */
export function isUnsent(
  refund: { id: string; note?: string | null },
  records: readonly Pick<Refund, "id" | "refund_id">[]
): boolean {
  const named = recordNamedIn(refund.note)
  if (!named) return true
  const record = records.find(({ id }) => id === named)
  return record !== undefined && record.refund_id !== refund.id
}
