import type { Database } from "../database"
import type { Refund } from "../models/rows"
import { refundsOf } from "../refunds/recorded-refunds"
import { openRequestsOf, type RefundRequest } from "../refunds/request-rows"
import type { Attempt } from "../models/rows"
import { attempts, found, lockAttempt } from "../attempts/rows"

/** `ActionFacts` of the domain, with the whole rows. */
export type StoredActionFacts = {
  attempt: Attempt
  refunds: Refund[]
  remainders: Attempt[]
  first: Attempt | null
  requests: RefundRequest[]
}

/** @throws MedusaError NOT_FOUND */
export async function readActionFacts(db: Database, id: string) {
  const attempt = found(id, await attempts(db).where({ id }).first())
  const { remainder_of } = attempt
  const first = remainder_of === null ? null : await findFirst(db, remainder_of)
  return await withRelated(db, attempt, first)
}

/**
 * Locks an attempt with the other part of its payment, always the first part first. Its refunds and
 * refund requests change only under this lock.
 * @throws MedusaError NOT_FOUND
 */
export async function lockActionFacts(db: Database, id: string) {
  const { remainder_of } = found(id, await attempts(db).where({ id }).first())
  const first =
    remainder_of === null ? null : await lockAttempt(db, remainder_of)
  return await withRelated(db, await lockAttempt(db, id), first)
}

/** The attempts that ask for the remainder of another, for the same cart or collection, newest first. */
export async function remaindersOf(
  db: Database,
  { id, cart_id, payment_collection_id }: Attempt
): Promise<Attempt[]> {
  return await attempts(db)
    .where(cart_id ? { cart_id } : { payment_collection_id })
    .where({ remainder_of: id })
    .orderBy("created_at", "desc")
}

async function findFirst(db: Database, id: string): Promise<Attempt | null> {
  return (await attempts(db).where({ id }).first()) ?? null
}

async function withRelated(
  db: Database,
  attempt: Attempt,
  first: Attempt | null
): Promise<StoredActionFacts> {
  const { id } = attempt
  return {
    attempt,
    first,
    refunds: await refundsOf(db, id),
    remainders: await remaindersOf(db, attempt),
    requests: await openRequestsOf(db, id),
  }
}
