import type { Database } from "../database"
import type { Attempt, Refund } from "../models/rows"
import { refunds } from "../refunds/ledger"
import { attempts } from "../attempts/rows"
import {
  findRelatedIds,
  type ListFilters,
  whereFilters,
} from "../search/search"

/** A payment with its refunds, oldest first. */
export type ExportedPayment = { attempt: Attempt; refunds: Refund[] }

const PAGE = 1_000

/**
 * All payments that match, in pages, oldest first. An export reads one snapshot of the database: what
 * is written meanwhile is in none of its rows. It reads page after page by key, so that more rows take
 * no more memory.
 */
export class Exports {
  constructor(private readonly database: Database) {}

  async *payments(filters: ListFilters): AsyncGenerator<ExportedPayment[]> {
    const db = await this.database.transaction({
      isolationLevel: "repeatable read",
      readOnly: true,
    })
    try {
      const { text } = filters
      const related = text ? await findRelatedIds(db, text) : []
      let after: Place | undefined
      for (;;) {
        const rows = await readPage(db, filters, related, after)
        if (rows.length > 0) yield await withRefunds(db, rows)
        if (rows.length < PAGE) return
        after = rows[rows.length - 1]
      }
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
  whereFilters(rows, filters, related)
  if (after) {
    void rows.whereRaw("(created_at, id) > (?::timestamptz, ?)", [
      ...[after.at, after.id],
    ])
  }
  return await rows
    .select<(Attempt & Place)[]>("*", db.raw("created_at::text AS at"))
    .orderBy(["created_at", "id"])
    .limit(PAGE)
}

async function withRefunds(
  db: Database,
  rows: readonly (Attempt & Place)[]
): Promise<ExportedPayment[]> {
  const ids = rows.map(({ id }) => id)
  const sent = await refunds(db)
    .whereIn("crypto_payment_id", ids)
    .orderBy(["created_at", "id"])
  const byPayment = new Map(ids.map((id): [string, Refund[]] => [id, []]))
  for (const refund of sent) {
    byPayment.get(refund.crypto_payment_id)?.push(refund)
  }
  return rows.map(({ at: _, ...attempt }) => ({
    attempt,
    refunds: byPayment.get(attempt.id) ?? [],
  }))
}
