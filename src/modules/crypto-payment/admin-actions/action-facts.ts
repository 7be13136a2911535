import type { Database } from "../database"
import type { Attempt, Refund } from "../models/rows"
import {
  openRequestsOf,
  type RefundRequest,
  refundsOf,
} from "../refunds/ledger"
import { attempts, found, lockAttempt } from "../attempts/rows"

/** `ActionFacts` of the domain, with the whole rows. */
export type StoredActionFacts = {
  attempt: Attempt
  refunds: Refund[]
  requests: RefundRequest[]
}

/** @throws MedusaError NOT_FOUND */
export async function readActionFacts(db: Database, id: string) {
  const attempt = found(id, await attempts(db).where({ id }).first())
  return await withRelated(db, attempt)
}

/**
 * Locks an attempt. Its refunds and refund requests change only under this lock.
 * @throws MedusaError NOT_FOUND
 */
export async function lockActionFacts(db: Database, id: string) {
  return await withRelated(db, await lockAttempt(db, id))
}

async function withRelated(
  db: Database,
  attempt: Attempt
): Promise<StoredActionFacts> {
  const { id } = attempt
  return {
    attempt,
    refunds: await refundsOf(db, id),
    requests: await openRequestsOf(db, id),
  }
}
