import { amountsIn } from "./amounts"
import { attempts, SESSION_TABLE } from "../attempts/rows"
import type { AttentionReason } from "../column-values"
import {
  type Database,
  type OtherRows,
  type Query,
  readInTime,
} from "../database"
import type { Attempt } from "../models/crypto-payment"
import { refunds, REQUEST_STATE } from "../refunds/rows"

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

  async count(filters: ListFilters): Promise<number> {
    return await readInTime(this.db, async (db) => {
      const { matching } = await matchingAttempts(db, filters)
      const [{ count }] = await matching.count<Counted[]>("* as count")
      return Number(count)
    })
  }

  async list({ filters, columns, sort, skip, take }: ListRequest) {
    return await readInTime(this.db, async (db) => {
      const { matching } = await matchingAttempts(db, filters)
      const counting = matching.clone().count<Counted[]>("* as count")
      const { column, direction } = sort
      // Ends in what is unique: pages must not share rows, nor skip any.
      const order = [...new Set([column, "created_at", "id"])]
      const rows: Partial<Attempt>[] = await matching
        .select(columns)
        .orderBy(order.map((each) => ({ column: each, order: direction })))
        .offset(skip)
        .limit(take)
      const [{ count }] = await counting
      return { rows, count: Number(count) }
    })
  }

  /** How many each tab has, whatever tab is asked for. */
  async tabCounts({ tab: _, ...filters }: ListFilters): Promise<TabCounts> {
    return await readInTime(this.db, async (db) => {
      const { matching } = await matchingAttempts(db, filters)
      const counts = Object.entries({ all: "true", ...TABS }).map(
        ([tab, condition]) =>
          db.raw(`count(*) FILTER (WHERE ${condition})::int AS ${tab}`)
      )
      const [row] = await matching.select<TabCounts[]>(...counts)
      return row
    })
  }

  async counts(): Promise<StateCount[]> {
    const count = this.db.raw("count(*)::int AS count")
    return await attempts(this.db)
      .groupBy("merchant_id", "state")
      .select<StateCount[]>("merchant_id", "state", count)
  }

  /** Each combination once, closed payments apart. */
  async usedProviders() {
    return await attempts(this.db)
      .whereNot("state", "closed")
      .distinct("provider_id", "is_test", "state")
  }

  async attentionCounts(): Promise<Omit<StateCount, "state">[]> {
    const count = this.db.raw("count(*)::int AS count")
    return await attempts(this.db)
      .whereRaw(TABS.attention)
      .groupBy("merchant_id")
      .select<Omit<StateCount, "state">[]>("merchant_id", count)
  }
}

/** PostgreSQL's own count is a text. */
type Counted = { count: string }

/** The tabs over the list, beside all. */
export const LIST_TABS = [
  "attention",
  "paid",
  "refunded",
  "open",
  "closed",
] as const

type ListTab = (typeof LIST_TABS)[number]

/** As `promisedRefund`: the customer has to enter an address, or the coins are in the queue. */
const IS_PROMISED = `EXISTS (
  SELECT FROM crypto_refund_request
  WHERE crypto_payment_id = crypto_payment.id AND deleted_at IS NULL
    AND kind <> 'surplus'
    AND ${REQUEST_STATE} IN ('waiting_for_address', 'address_entered'))`

/** What they hold. Of `attention`, as of `needsAttention`, each branch has an index. */
const TABS: Readonly<Record<ListTab, string>> = {
  attention: `(state = 'attention' OR (state = 'open' AND attention_reason = 'unknown_status')) AND NOT ${IS_PROMISED}`,
  paid: "state IN ('paid', 'settled')",
  refunded: "refund_status IS NOT NULL",
  open: "state IN ('creating', 'open')",
  closed: "state IN ('closed', 'resolved')",
}

export type TabCounts = Record<"all" | ListTab, number>

type StateCount = Pick<Attempt, "merchant_id" | "state"> & { count: number }

/** What a list of attempts is narrowed to; several values of one are any of them. */
export type ListFilters = {
  [Column in (typeof ONE_OF)[number]]?: NonNullable<Attempt[Column]>[]
} & {
  tab?: ListTab
  /** What needs a person now, for one of these reasons; `true` is any reason. */
  attention?: true | AttentionReason[]
  created_at?: Period
  /** When money came or went: a payment was paid, or some of it was sent back. */
  moved_at?: Period
  text?: TextMatch
}

export type Period = Partial<Record<"gt" | "gte" | "lt" | "lte", Date>>

const ONE_OF = ["state", "merchant_id", "refund_status"] as const

/**
 * The stored times have more digits than a Date: each counts as its millisecond, so that
 * nothing falls between `lte` of a period's last one and `gte` of the next period.
 */
const COMPARISONS = [
  ["gt", ">=", 1],
  ["gte", ">=", 0],
  ["lt", "<", 0],
  ["lte", "<", 1],
] as const

export async function matchingAttempts(db: Database, filters: ListFilters) {
  const related = await findRelatedIds(db, filters)
  const matching = attempts(db)
  whereFilters(db, matching, filters, related)
  return { matching }
}

/** Narrows a query of the ledger's table. @param related what `findRelatedIds` finds. */
export function whereFilters(
  db: Database,
  rows: Query<Attempt>,
  { tab, attention, created_at, moved_at, text, ...columns }: ListFilters,
  related: string[]
): void {
  for (const column of ONE_OF) {
    const values = columns[column]
    if (values) void rows.whereIn(column, values)
  }
  if (tab) void rows.whereRaw(TABS[tab])
  if (attention) void rows.whereRaw(TABS.attention)
  if (Array.isArray(attention)) {
    void rows.whereIn("attention_reason", attention)
  }
  wherePeriod(rows, "created_at", created_at)
  if (moved_at) void rows.whereIn("id", movedIds(db, moved_at))
  if (text) whereText(db, rows, text, related)
}

/** Of what is dated in a period; of all without one. */
export function wherePeriod(
  rows: OtherRows,
  column: string,
  period: Period = {}
): void {
  for (const [bound, operator, laterMs] of COMPARISONS) {
    const moment = period[bound]
    if (!moment) continue
    void rows.where(column, operator, new Date(moment.getTime() + laterMs))
  }
}

/** What is not dated is in no period. */
export function isWithin(
  moment: Date | null,
  { gt, gte, lt, lte }: Period
): boolean {
  if (moment === null) return false
  return (
    (!gt || moment > gt) &&
    (!gte || moment >= gte) &&
    (!lt || moment < lt) &&
    (!lte || moment <= lte)
  )
}

/** No index knows these times: the dates of all payments are read. */
function movedIds(db: Database, period: Period) {
  const paid: OtherRows = attempts(db).select("id")
  wherePeriod(paid, "paid_at", period)
  const sent: OtherRows = refunds(db).select("crypto_payment_id")
  wherePeriod(sent, "created_at", period)
  return paid.union(sent)
}

/**
 * A text, and what it means in Medusa; the ledger names no order before it is settled or needs
 * attention.
 */
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
  const sent: Link[] = await refunds(db)
    .where(contains(db, "transaction_hash", `${escaped(text)}%`))
    .limit(MAX_REFUNDS)
    .select("id", "crypto_payment_id")
  return [...sent, ...sessions].map((row) => row.crypto_payment_id)
}

/** Of an address or an id: no index knows shorter parts. */
const MIN_PART = 3

/** One OR whose every branch has an index, so that PostgreSQL can add them up. */
function whereText(
  db: Database,
  rows: Query<Attempt>,
  { text, order_ids, cart_ids, payment_collection_ids }: TextMatch,
  related: string[]
): void {
  void rows.where((branches) => {
    void branches
      .where({ external_id: text })
      .orWhere({ gateway_payment_id: text })
      .orWhereRaw("ARRAY[amount, crypto_amount] && ?::text[]", [
        amountsIn(text),
      ])
      .orWhereIn("id", [text, ...related])
      .orWhereIn("order_id", [text, ...order_ids])
      .orWhereIn("cart_id", [text, ...cart_ids])
      .orWhereIn("payment_collection_id", [text, ...payment_collection_ids])
    if (text.length < MIN_PART) return
    const beginning = `${escaped(text)}%`
    void branches
      .orWhereRaw("gateway_payment_id LIKE ?", [beginning])
      .orWhere(contains(db, "wallet_address", `%${beginning}`))
  })
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&")
}

/**
 * In any case of the letters of ASCII. The index is of `lower` in the language of the database,
 * and in Turkish "I" is no capital of "i": there, the index is asked with any letter in its place.
 */
function contains(
  db: Database,
  column: "transaction_hash" | "wallet_address",
  pattern: string
) {
  return db.raw(
    `(lower(??) LIKE CASE lower('I') WHEN 'i' THEN lower(?) ELSE regexp_replace(lower(?), '[iıI]', '_', 'g') END AND lower(?? COLLATE "C") LIKE lower(? COLLATE "C"))`,
    [column, pattern, pattern, column, pattern]
  )
}
