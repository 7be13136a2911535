import type { Database } from "../database"
import type { Attempt } from "../models/rows"
import { attempts } from "../attempts/rows"
import {
  findRelatedIds,
  type ListFilters,
  whereFilters,
  whereNeedsAttention,
} from "./search-filters"

/** What a list can be sorted by: each has an index that is in that order. */
export const SORT_COLUMNS = ["created_at", "state"] as const

export type Sort = {
  column: (typeof SORT_COLUMNS)[number]
  direction: "asc" | "desc"
}

export type ListRequest = {
  filters: ListFilters
  columns: (keyof Attempt)[]
  sort: Sort
  skip: number
  take: number
}

/** What the admin reads of the ledger. */
export class Search {
  constructor(private readonly db: Database) {}

  /** A page of attempts, and the count of all that match. */
  async list(request: ListRequest) {
    const { text } = request.filters
    const related = text ? await findRelatedIds(this.db, text) : []
    const [rows, count] = await Promise.all([
      page(this.db, request, related),
      countOf(this.db, request.filters, related),
    ])
    return { rows, count }
  }

  async counts(): Promise<StateCount[]> {
    const rows = await attempts(this.db)
      .groupBy("merchant_id", "state")
      .select("merchant_id", "state")
      .count<StateCount[]>("* as count")
    return rows.map((row) => ({ ...row, count: Number(row.count) }))
  }

  async attentionCounts(): Promise<Omit<StateCount, "state">[]> {
    const attention = attempts(this.db)
    whereNeedsAttention(attention)
    const rows = await attention
      .groupBy("merchant_id")
      .select("merchant_id")
      .count<Omit<StateCount, "state">[]>("* as count")
    return rows.map((row) => ({ ...row, count: Number(row.count) }))
  }
}

type StateCount = Pick<Attempt, "merchant_id" | "state"> & { count: number }

async function page(
  db: Database,
  { filters, columns, sort, skip, take }: ListRequest,
  related: string[]
): Promise<Partial<Attempt>[]> {
  const { column, direction } = sort
  const rows = attempts(db)
  whereFilters(rows, filters, related)
  // Ends in what is unique: pages must not share rows, nor skip any.
  const order = [...new Set([column, "created_at", "id"])]
  return await rows
    .select(columns)
    .orderBy(order.map((each) => ({ column: each, order: direction })))
    .offset(skip)
    .limit(take)
}

async function countOf(
  db: Database,
  filters: ListFilters,
  related: string[]
): Promise<number> {
  const rows = attempts(db)
  whereFilters(rows, filters, related)
  const [{ count }] = await rows.count<{ count: string }[]>("* as count")
  return Number(count)
}
