import type { DecimalString } from "../../../coins/decimal"
import { isPaidState } from "../attempts/states"
import { ATTEMPT_STATES } from "../column-values"
import { type Database, type OtherRows, readInTime } from "../database"
import type { Attempt } from "../models/crypto-payment"
import { openRequests, refunds } from "../refunds/rows"
import { toComparableAmount } from "../settling/money"
import { type ListFilters, matchingAttempts, wherePeriod } from "./search"

/** Amounts are in the currency of the total, with its digits. */
const AMOUNTS = [
  /** Prices that orders hold: what Medusa captured. */
  "on_orders_amount",
  /** Prices that came, and that no order holds. */
  "on_no_order_amount",
  /** Sent back of what Medusa captured. */
  "refunded_amount",
  /** Sent back of what it never captured. A surplus is in neither: no price has it. */
  "returned_amount",
  /** Promised by open refund requests now, whatever the period. */
  "to_send_amount",
] as const

type Sums = Record<(typeof AMOUNTS)[number], DecimalString> & {
  /** Payments; 0 where only something was sent back in the period. */
  count: number
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

/** A payment whose captures in Medusa may not be what is counted as on orders. */
export type DoubtfulPayment = Pick<
  Attempt,
  "id" | "payment_id" | "authorized_session_id"
> &
  Pick<Total, "is_test"> & {
    currency_code: string
    on_orders_amount: DecimalString
  }

/** More are not read: the newest ones have to be looked at anyway. */
const MAX_DOUBTFUL = 200

export class Totals {
  constructor(private readonly db: Database) {}

  /**
   * Of the confirmed payments that match, live before test; currencies, coins and modes apart. In a
   * period of `moved_at`, each sum follows its own date.
   */
  async read(filters: ListFilters): Promise<Total[]> {
    const rows = await readInTime(this.db, (db) => sumUp(db, filters))
    const totals: Total[] = []
    for (const { is_of_coin, currency_code, is_test, ...row } of rows) {
      const { count } = row
      const sums: Sums = { ...inDigits(row, currency_code), count }
      if (is_of_coin) {
        // The row of its currency comes before it.
        totals.at(-1)?.coins.push({ ...row, ...sums })
      } else {
        totals.push({ currency_code, is_test, ...sums, coins: [] })
      }
    }
    return totals
  }

  /**
   * Those of the total that are known to Medusa, and of which nobody verified that order and
   * capture are the same.
   */
  async doubtful(filters: ListFilters): Promise<DoubtfulPayment[]> {
    return await readInTime(this.db, async (db) => {
      const { paid } = await paidAttempts(db, filters)
      const rows: DoubtfulPayment[] = await db
        .with("paid", paid)
        .from("paid")
        .modify((paid: OtherRows) => {
          wherePeriod(paid, "paid_at", filters.moved_at)
        })
        .whereNotNull("currency_code")
        .whereRaw("NOT (state = 'settled' AND verified_at IS NOT NULL)")
        .whereRaw(
          "(payment_id IS NOT NULL OR authorized_session_id IS NOT NULL)"
        )
        .orderBy("id", "desc")
        .limit(MAX_DOUBTFUL)
        .select(
          "id",
          "payment_id",
          "authorized_session_id",
          "is_test",
          "currency_code",
          db.raw(
            "(CASE WHEN is_on_order THEN amount ELSE 0 END)::text AS on_orders_amount"
          )
        )
      return rows
    })
  }
}

function inDigits(
  row: Omit<Row, "currency_code" | "is_test" | "is_of_coin">,
  currency: string | null
) {
  const amounts = AMOUNTS.map((name) => [
    name,
    currency === null ? row[name] : toComparableAmount(row[name], currency),
  ])
  return Object.fromEntries(amounts) as Pick<Sums, (typeof AMOUNTS)[number]>
}

/** A builder that is awaited runs, so it stands in an object. */
async function paidAttempts(db: Database, filters: ListFilters) {
  const { matching } = await matchingAttempts(db, filters)
  const paid: OtherRows = matching
    .whereIn("state", ATTEMPT_STATES.filter(isPaidState))
    .select(db.raw(PRICED_COLUMNS))
  return { paid }
}

async function sumUp(db: Database, filters: ListFilters): Promise<Row[]> {
  // What is promised counts whatever moved of its payment, and the rest follows its own date.
  const { moved_at: period, ...others } = filters
  const { paid } = await paidAttempts(db, others)
  const came: OtherRows = db
    .from("paid")
    .select(db.raw(`${OF_PAYMENT}, ${PAID_KIND} AS kind, amount, received`))
  const sent: OtherRows = refunds(db)
    .whereNot({ kind: "surplus" })
    .select("crypto_payment_id", "amount")
    .select(db.raw("kind::text || 'ed' AS kind"))
  const promised: OtherRows = openRequests(db)
    .whereNot({ kind: "surplus" })
    .select("crypto_payment_id", "amount")
    .select(db.raw("'to_send' AS kind"))
  const back: OtherRows = db
    .from("paid")
    .join(sent.unionAll(promised).as("back"), "crypto_payment_id", "paid.id")
    .select(
      db.raw(`${OF_PAYMENT}, back.kind, back.amount::numeric, NULL::numeric`)
    )
  wherePeriod(came, "paid.paid_at", period)
  wherePeriod(sent, "created_at", period)
  return await db
    .with("paid", paid)
    .from(came.unionAll(back).as("movement"))
    .select<Row[]>(db.raw(SUMS))
    .groupByRaw(
      "GROUPING SETS ((currency_code, is_test), (currency_code, is_test, crypto_currency))"
    )
    .orderByRaw("is_test, currency_code, is_of_coin, crypto_currency")
}

/** Whether the price is as the gateway names it, else as it was opened (`paidPrice`). */
const PRICED =
  "gateway_amount IS NOT NULL AND gateway_currency IS NOT NULL AND (settled_at IS NULL OR amount IS NULL)"

// In Turkish, `lower('INR')` is "ınr". Whether it is on an order is what `isSettledMoney` says.
const PRICED_COLUMNS = `
  id, state, payment_id, authorized_session_id, paid_at, verified_at,
  lower(CASE WHEN ${PRICED} THEN gateway_currency ELSE currency_code END COLLATE "C") AS currency_code,
  coalesce(is_test, false) AS is_test,
  crypto_currency, crypto_network, provider_id,
  coalesce((CASE WHEN ${PRICED} THEN gateway_amount ELSE amount END)::numeric, 0) AS amount,
  received_crypto_amount::numeric AS received,
  (state = 'settled' OR (settled_at IS NOT NULL AND payment_id IS NOT NULL)) AS is_on_order`

const OF_PAYMENT =
  "currency_code, is_test, crypto_currency, crypto_network, provider_id"

const PAID_KIND =
  "CASE WHEN is_on_order THEN 'on_orders' ELSE 'on_no_order' END"

const IS_PAYMENT = "kind IN ('on_orders', 'on_no_order')"

const SUMS = `
  currency_code, is_test, crypto_currency,
  grouping(crypto_currency) = 0 AS is_of_coin,
  max(crypto_network) AS crypto_network, max(provider_id) AS provider_id,
  (count(*) FILTER (WHERE ${IS_PAYMENT}))::int AS count,
  ${AMOUNTS.map((name) => `${sumOf(name)} AS ${name}`).join(",\n  ")},
  trim_scale(sum(received))::text AS received_crypto_amount`

function sumOf(name: (typeof AMOUNTS)[number]): string {
  const kind = name.replace(/_amount$/, "")
  return `trim_scale(coalesce(sum(amount) FILTER (WHERE kind = '${kind}'), 0))::text`
}
