import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type Interval,
  Reports,
} from "../../src/modules/crypto-payment/books/reports"
import { manyAttempts, manyRefunds } from "../modules/many-attempts"
import { migratedDatabase, newDatabaseName } from "../modules/migrated-database"
import { Teardown } from "../support/medusa/teardown"
import { atMost, type Figure } from "./figure"
import { ratios, repeated, timeRounds } from "./rounds"

const SMALL = 10_000
const LARGE = 1_000_000
const YEAR_SECONDS = 365 * 24 * 60 * 60
const DAY_MS = 24 * 60 * 60_000

/**
 * Reports on a year with a million payments against reports on a year with ten thousand. The days
 * of India begin within an hour of UTC, so that no day of a report is a day of the totals.
 */
export async function benchReports(): Promise<Figure[]> {
  const teardown = new Teardown()
  try {
    const small = await reportsOf(SMALL, teardown)
    const large = await reportsOf(LARGE, teardown)
    const requests: [name: string, interval: Interval, days: number][] = [
      ["year by months", "month", 365],
      ["year by weeks", "week", 365],
      ["quarter by days", "day", 92],
    ]
    const figures: Figure[] = []
    for (const [name, interval, days] of requests) {
      const rounds = await timeRounds(
        {
          small: repeated(() => read(small, interval, days)),
          large: repeated(() => read(large, interval, days)),
        },
        { rounds: 5, times: 20 }
      )
      figures.push(
        atMost(
          1.5,
          `report on a ${name}, ledger of 1,000,000 rows / of 10,000`,
          ratios(rounds, "small", "large")
        )
      )
    }
    return figures
  } finally {
    await teardown.run()
  }
}

async function reportsOf(rows: number, teardown: Teardown): Promise<Reports> {
  const url = await migratedDatabase(newDatabaseName(`reports-${rows}`))
  const db = knex({ client: "pg", connection: url, pool: { min: 3, max: 3 } })
  teardown.add(() => db.destroy())
  await db.raw(manyAttempts(rows, YEAR_SECONDS / rows))
  await db.raw(manyRefunds(rows))
  await settle(db)
  const reports = new Reports(db)
  await reports.countMarked(Infinity)
  await settle(db)
  return reports
}

/** As the database does by itself after a while. */
async function settle(db: Knex): Promise<void> {
  await db.raw("checkpoint")
  await db.raw("vacuum analyze")
}

async function read(
  reports: Reports,
  interval: Interval,
  days: number
): Promise<void> {
  const date = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const now = Date.now()
  const period = {
    from: date(now - days * DAY_MS),
    to: date(now),
    time_zone: "Asia/Kolkata",
  }
  const { by_coin } = await reports.totals(period, interval, {})
  if (by_coin.length === 0) throw new Error("The report is empty.")
}
