import { attempts, SESSION_TABLE } from "../attempts/rows"
import type { AttentionReason } from "../attempts/states"
import type { Database, Query } from "../database"
import type { Attempt } from "../models/crypto-payment"

/** Each has an index that is in that order. */
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

export class Search {
  constructor(private readonly db: Database) {}

  async list({ filters, columns, sort, skip, take }: ListRequest) {
    const related = await findRelatedIds(this.db, filters)
    const matching = attempts(this.db)
    whereFilters(matching, filters, related)
    const counting = matching.clone().count<{ count: string }[]>("* as count")
    const { column, direction } = sort
    // Ends in what is unique: pages must not share rows, nor skip any.
    const order = [...new Set([column, "created_at", "id"])]
    const page = matching
      .select(columns)
      .orderBy(order.map((each) => ({ column: each, order: direction })))
      .offset(skip)
      .limit(take)
    const [rows, [{ count }]]: [Partial<Attempt>[], { count: string }[]] =
      await Promise.all([page, counting])
    return { rows, count: Number(count) }
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

export type MomentRange = Partial<Record<"gt" | "gte" | "lt" | "lte", Date>>

/** What a list of attempts is narrowed to; several values of one are any of them. */
export type ListFilters = {
  [Column in (typeof ONE_OF)[number]]?: NonNullable<Attempt[Column]>[]
} & {
  /** What needs a person now, for one of these reasons; `true` is any reason. */
  attention?: true | AttentionReason[]
  created_at?: MomentRange
  text?: TextMatch
}

const ONE_OF = ["state", "merchant_id", "refund_status"] as const

const COMPARISONS = [
  ["gt", ">"],
  ["gte", ">="],
  ["lt", "<"],
  ["lte", "<="],
] as const

/** Narrows a query of the ledger's table. @param related what `findRelatedIds` finds. */
export function whereFilters(
  rows: Query<Attempt>,
  { attention, created_at, text, ...columns }: ListFilters,
  related: string[]
): void {
  for (const column of ONE_OF) {
    const values = columns[column]
    if (values) void rows.whereIn(column, values)
  }
  if (attention) whereNeedsAttention(rows)
  if (Array.isArray(attention)) {
    void rows.whereIn("attention_reason", attention)
  }
  for (const [bound, operator] of COMPARISONS) {
    const moment = created_at?.[bound]
    if (moment) void rows.where("created_at", operator, moment)
  }
  if (text) whereText(rows, text, related)
}

/** Rows that need a person now (`needsAttention`); each branch has an index. */
function whereNeedsAttention(rows: Query<Attempt>) {
  void rows.where((branches) => {
    void branches
      .where({ state: "attention" })
      .orWhere({ state: "open", attention_reason: "unknown_status" })
  })
}

/** A text, and what it means in Medusa; the ledger names no order before it is settled or needs attention. */
export type TextMatch = {
  text: string
  order_ids: string[]
  cart_ids: string[]
  payment_collection_ids: string[]
}

/** More refunds than this have no transaction in common. */
const MAX_REFUNDS = 100

/** The attempts of a session, and those with a recorded refund whose transaction hash begins so. */
export async function findRelatedIds(
  db: Database,
  { text: match }: ListFilters
): Promise<string[]> {
  if (!match) return []
  const { text } = match
  type Link = { id: string; crypto_payment_id: string }
  const sessions = await db<Link>(SESSION_TABLE)
    .where({ id: text })
    .select("crypto_payment_id")
  const refunds = await db<Link>("crypto_payment_refund")
    .whereNull("deleted_at")
    .whereRaw("lower(transaction_hash) LIKE ?", [beginningOf(text)])
    .limit(MAX_REFUNDS)
    .select("crypto_payment_id")
  return [...refunds, ...sessions].map((row) => row.crypto_payment_id)
}

/** One OR whose every branch has an index, so that PostgreSQL can add them up. */
function whereText(
  rows: Query<Attempt>,
  { text, order_ids, cart_ids, payment_collection_ids }: TextMatch,
  related: string[]
): void {
  void rows.where((branches) => {
    void branches
      .where({ external_id: text })
      .orWhere({ gateway_payment_id: text })
      .orWhereRaw("lower(wallet_address) LIKE ?", [beginningOf(text)])
      .orWhereIn("id", [text, ...related])
      .orWhereIn("order_id", [text, ...order_ids])
      .orWhereIn("cart_id", [text, ...cart_ids])
      .orWhereIn("payment_collection_id", [text, ...payment_collection_ids])
  })
}

function beginningOf(text: string): string {
  return `${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`
}
