import type { Database } from "../database"
import { PAID_STATES } from "../attempts/states"
import { PAID_WITHIN, PAID_WITHIN_SECONDS } from "./payment-times"

/** What totals count. */
export const COUNTS = [
  /** Payments that were opened, and those of them that were paid at any time. */
  "opened",
  "opened_paid",
  /** Confirmed payments; those of them whose coins have a known value. */
  "paid",
  "received",
  /** Those of them whose time from opening to payment is known, and is not longer than a bound. */
  "timed",
  ...PAID_WITHIN,
  /** Those of them that need attention now, and that were resolved without an order. */
  "attention",
  "resolved",
  /** Those of them of which too little or too much arrived. */
  "short",
  "over",
  /** Orders that were paid, and settled payments: an order may have two. */
  "orders",
  "settled",
  /** Refunds of what was paid for, those of them that Medusa booked, and returned surpluses. */
  "refunds",
  "booked_refunds",
  "surplus_refunds",
] as const

/** What totals sum up, in the currency of the price. */
export const AMOUNTS = [
  "paid_amount",
  "received_value",
  "attention_amount",
  "resolved_amount",
  "short_amount",
  "over_amount",
  "settled_amount",
  "refund_amount",
  "booked_refund_amount",
  "surplus_refund_amount",
] as const

const MEASURES = [...COUNTS, ...AMOUNTS]

type Measure = (typeof MEASURES)[number]

/** Time that a refresh counts at once, so that others wait for it only for a moment. */
const MAX_QUARTERS = 500

const LOCK = "crypto_payment_total"

/**
 * Counts marked quarters of an hour again, and the days that they are in, in one transaction: the
 * totals of a quarter are always those of its rows. A change that is not committed yet is not
 * counted, and its mark is not seen; one whose mark is removed is counted, since the rows are read
 * after the marks.
 * @returns whether marks may be left.
 */
export async function countMarkedTotals(db: Database): Promise<boolean> {
  return await db.transaction(async (db) => {
    await db.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [LOCK])
    const { rows } = await db.raw<{ rows: { starts_at: Date }[] }>(
      `WITH marked AS (
         SELECT DISTINCT starts_at FROM crypto_payment_stale_total
          ORDER BY starts_at LIMIT ?),
       removed AS (
         DELETE FROM crypto_payment_stale_total AS mark USING marked
          WHERE mark.starts_at = marked.starts_at)
       SELECT starts_at FROM marked`,
      [MAX_QUARTERS]
    )
    if (rows.length === 0) return false
    const quarters = rows.map(({ starts_at }) => starts_at.toISOString())
    await db.raw(
      `DELETE FROM crypto_payment_total
        WHERE grain IN ('quarter', 'quarter_coin') AND starts_at = ANY(?::timestamptz[])`,
      [quarters]
    )
    await db.raw(COUNT_QUARTERS, [quarters, ...SOURCE_VALUES])
    await sumUp(db, "quarter", "hour", quarters)
    await sumUp(db, "hour", "day", quarters)
    return rows.length === MAX_QUARTERS
  })
}

/**
 * Marks all quarters of an hour with rows or totals of the last days, as after a restored backup.
 * @param days all, where it is left out.
 */
export async function markTotals(db: Database, days?: number): Promise<void> {
  const since = days === undefined ? "-infinity" : `-${days} days`
  const bound = days === undefined ? "?::timestamptz" : "now() + ?::interval"
  const moments = ["opened_at", "paid_at", "settled_at"].map(
    (column) =>
      `SELECT ${column} AS at FROM crypto_payment WHERE ${column} >= ${bound}`
  )
  await db.raw(
    `INSERT INTO crypto_payment_stale_total (starts_at)
     SELECT DISTINCT ${floorTo("quarter", "at")} FROM (
       ${moments.join(" UNION ALL ")}
       UNION ALL SELECT created_at FROM crypto_payment_refund WHERE created_at >= ${bound}
       UNION ALL SELECT starts_at FROM crypto_payment_total WHERE grain = 'quarter' AND starts_at >= ${bound}
     ) AS moment`,
    Array.from({ length: moments.length + 2 }, () => since)
  )
}

/** The steps in which totals are kept, in seconds, all beginning with the day of UTC. */
export const GRAINS = { quarter: 900, hour: 3_600, day: 86_400 } as const

type Grain = keyof typeof GRAINS

/** Replaces the totals of one grain, where a quarter of an hour changed, by the sums of a finer one. */
async function sumUp(db: Database, from: Grain, to: Grain, quarters: string[]) {
  const changed = `SELECT DISTINCT ${floorTo(to, "quarter")} FROM unnest(?::timestamptz[]) AS quarter`
  await db.raw(
    `DELETE FROM crypto_payment_total
      WHERE grain IN ('${to}', '${to}_coin') AND starts_at IN (${changed})`,
    [quarters]
  )
  await db.raw(
    `INSERT INTO crypto_payment_total (${COLUMNS})
     SELECT replace(grain, '${from}', '${to}'), changed.starts_at, ${DIMENSIONS}, ${COIN}, ${SUMS}
       FROM (${changed}) AS changed (starts_at)
       JOIN crypto_payment_total AS total ON total.grain IN ('${from}', '${from}_coin')
        AND total.starts_at >= changed.starts_at
        AND total.starts_at < changed.starts_at + interval '${GRAINS[to]} seconds'
      GROUP BY grain, changed.starts_at, ${DIMENSIONS}, ${COIN}`,
    [quarters]
  )
}

/** An SQL expression: the beginning of the quarter, hour or day of a moment. */
export function floorTo(grain: Grain, moment: string): string {
  const seconds = GRAINS[grain]
  return `to_timestamp(floor(extract(epoch FROM ${moment}) / ${seconds}) * ${seconds})`
}

const DIMENSIONS = "provider_id, merchant_id, is_test, currency_code"

const COIN = "crypto_currency, crypto_network"

const decimal = (text: string) =>
  `CASE WHEN ${text} ~ '^[0-9]+$|^[0-9]+[.][0-9]+$' THEN ${text}::numeric END`

/** The price as the gateway names it, else as it was opened (`paidPrice`). */
const NAMED =
  "attempt.gateway_amount IS NOT NULL AND attempt.gateway_currency IS NOT NULL"

const FROM_ATTEMPT = `
  attempt.provider_id, attempt.merchant_id, coalesce(attempt.is_test, false) AS is_test,
  lower(coalesce(CASE WHEN ${NAMED} THEN attempt.gateway_currency ELSE attempt.currency_code END, '')) AS currency_code,
  coalesce(attempt.crypto_currency, '') AS crypto_currency,
  coalesce(attempt.crypto_network, '') AS crypto_network`

/** The price without the part that another payment brought, which is a payment of its own. */
const WORTH = `
  CROSS JOIN LATERAL (
    SELECT ${decimal(`CASE WHEN ${NAMED} THEN attempt.gateway_amount ELSE attempt.amount END`)}
             - coalesce(${decimal("attempt.remainder_amount")}, 0) AS price,
           ${decimal("attempt.received_value")} AS value,
           ${decimal("attempt.quoted_crypto_amount")} AS quoted,
           ${decimal("attempt.received_crypto_amount")} AS received) AS worth`

const within = (moment: string) =>
  `${moment} >= marked.starts_at AND ${moment} < marked.starts_at + interval '15 minutes'`

type Source = { from: string; measures: Partial<Record<Measure, string>> }

/** What each moment of an attempt, or of a refund, adds to the totals of its quarter. */
const SOURCES: readonly Source[] = [
  {
    from: `crypto_payment AS attempt ON ${within("attempt.opened_at")}
       AND attempt.opened_at IS NOT NULL AND attempt.deleted_at IS NULL`,
    measures: {
      opened: "1",
      opened_paid: "(attempt.paid_at IS NOT NULL)::int",
    },
  },
  {
    from: `crypto_payment AS attempt ON ${within("attempt.paid_at")}
       AND attempt.paid_at IS NOT NULL AND attempt.deleted_at IS NULL
       AND attempt.state = ANY(?) ${WORTH}`,
    measures: {
      paid: "1",
      paid_amount: "worth.price",
      received: "(worth.value IS NOT NULL)::int",
      received_value: "worth.value",
      timed: "(attempt.opened_at <= attempt.paid_at)::int",
      ...Object.fromEntries(
        PAID_WITHIN_SECONDS.map((seconds) => [
          `paid_within_${seconds}`,
          `(attempt.paid_at - attempt.opened_at BETWEEN interval '0' AND interval '${seconds} seconds')::int`,
        ])
      ),
      attention: "(attempt.state = 'attention')::int",
      attention_amount:
        "CASE WHEN attempt.state = 'attention' THEN worth.price END",
      resolved: "(attempt.state = 'resolved')::int",
      resolved_amount:
        "CASE WHEN attempt.state = 'resolved' THEN worth.price END",
      short:
        "(attempt.remainder_id IS NULL AND worth.received < worth.quoted)::int",
      short_amount: "greatest(worth.price - worth.value, 0)",
      over: "(worth.received > worth.quoted)::int",
      over_amount: "greatest(worth.value - worth.price, 0)",
    },
  },
  {
    from: `crypto_payment AS attempt ON ${within("attempt.settled_at")}
       AND attempt.settled_at IS NOT NULL AND attempt.deleted_at IS NULL
       AND attempt.state = 'settled' ${WORTH}`,
    measures: {
      orders:
        "(attempt.order_id IS NOT NULL AND attempt.remainder_of IS NULL)::int",
      settled: "1",
      settled_amount: "worth.price",
    },
  },
  {
    from: `crypto_payment_refund AS refund ON ${within("refund.created_at")}
       AND refund.deleted_at IS NULL
      JOIN crypto_payment AS attempt ON attempt.id = refund.crypto_payment_id
       AND attempt.deleted_at IS NULL
     CROSS JOIN LATERAL (SELECT ${decimal("refund.amount")} AS amount) AS sent`,
    measures: {
      refunds: "(refund.kind = 'price')::int",
      refund_amount: "CASE WHEN refund.kind = 'price' THEN sent.amount END",
      booked_refunds: "(refund.refund_id IS NOT NULL)::int",
      booked_refund_amount:
        "CASE WHEN refund.refund_id IS NOT NULL THEN sent.amount END",
      surplus_refunds: "(refund.kind = 'surplus')::int",
      surplus_refund_amount:
        "CASE WHEN refund.kind = 'surplus' THEN sent.amount END",
    },
  },
]

const SOURCE_VALUES = [[...PAID_STATES]]

const SUMS = MEASURES.map((each) => `coalesce(sum(${each}), 0)`).join(", ")

const COLUMNS = `grain, starts_at, ${DIMENSIONS}, ${COIN}, ${MEASURES.join(", ")}`

const COUNT_QUARTERS = `
  WITH marked AS MATERIALIZED (SELECT unnest(?::timestamptz[]) AS starts_at),
  counted AS (${SOURCES.map(
    ({ from, measures }) => `
    SELECT marked.starts_at, ${FROM_ATTEMPT},
           ${MEASURES.map((each) => `${measures[each] ?? "0"} AS ${each}`).join(", ")}
      FROM marked JOIN ${from}`
  ).join(" UNION ALL ")})
  INSERT INTO crypto_payment_total (${COLUMNS})
  SELECT CASE grouping(crypto_currency) WHEN 0 THEN 'quarter_coin' ELSE 'quarter' END,
         starts_at, ${DIMENSIONS}, coalesce(crypto_currency, ''), coalesce(crypto_network, ''), ${SUMS}
    FROM counted
   GROUP BY GROUPING SETS ((starts_at, ${DIMENSIONS}), (starts_at, ${DIMENSIONS}, ${COIN}))`
