import type { AnyQuery, Database } from "../database"
import type { Refund } from "../models/rows"
import { refunds } from "../refunds/recorded-refunds"
import type { Attempt } from "../models/rows"
import { attempts } from "../attempts/rows"
import {
  findRefundedIds,
  type ListFilters,
  whereFilters,
} from "../search/search-filters"

/** What a period is about: when payments were paid or settled, or refunds recorded. */
export const PERIOD_MOMENTS = ["paid", "settled", "refunded"] as const

/** From a moment until before another. */
export type ExportPeriod = {
  by: (typeof PERIOD_MOMENTS)[number]
  starts_at: Date
  ends_at: Date
}

/** Which payments, and the refunds of which payments. */
export type ExportRequest = { filters: ListFilters; period?: ExportPeriod }

/** A payment with its refunds, oldest first. */
export type ExportedPayment = { attempt: Attempt; refunds: Refund[] }

/** A refund with its payment. */
export type ExportedRefund = { attempt: Attempt; refund: Refund }

const PAGE = 1_000

/**
 * All payments or refunds that match, in pages, oldest first. An export reads one snapshot of the
 * database: what is written meanwhile is in none of its rows. It reads page after page by key, so
 * that more rows take no more memory.
 */
export class Exports {
  constructor(private readonly db: Database) {}

  async *payments(request: ExportRequest): AsyncGenerator<ExportedPayment[]> {
    const { period } = request
    const column =
      period && period.by !== "refunded" ? MOMENTS[period.by] : "created_at"
    const prepare = async (db: Database) => await matching(db, request)
    for await (const { db, ids } of readPages(this.db, column, prepare)) {
      const found = await attempts(db).whereIn("id", ids)
      const sent = await refunds(db)
        .whereIn("crypto_payment_id", ids)
        .orderBy(["created_at", "id"])
      const byPayment = new Map(ids.map((id): [string, Refund[]] => [id, []]))
      for (const refund of sent) {
        byPayment.get(refund.crypto_payment_id)?.push(refund)
      }
      yield inOrder(ids, found).map((attempt) => ({
        attempt,
        refunds: byPayment.get(attempt.id) ?? [],
      }))
    }
  }

  async *refunds(request: ExportRequest): AsyncGenerator<ExportedRefund[]> {
    const { filters, period } = request
    const prepare = async (db: Database) => {
      const isRefunded = period?.by === "refunded"
      const payments = { filters, period: isRefunded ? undefined : period }
      const ofPayments = await matching(db, payments)
      return () => {
        const rows = refunds(db)
        if (isRefunded) whereWithin(rows, "created_at", period)
        return rows.whereIn("crypto_payment_id", ofPayments().select("id"))
      }
    }
    for await (const { db, ids } of readPages(this.db, "created_at", prepare)) {
      const page = inOrder(ids, await refunds(db).whereIn("id", ids))
      const found = await attempts(db).whereIn(
        "id",
        page.map(({ crypto_payment_id }) => crypto_payment_id)
      )
      const byId = new Map(found.map((attempt) => [attempt.id, attempt]))
      yield page.flatMap((refund) => {
        const attempt = byId.get(refund.crypto_payment_id)
        return attempt ? [{ attempt, refund }] : []
      })
    }
  }
}

const MOMENTS = { paid: "paid_at", settled: "settled_at" } as const

/** Of payments, or of refunds. */
type Matching = () => AnyQuery

/**
 * The ids of what matches, by a column and then by id.
 * @param prepare makes the query, in the snapshot.
 */
async function* readPages(
  database: Database,
  column: string,
  prepare: (db: Database) => Promise<Matching>
): AsyncGenerator<{ db: Database; ids: string[] }> {
  const db = await database.transaction({
    isolationLevel: "repeatable read",
    readOnly: true,
  })
  try {
    const query = await prepare(db)
    // PostgreSQL's own text of the time, which has more digits than a Date.
    type Place = { at: string; id: string }
    let after: Place | undefined
    for (;;) {
      const page = query()
        .select("id", db.raw("??::text AS at", [column]))
        .orderBy([column, "id"])
        .limit(PAGE)
      if (after) {
        void page.whereRaw("(??, id) > (?::timestamptz, ?)", [
          ...[column, after.at, after.id],
        ])
      }
      const rows = await page.then((found: Place[]) => found)
      if (rows.length > 0) yield { db, ids: rows.map(({ id }) => id) }
      if (rows.length < PAGE) return
      after = rows[rows.length - 1]
    }
  } finally {
    await db.rollback()
  }
}

function inOrder<Row extends { id: string }>(
  ids: readonly string[],
  rows: readonly Row[]
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The payments of a request. */
async function matching(
  db: Database,
  { filters, period }: ExportRequest
): Promise<Matching> {
  const { text } = filters
  const refundedIds = text ? await findRefundedIds(db, text) : []
  return () => {
    const rows = attempts(db)
    whereFilters(rows, filters, refundedIds)
    if (period?.by === "refunded") {
      const refunded = refunds(db).select("crypto_payment_id")
      whereWithin(refunded, "created_at", period)
      void rows.whereIn("id", refunded)
    } else if (period) {
      whereWithin(rows, MOMENTS[period.by], period)
    }
    return rows
  }
}

function whereWithin(
  rows: AnyQuery,
  column: string,
  { starts_at, ends_at }: ExportPeriod
): void {
  void rows.where(column, ">=", starts_at).andWhere(column, "<", ends_at)
}
