import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { cryptoPaymentEvents } from "../events"
import { type Attempt, found } from "./rows"
import { transition, type Transitioned } from "./transition"

/** How an admin resolved a payment that needed attention. */
export const RESOLUTION_KINDS = [
  "refunded",
  "order_placed_by_hand",
  "other",
] as const

/** `by` is the admin's user id; the hash is of the transaction that sent coins back. */
export type Resolution = {
  kind: (typeof RESOLUTION_KINDS)[number]
  note: string | null
  transaction_hash: string | null
  by: string
}

/** For an attempt that is locked and was checked to need attention. */
export async function markResolved(
  db: Knex,
  { id, state, order_id, attention_reason }: Attempt,
  resolution: Resolution
): Promise<Transitioned> {
  const resolved = await transition(
    db,
    id,
    state === "open" ? "closed" : "resolved",
    { resolution: { ...resolution, at: new Date().toISOString() } },
    { type: "resolved", source: "admin", data: { ...resolution } },
    {
      name: cryptoPaymentEvents.resolved,
      data: { id, order_id, reason: attention_reason, kind: resolution.kind },
    }
  )
  return found(id, resolved)
}
