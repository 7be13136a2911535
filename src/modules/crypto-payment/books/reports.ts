import type { Database } from "../database"
import { invalidData, unexpectedState } from "../../../medusa-errors"
import {
  AMOUNTS,
  countMarkedTotals,
  COUNTS,
  floorTo,
  GRAINS,
  markTotals,
} from "./count-totals"

/** The steps of a report. Weeks begin on Monday. */
export const INTERVALS = ["day", "week", "month"] as const

export type Interval = (typeof INTERVALS)[number]

/** More do not fit into a chart; a year of weeks, or eight years of months do. */
export const MAX_INTERVALS = 100

/** Whole days of a time zone; both are counted. */
export type Period = {
  /** `2026-11-01` */
  from: string
  to: string
  /** By its name in the IANA database: `Europe/Berlin`. */
  time_zone: string
}

/** A period, or the part of it that an interval is, from a moment until before another. */
export type Span = { from: string; to: string; starts_at: Date; ends_at: Date }

/** The totals of one currency, live or test; amounts are decimal strings. */
export type Total = Record<(typeof COUNTS)[number], number> &
  Record<(typeof AMOUNTS)[number], string> & {
    currency_code: string
    is_test: boolean
  }

export type TotalFilters = {
  provider_id?: string[]
  merchant_id?: string[]
  is_test?: boolean
  currency_code?: string[]
}

type Coin = { crypto_currency: string; crypto_network: string }

/** Summed up by what they have in common beside currency and test flag. */
export type Totals = {
  intervals: Span[]
  /** `n` is the place of an interval. */
  by_interval: (Total & { n: number })[]
  /** Empty texts where coin or network are not known. */
  by_coin: (Total & Coin)[]
  by_merchant: (Total & { merchant_id: string })[]
}

/** A request does not wait longer for totals that are counted the first time. */
const MAX_WAIT_MS = 20_000

/** The totals of the reports: the ledger, summed up by quarters of an hour and by days of UTC. */
export class Reports {
  constructor(private readonly db: Database) {}

  /**
   * The moments between which a period lies.
   * @throws MedusaError INVALID_DATA for a time zone that the database does not know.
   */
  async span(period: Period): Promise<Span> {
    const [span] = await this.intervals(period, null)
    return span
  }

  /**
   * Totals as of now, of a period in steps. By index, and of rows whose number does not depend on
   * how many payments there were.
   * @throws MedusaError INVALID_DATA for an unknown time zone and for more than `MAX_INTERVALS`;
   * UNEXPECTED_STATE while the totals of a large ledger are counted the first time.
   */
  async totals(
    period: Period,
    interval: Interval,
    filters: TotalFilters
  ): Promise<Totals> {
    const intervals = await this.intervals(period, interval)
    if (!(await this.countMarked(MAX_WAIT_MS))) {
      throw unexpectedState(
        "The totals are being counted for the first time. Try again in a minute."
      )
    }
    const whole = {
      ...intervals[0],
      ends_at: intervals[intervals.length - 1].ends_at,
    }
    const [by_interval, by_coin, by_merchant] = await Promise.all([
      this.sum<{ n: number }>(intervals, "", ["n"], filters),
      this.sum<Coin>(
        [whole],
        "_coin",
        ["crypto_currency", "crypto_network"],
        filters
      ),
      this.sum<{ merchant_id: string }>([whole], "", ["merchant_id"], filters),
    ])
    return { intervals, by_interval, by_coin, by_merchant }
  }

  /**
   * Counts again what changed.
   * @returns whether all of it was counted within the time.
   */
  async countMarked(maxMs: number): Promise<boolean> {
    const startedMs = performance.now()
    while (await countMarkedTotals(this.db)) {
      if (performance.now() - startedMs > maxMs) return false
    }
    return true
  }

  /** Has totals counted anew: of the last days, or all. */
  async mark(days?: number): Promise<void> {
    await markTotals(this.db, days)
  }

  /** @param interval the whole period, where it is null. */
  private async intervals(
    { from, to, time_zone }: Period,
    interval: Interval | null
  ): Promise<Span[]> {
    const step = interval ?? "day"
    try {
      const { rows } = await this.db.raw<{ rows: Span[] }>(
        `WITH step AS (
           SELECT greatest(local, ?::timestamp) AS first,
                  least(local + ?::interval, ?::timestamp + interval '1 day') AS after
             FROM generate_series(date_trunc(?, ?::timestamp), ?::timestamp, ?::interval) AS local),
         chosen AS (
           SELECT * FROM step WHERE ?
            UNION ALL SELECT ?::timestamp, ?::timestamp + interval '1 day' WHERE NOT ?)
         SELECT to_char(first, 'YYYY-MM-DD') AS from,
                to_char(after - interval '1 day', 'YYYY-MM-DD') AS to,
                first AT TIME ZONE ? AS starts_at, after AT TIME ZONE ? AS ends_at
           FROM chosen ORDER BY first LIMIT ?`,
        [
          ...[from, `1 ${step}`, to],
          ...[step, from, to, `1 ${step}`],
          ...[interval !== null, from, to, interval !== null],
          ...[time_zone, time_zone, MAX_INTERVALS + 1],
        ]
      )
      if (rows.length > MAX_INTERVALS) {
        throw invalidData(
          `A report has at most ${MAX_INTERVALS} intervals; choose a shorter period or a longer interval.`
        )
      }
      return rows
    } catch (error) {
      if (!isUnknownTimeZone(error)) throw error
      throw invalidData(
        "The time zone is unknown. Use a name such as Europe/Berlin."
      )
    }
  }

  /**
   * Sums up the days of UTC within each span, and the hours and their quarters at its ends.
   * @param by what to keep apart besides currency and test flag.
   */
  private async sum<By>(
    spans: readonly Span[],
    suffix: "" | "_coin",
    by: (keyof By & string)[],
    { provider_id, merchant_id, is_test, currency_code }: TotalFilters
  ): Promise<(Total & By)[]> {
    const columns = [...by, "currency_code", "is_test"].join(", ")
    const filters: [condition: string, value?: string[] | boolean][] = [
      ["provider_id = ANY(?)", provider_id],
      ["merchant_id = ANY(?)", merchant_id],
      ["currency_code = ANY(?)", currency_code],
      ["is_test = ?", is_test],
    ]
    const used = filters.flatMap(([condition, value]) =>
      value === undefined ? [] : [{ condition, value }]
    )
    const { rows } = await this.db.raw<{ rows: (Total & By)[] }>(
      `WITH span AS (
         SELECT n::int - 1 AS n, starts_at, ends_at,
                ${ceilTo("hour", "starts_at")} AS first_hour, ${floorTo("hour", "ends_at")} AS last_hour,
                ${ceilTo("day", "starts_at")} AS first_day, ${floorTo("day", "ends_at")} AS last_day
           FROM unnest(?::timestamptz[], ?::timestamptz[]) WITH ORDINALITY AS span (starts_at, ends_at, n)),
       part AS (
         SELECT n, 'day' AS grain, first_day AS since, last_day AS until FROM span
          UNION ALL SELECT n, 'hour', first_hour, least(first_day, last_hour) FROM span
          UNION ALL SELECT n, 'hour', last_day, last_hour FROM span WHERE first_day <= last_day
          UNION ALL SELECT n, 'quarter', starts_at, first_hour FROM span
          UNION ALL SELECT n, 'quarter', last_hour, ends_at FROM span)
       SELECT ${columns}, ${SUMS}
         FROM part CROSS JOIN LATERAL (
           SELECT * FROM crypto_payment_total
            WHERE grain = part.grain || ? AND starts_at >= part.since AND starts_at < part.until
              ${used.map(({ condition }) => `AND ${condition}`).join(" ")}
           OFFSET 0) AS total
        GROUP BY ${columns}
        ORDER BY ${columns}`,
      [
        spans.map(({ starts_at }) => starts_at.toISOString()),
        spans.map(({ ends_at }) => ends_at.toISOString()),
        suffix,
        ...used.map(({ value }) => value),
      ]
    )
    return rows
  }
}

function ceilTo(grain: "hour" | "day", moment: string): string {
  return floorTo(
    grain,
    `${moment} + interval '${GRAINS[grain]} seconds' - interval '1 microsecond'`
  )
}

const SUMS = [
  ...COUNTS.map((each) => `sum(${each})::float AS ${each}`),
  ...AMOUNTS.map((each) => `sum(${each})::text AS ${each}`),
].join(", ")

/** `invalid_parameter_value` */
function isUnknownTimeZone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "22023"
}
