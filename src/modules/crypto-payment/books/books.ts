import type { DecimalString } from "../../../coins/decimal"
import { attempts } from "../attempts/rows"
import { ATTEMPT_STATES, isPaidState } from "../attempts/states"
import type { Database } from "../database"
import type { Attempt, Refund } from "../models/crypto-payment"
import { refundsOf } from "../refunds/ledger"
import {
  findRelatedIds,
  type ListFilters,
  whereFilters,
} from "../search/search"
import { toComparableAmount } from "../settling/money"

type Sums = {
  count: number
  /** Their prices, each without what another payment brought of it. */
  amount: DecimalString
  /** Recorded refunds of the prices; not the surpluses that were returned, which no order shows. */
  refunded_amount: DecimalString
}

type CoinTotal = Sums & {
  crypto_currency: string | null
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
    const { db } = this
    const related = await findRelatedIds(db, filters)
    const paid = attempts(db).whereIn(
      "state",
      ATTEMPT_STATES.filter(isPaidState)
    )
    whereFilters(paid, filters, related)
    const rows: Row[] = await db
      .from(paid.select(db.raw(AMOUNTS)).as("paid"))
      .joinRaw(REFUNDED)
      .select(db.raw(SUMS))
      .groupByRaw(
        "GROUPING SETS ((currency_code, is_test), (currency_code, is_test, crypto_currency))"
      )
      .orderByRaw("is_test, currency_code, is_of_coin, crypto_currency")
    const totals: Total[] = []
    for (const { is_of_coin, currency_code, is_test, ...row } of rows) {
      const { crypto_currency, received_crypto_amount, count } = row
      const inDigits = (amount: string) =>
        currency_code === null
          ? amount
          : toComparableAmount(amount, currency_code)
      const sums = {
        count,
        amount: inDigits(row.amount),
        refunded_amount: inDigits(row.refunded_amount),
      }
      if (is_of_coin) {
        // The row of its currency comes before it.
        totals
          .at(-1)
          ?.coins.push({ crypto_currency, received_crypto_amount, ...sums })
      } else {
        totals.push({ currency_code, is_test, ...sums, coins: [] })
      }
    }
    return totals
  }
}

/** Whether the price is as the gateway names it, else as it was opened (`paidPrice`). */
const PRICED =
  "gateway_amount IS NOT NULL AND gateway_currency IS NOT NULL AND (settled_at IS NULL OR amount IS NULL)"

const AMOUNTS = `
  id,
  lower(CASE WHEN ${PRICED} THEN gateway_currency ELSE currency_code END) AS currency_code,
  coalesce(is_test, false) AS is_test,
  crypto_currency,
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
      const related = await findRelatedIds(db, filters)
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
  const byPayment = new Map(ids.map((id): [string, Refund[]] => [id, []]))
  for (const refund of await refundsOf(db, ids)) {
    byPayment.get(refund.crypto_payment_id)?.push(refund)
  }
  return rows.map(({ at: _, ...attempt }) => ({
    attempt,
    refunds: byPayment.get(attempt.id) ?? [],
  }))
}
