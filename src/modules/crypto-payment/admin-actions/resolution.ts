/** How an admin resolved a payment that needed attention. */
export const RESOLUTION_KINDS = [
  "refunded",
  "order_placed_by_hand",
  "other",
] as const

/**
 * `order` was placed by hand for the payment. `by` is the admin's user id; the hash is of the
 * transaction that sent coins back.
 */
export type Resolution = {
  kind: (typeof RESOLUTION_KINDS)[number]
  note: string | null
  order: { id: string; display_id: number } | null
  transaction_hash: string | null
  by: string
}
