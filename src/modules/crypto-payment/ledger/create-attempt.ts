import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { attempts, attemptTable, type Attempt, type AttemptPatch } from "./rows"
import { lockSubject } from "./subject"
import { appendEvent } from "./timeline"

/** What a new row must name; the rest of the columns may follow. */
export type NewAttempt = AttemptPatch &
  Pick<Attempt, "provider_id" | "merchant_id" | "external_id">

/** So long the request that opens the attempt has for itself. */
const firstCheckSeconds = 60

/**
 * Writes an attempt ahead of the gateway being called. What a crash leaves of
 * it is due a minute later.
 *
 * @returns the row, or undefined when this merchant already has an attempt
 * with that external_id or gateway id (someone else was faster).
 */
export async function createAttempt(
  db: Knex,
  row: NewAttempt,
  source: string
): Promise<Attempt | undefined> {
  const [created] = await db<Attempt>(attemptTable)
    .insert({
      ...row,
      id: generateEntityId(undefined, "cpay"),
      next_check_at: db.raw("now() + ? * interval '1 second'", [
        firstCheckSeconds,
      ]),
    })
    .onConflict()
    .ignore()
    .returning("*")
  if (!created) return undefined
  await appendEvent(db, created.id, {
    type: "created",
    source,
    data: {
      external_id: created.external_id,
      amount: created.amount,
      currency_code: created.currency_code,
    },
  })
  return created
}

/**
 * As `createAttempt`, unless the row's cart (or collection without a cart) has
 * `maxOpen` attempts already that may be open at the gateway: of any provider
 * and merchant, and superseded ones too, since their pages can still be paid.
 * Runs in a transaction: those who ask for the same cart go one after the other.
 */
export async function createAttemptWithin(
  db: Knex,
  row: NewAttempt,
  source: string,
  maxOpen: number
): Promise<Attempt | "limit_reached" | undefined> {
  const { cart_id, payment_collection_id, external_id } = row
  await lockSubject(db, cart_id ?? payment_collection_id ?? external_id)
  const open = await attempts(db)
    .where(cart_id ? { cart_id } : { payment_collection_id })
    .whereIn("state", ["creating", "open"])
    .limit(maxOpen)
    .select("id")
  if (open.length >= maxOpen) return "limit_reached"
  return await createAttempt(db, row, source)
}
