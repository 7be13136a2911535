import type { Database } from "../database"
import type { Attempt } from "../models/rows"
import { attempts } from "../attempts/rows"
import {
  findRefundedIds,
  type ListFilters,
  whereFilters,
  whereNeedsAttention,
} from "./search-filters"

/** What a list can be sorted by: each has an index that is in that order. */
export const SORT_COLUMNS = ["created_at", "updated_at", "state"] as const

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

/** What the admin reads of the ledger, at any size. */
export class Search {
  private readonly remembered = new RememberedCounts()

  constructor(private readonly db: Database) {}

  /** A page of attempts, and their count: of 10,000 and more, at most a minute old. */
  async list(request: ListRequest) {
    const { text } = request.filters
    const refundedIds = text ? await findRefundedIds(this.db, text) : []
    const [rows, count] = await Promise.all([
      page(this.db, request, refundedIds),
      this.remembered.of(request.filters, () =>
        countOf(this.db, request.filters, refundedIds)
      ),
    ])
    return { rows, count }
  }

  async counts(): Promise<StateCount[]> {
    const rows = await attempts(this.db)
      .groupBy("provider_id", "state")
      .select("provider_id", "state")
      .count<StateCount[]>("* as count")
    return rows.map((row) => ({ ...row, count: Number(row.count) }))
  }

  async attentionCounts(): Promise<Omit<StateCount, "state">[]> {
    const attention = attempts(this.db)
    whereNeedsAttention(attention)
    const rows = await attention
      .groupBy("provider_id")
      .select("provider_id")
      .count<Omit<StateCount, "state">[]>("* as count")
    return rows.map((row) => ({ ...row, count: Number(row.count) }))
  }
}

type StateCount = Pick<Attempt, "provider_id" | "state"> & { count: number }

async function page(
  db: Database,
  { filters, columns, sort, skip, take }: ListRequest,
  refundedIds: string[]
): Promise<Partial<Attempt>[]> {
  const { column, direction } = sort
  const rows = attempts(db)
  whereFilters(rows, filters, refundedIds)
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
  refundedIds: string[]
): Promise<number> {
  if (filters.attention === false) {
    // No index has both what makes a need, so what needs none is what is left.
    const { attention: _, ...others } = filters
    const all = await countOf(db, others, refundedIds)
    const needing = { ...others, attention: true }
    return all - (await countOf(db, needing, refundedIds))
  }
  const rows = attempts(db)
  whereFilters(rows, filters, refundedIds)
  const [{ count }] = await rows.count<{ count: string }[]>("* as count")
  return Number(count)
}

const MANY = 10_000
const KEEP_MS = 60_000
const MAX_KEPT = 100

/** Counting a million rows takes far longer than reading a page of them, and the next page needs the count again. */
export class RememberedCounts {
  private readonly kept = new Map<string, { count: number; untilMs: number }>()

  /** @param nowMs a clock that never goes back. */
  constructor(private readonly nowMs = () => performance.now()) {}

  /** @returns what `count` finds, or found less than a minute ago. */
  async of(filters: ListFilters, count: () => Promise<number>) {
    const key = JSON.stringify(filters)
    const known = this.kept.get(key)
    if (known && this.nowMs() < known.untilMs) return known.count
    this.kept.delete(key)
    const found = await count()
    if (found < MANY) return found
    const [oldest] = this.kept.keys()
    if (this.kept.size >= MAX_KEPT) this.kept.delete(oldest)
    this.kept.set(key, { count: found, untilMs: this.nowMs() + KEEP_MS })
    return found
  }
}
