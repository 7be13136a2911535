import type { InferTypeOf } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { TimelineType } from "../domain/states"
import type CryptoPayment from "../models/crypto-payment"

/** An attempt as it is stored. */
export type Attempt = Omit<
  InferTypeOf<typeof CryptoPayment>,
  "events" | "refunds"
>

/**
 * Columns that a write may set beside the state. Those that decide when work is
 * due, and who does it, are set by the database's clock, since the clocks of the
 * processes differ.
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

/** An entry for the timeline; `fact` as in the model. */
export type TimelineEntry = {
  type: TimelineType
  source: string
  fact?: string
  data?: Record<string, unknown>
}

export const attemptTable = "crypto_payment"
export const eventTable = "crypto_payment_event"

/** The attempts that are not deleted, through a connection or a transaction. */
export function attempts(db: Knex) {
  return db<Attempt>(attemptTable).whereNull("deleted_at")
}

/** What attempts are for: a cart, or a payment collection without one. */
export type Subject = { cart_id: string } | { payment_collection_id: string }

/**
 * Until the end of the transaction, transactions that lock the same cart (or
 * collection) run one after the other.
 */
export async function lockSubject(db: Knex, id: string): Promise<void> {
  await db.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [id])
}

/** @throws MedusaError NOT_FOUND when there is none. */
export function found<Found>(id: string, attempt: Found | undefined): Found {
  if (attempt) return attempt
  throw new MedusaError(
    MedusaError.Types.NOT_FOUND,
    `Crypto payment ${id} was not found.`
  )
}
