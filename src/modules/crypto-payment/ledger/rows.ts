import type { InferTypeOf } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { TimelineType } from "../domain/states"
import type CryptoPayment from "../models/crypto-payment"

/** A row of the ledger. */
export type Attempt = Omit<
  InferTypeOf<typeof CryptoPayment>,
  "events" | "refunds"
>

/**
 * Columns that a write may set beside the state. None of those that decide when
 * work is due, and who does it: these are set by the database's clock, since the
 * clocks of the processes differ.
 */
export type AttemptPatch = Partial<
  Omit<
    Attempt,
    | "id"
    | "state"
    | "created_at"
    | "updated_at"
    | "deleted_at"
    | "next_check_at"
    | "last_checked_at"
    | "lease_owner"
    | "lease_until"
  >
>

/** A line for the timeline; `fact` as in the model. */
export type TimelineEntry = {
  type: TimelineType
  source: string
  fact?: string
  data?: Record<string, unknown>
}

export const attemptTable = "crypto_payment"
export const eventTable = "crypto_payment_event"

/** The ledger's live rows, through a connection or a transaction. */
export function attempts(db: Knex) {
  return db<Attempt>(attemptTable).whereNull("deleted_at")
}
