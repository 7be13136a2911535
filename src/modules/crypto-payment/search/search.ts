import {
  type DecimalString,
  formatDecimal,
  parseDecimal,
  scaleUnits,
} from "../../../coins/decimal"
import { attempts, SESSION_TABLE } from "../attempts/rows"
import { isPaidState } from "../attempts/states"
import { ATTEMPT_STATES, type AttentionReason } from "../column-values"
import {
  type Database,
  inPlainWords,
  limitReads,
  type Query,
  readInTime,
} from "../database"
import type { Attempt, Refund } from "../models/crypto-payment"
import { refundsOf } from "../refunds/rows"
import { toComparableAmount } from "../settling/money"

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

/** What they hold. Of `attention`, as of `needsAttention`, each branch has an index. */
const TABS: Readonly<Record<ListTab, string>> = {
  attention:
    "(state = 'attention' OR (state = 'open' AND attention_reason = 'unknown_status'))",
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
  created_at?: Partial<Record<"gt" | "gte" | "lt" | "lte", Date>>
  text?: TextMatch
}

const ONE_OF = ["state", "merchant_id", "refund_status"] as const

const COMPARISONS = [
  ["gt", ">"],
  ["gte", ">="],
  ["lt", "<"],
  ["lte", "<="],
] as const

async function matchingAttempts(db: Database, filters: ListFilters) {
  const related = await findRelatedIds(db, filters)
  const matching = attempts(db)
  whereFilters(db, matching, filters, related)
  return { matching }
}

/** Narrows a query of the ledger's table. @param related what `findRelatedIds` finds. */
function whereFilters(
  db: Database,
  rows: Query<Attempt>,
  { tab, attention, created_at, text, ...columns }: ListFilters,
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
  for (const [bound, operator] of COMPARISONS) {
    const moment = created_at?.[bound]
    if (moment) void rows.where("created_at", operator, moment)
  }
  if (text) whereText(db, rows, text, related)
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
async function findRelatedIds(
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
    .where(contains(db, "transaction_hash", `${escaped(text)}%`))
    .limit(MAX_REFUNDS)
    .select("crypto_payment_id")
  return [...refunds, ...sessions].map((row) => row.crypto_payment_id)
}

/** Of an address: no index knows shorter parts. */
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
      .orWhereIn("amount", amountsOf(text))
      .orWhereIn("id", [text, ...related])
      .orWhereIn("order_id", [text, ...order_ids])
      .orWhereIn("cart_id", [text, ...cart_ids])
      .orWhereIn("payment_collection_id", [text, ...payment_collection_ids])
    if (text.length < MIN_PART) return
    const part = `%${escaped(text)}%`
    void branches.orWhere(contains(db, "wallet_address", part))
  })
}

/** Of the currencies of ISO 4217. */
const DIGITS = [0, 2, 3]

/** A typed amount as the ledger writes it, in any currency. */
function amountsOf(text: string): string[] {
  const amount = parseDecimal(text.replace(",", "."))
  if (!amount) return []
  return DIGITS.filter((digits) => digits >= amount.digits).map((digits) =>
    formatDecimal(scaleUnits(amount, digits), digits)
  )
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

type Sums = {
  count: number
  /** Their prices, each without what another payment brought of it. */
  amount: DecimalString
  /** Recorded refunds of the prices; not the surpluses that were returned, which no order shows. */
  refunded_amount: DecimalString
}

type CoinTotal = Sums & {
  crypto_currency: string | null
  crypto_network: string | null
  /** Of one of the payments. */
  provider_id: string | null
  /** Null where it is known of none of the payments. */
  received_crypto_amount: DecimalString | null
}

/** The sums of one currency, live or test, and of each coin that was paid with. */
export type Total = Sums & {
  currency_code: string | null
  is_test: boolean
  coins: CoinTotal[]
}

type Row = CoinTotal &
  Pick<Total, "currency_code" | "is_test"> & { is_of_coin: boolean }

export class Totals {
  constructor(private readonly db: Database) {}

  /** Of the confirmed payments that match, live before test; currencies, coins and modes apart. */
  async read(filters: ListFilters): Promise<Total[]> {
    const rows = await readInTime(this.db, (db) => sumUp(db, filters))
    const totals: Total[] = []
    for (const { is_of_coin, currency_code, is_test, ...row } of rows) {
      const inDigits = (amount: string) =>
        currency_code === null
          ? amount
          : toComparableAmount(amount, currency_code)
      const sums = {
        count: row.count,
        amount: inDigits(row.amount),
        refunded_amount: inDigits(row.refunded_amount),
      }
      if (is_of_coin) {
        // The row of its currency comes before it.
        totals.at(-1)?.coins.push({ ...row, ...sums })
      } else {
        totals.push({ currency_code, is_test, ...sums, coins: [] })
      }
    }
    return totals
  }
}

async function sumUp(db: Database, filters: ListFilters): Promise<Row[]> {
  const { matching } = await matchingAttempts(db, filters)
  const paid = matching.whereIn("state", ATTEMPT_STATES.filter(isPaidState))
  return await db
    .from(paid.select(db.raw(AMOUNTS)).as("paid"))
    .joinRaw(REFUNDED)
    .select<Row[]>(db.raw(SUMS))
    .groupByRaw(
      "GROUPING SETS ((currency_code, is_test), (currency_code, is_test, crypto_currency))"
    )
    .orderByRaw("is_test, currency_code, is_of_coin, crypto_currency")
}

/** Whether the price is as the gateway names it, else as it was opened (`paidPrice`). */
const PRICED =
  "gateway_amount IS NOT NULL AND gateway_currency IS NOT NULL AND (settled_at IS NULL OR amount IS NULL)"

// In Turkish, `lower('INR')` is "ınr".
const AMOUNTS = `
  id,
  lower(CASE WHEN ${PRICED} THEN gateway_currency ELSE currency_code END COLLATE "C") AS currency_code,
  coalesce(is_test, false) AS is_test,
  crypto_currency, crypto_network, provider_id,
  (CASE WHEN ${PRICED} THEN gateway_amount ELSE amount END)::numeric AS amount,
  received_crypto_amount::numeric AS received`

const REFUNDED = `
  LEFT JOIN (
    SELECT crypto_payment_id AS id, sum(amount::numeric) AS refunded
      FROM crypto_payment_refund
     WHERE kind = 'price' AND deleted_at IS NULL
     GROUP BY crypto_payment_id) AS refund USING (id)`

const SUMS = `
  currency_code, is_test, crypto_currency,
  grouping(crypto_currency) = 0 AS is_of_coin,
  max(crypto_network) AS crypto_network, max(provider_id) AS provider_id,
  count(*)::int AS count,
  trim_scale(coalesce(sum(amount), 0))::text AS amount,
  trim_scale(coalesce(sum(refunded), 0))::text AS refunded_amount,
  trim_scale(sum(received))::text AS received_crypto_amount`

export type ExportedPayment = { attempt: Attempt; refunds: Refund[] }

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
        if (rows.length > 0) yield await withRefunds(db, rows)
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
  rows: readonly (Attempt & Place)[]
): Promise<ExportedPayment[]> {
  const ids = rows.map(({ id }) => id)
  const byPayment = new Map(ids.map((id): [string, Refund[]] => [id, []]))
  for (const refund of await refundsOf(db, ids)) {
    byPayment.get(refund.crypto_payment_id)?.push(refund)
  }
  return rows.map(({ at: _, ...attempt }) => ({
    attempt,
    refunds: byPayment.get(attempt.id) ?? [],
  }))
}
