import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** What attempts are for: a cart, or a payment collection without one. */
export type Subject = { cart_id: string } | { payment_collection_id: string }

/**
 * Until the end of the transaction, those who lock the same cart (or
 * collection) go one after the other.
 */
export async function lockSubject(db: Knex, id: string): Promise<void> {
  await db.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [id])
}
