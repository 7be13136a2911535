import { attempts } from "../attempts/rows"
import { type Database, inPlainWords, limitReads } from "../database"
import type { Attempt, Refund } from "../models/crypto-payment"
import { refundsOf } from "../refunds/rows"
import {
  findRelatedIds,
  isWithin,
  type ListFilters,
  type Period,
  whereFilters,
  wherePeriod,
} from "./search"

/**
 * In a period of `moved_at`, `refunds` has those that were sent in it, and the payment itself may
 * have been paid in another.
 */
export type ExportedPayment = {
  attempt: Attempt
  isInPeriod: boolean
  refunds: Refund[]
}

const PAGE = 1_000

/** Of one snapshot, oldest first; by key, so that more rows take no more memory. */
export class Exports {
  constructor(private readonly database: Database) {}

  async *payments(filters: ListFilters): AsyncGenerator<ExportedPayment[]> {
    const db = await this.database.transaction({
      isolationLevel: "repeatable read",
      readOnly: true,
    })
    try {
      await limitReads(db)
      const related = await findRelatedIds(db, filters)
      let after: Place | undefined
      for (;;) {
        const rows = await readPage(db, filters, related, after)
        if (rows.length > 0) yield await withRefunds(db, rows, filters.moved_at)
        if (rows.length < PAGE) return
        after = rows[rows.length - 1]
      }
    } catch (error) {
      throw inPlainWords(error)
    } finally {
      await db.rollback()
    }
  }
}

/** PostgreSQL's own text of the time, which has more digits than a Date. */
type Place = { at: string; id: string }

async function readPage(
  db: Database,
  filters: ListFilters,
  related: string[],
  after: Place | undefined
): Promise<(Attempt & Place)[]> {
  const rows = attempts(db)
  whereFilters(db, rows, filters, related)
  if (after) {
    void rows.whereRaw("(created_at, id) > (?::timestamptz, ?)", [
      after.at,
      after.id,
    ])
  }
  return await rows
    .select<(Attempt & Place)[]>("*", db.raw("created_at::text AS at"))
    .orderBy(["created_at", "id"])
    .limit(PAGE)
}

async function withRefunds(
  db: Database,
  rows: readonly (Attempt & Place)[],
  period: Period | undefined
): Promise<ExportedPayment[]> {
  const ids = rows.map(({ id }) => id)
  const byPayment = new Map(ids.map((id): [string, Refund[]] => [id, []]))
  const sent = refundsOf(db, ids)
  wherePeriod(sent, "created_at", period)
  for (const refund of await sent) {
    byPayment.get(refund.crypto_payment_id)?.push(refund)
  }
  return rows.map(({ at: _, ...attempt }) => ({
    attempt,
    isInPeriod: !period || isWithin(attempt.paid_at, period),
    refunds: byPayment.get(attempt.id) ?? [],
  }))
}
