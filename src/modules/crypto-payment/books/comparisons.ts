import type { InferTypeOf } from "@medusajs/framework/types"
import type { Database } from "../database"
import { generateEntityId } from "@medusajs/framework/utils"
import { notAllowed, notFound } from "../../../medusa-errors"
import type { BookDifference } from "./book-difference"
import type { DecimalString } from "../settling/money"
import type CryptoBooksComparison from "../models/crypto-books-comparison"
import type { ExportedRefund } from "./exports"
import { refunds } from "../refunds/recorded-refunds"
import type { Period } from "./reports"
import type { Attempt } from "../models/rows"
import { attempts, lockSubject } from "../attempts/rows"

const TABLE = "crypto_books_comparison"

/** A comparison that did not say so for this long is no longer running. */
const ABANDONED_MINUTES = 10

/** Captures and refunds of one side. */
export type BooksSide = {
  captures: number
  captured_amount: DecimalString
  refunds: number
  refunded_amount: DecimalString
}

/** What ledger and Medusa have in one currency, live or test. */
export type BooksTotal = {
  currency_code: string
  is_test: boolean
  ledger: BooksSide
  medusa: BooksSide
}

/** How far the payments of a merchant were compared with its gateway; `message` where not all were. */
export type BooksGateway = {
  merchant_id: string
  compared: number
  not_compared: number
  message: string | null
}

/** Of the differences `other_period` only say that Medusa booked in another period. */
export type BooksResult = {
  totals: BooksTotal[]
  gateways: BooksGateway[]
  difference_count: number
  other_period_count: number
}

/** A comparison as it is stored. */
export type BooksComparison = Omit<
  InferTypeOf<typeof CryptoBooksComparison>,
  "result" | "differences"
> & {
  result: BooksResult | null
  differences: BookDifference[] | null
}

/** Comparisons of ledger, Medusa and gateway, so that their results can be read later. */
export class Comparisons {
  constructor(private readonly db: Database) {}

  /**
   * Begins a comparison, unless that of the same period is running.
   * @throws MedusaError NOT_ALLOWED while another period is compared.
   */
  async begin(
    { from, to, time_zone }: Period,
    by: string | null
  ): Promise<{ comparison: BooksComparison; isNew: boolean }> {
    return await this.db.transaction(async (db) => {
      await lockSubject(db, TABLE)
      const running = await comparisons(db)
        .where({ state: "running" })
        .whereRaw("updated_at > now() - ? * interval '1 minute'", [
          ABANDONED_MINUTES,
        ])
        .first()
      const period = { first_day: from, last_day: to, time_zone }
      if (running) {
        const isSame =
          running.first_day === from &&
          running.last_day === to &&
          running.time_zone === time_zone
        if (isSame) return { comparison: running, isNew: false }
        throw notAllowed(
          `The books from ${running.first_day} to ${running.last_day} are being compared. Wait until that is done.`
        )
      }
      const id = generateEntityId(undefined, "cpaycmp")
      const [comparison] = await db<BooksComparison>(TABLE)
        .insert({ id, ...period, created_by: by })
        .returning("*")
      return { comparison, isNew: true }
    })
  }

  /** Says that a comparison is still running. */
  async touch(id: string): Promise<void> {
    await comparisons(this.db)
      .where({ id, state: "running" })
      .update({ updated_at: this.db.fn.now() })
  }

  async complete(
    id: string,
    result: BooksResult,
    differences: readonly BookDifference[]
  ): Promise<void> {
    const { db } = this
    await db(TABLE)
      .where({ id, state: "running" })
      .update({
        state: "completed",
        result: JSON.stringify(result),
        differences: JSON.stringify(differences),
        difference_count: result.difference_count,
        completed_at: db.fn.now(),
        updated_at: db.fn.now(),
      })
  }

  async fail(id: string, error: string): Promise<void> {
    await comparisons(this.db)
      .where({ id, state: "running" })
      .update({ state: "failed", error, updated_at: this.db.fn.now() })
  }

  /** The attempts of Medusa's payments. */
  async findByPayment(paymentIds: readonly string[]): Promise<Attempt[]> {
    return await attempts(this.db).whereIn("payment_id", [...paymentIds])
  }

  /** The attempts of the gateway's payments. */
  async findByGateway(merchant_id: string, ids: readonly string[]) {
    return await attempts(this.db)
      .where({ merchant_id })
      .whereIn("gateway_payment_id", [...ids])
  }

  /** The records of Medusa's refunds. */
  async findBooked(refundIds: readonly string[]): Promise<ExportedRefund[]> {
    const records = await refunds(this.db).whereIn("refund_id", [...refundIds])
    const found = await attempts(this.db).whereIn(
      "id",
      records.map(({ crypto_payment_id }) => crypto_payment_id)
    )
    const byId = new Map(found.map((attempt) => [attempt.id, attempt]))
    return records.flatMap((refund) => {
      const attempt = byId.get(refund.crypto_payment_id)
      return attempt ? [{ attempt, refund }] : []
    })
  }

  /** Newest first, without the differences. */
  async list({ skip, take }: { skip: number; take: number }) {
    const rows: Omit<BooksComparison, "differences">[] = await comparisons(
      this.db
    )
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .offset(skip)
      .limit(take)
      .select(SHOWN)
    const [{ count }] = await comparisons(this.db).count({ count: "*" })
    return { rows: rows.map(restate), count: Number(count) }
  }

  /** @throws MedusaError NOT_FOUND */
  async retrieve(id: string): Promise<BooksComparison> {
    const comparison = await comparisons(this.db).where({ id }).first()
    if (comparison) return restate(comparison)
    throw notFound(`Comparison ${id} was not found.`)
  }
}

const SHOWN = [
  ...["id", "first_day", "last_day", "time_zone", "state", "error", "result"],
  ...["difference_count", "created_by", "completed_at"],
  ...["created_at", "updated_at"],
] as (keyof BooksComparison)[]

/** One that a crash ended is shown as failed. */
function restate<
  Row extends Pick<BooksComparison, "state" | "updated_at" | "error">,
>(row: Row): Row {
  const silentMs = Date.now() - row.updated_at.getTime()
  return row.state === "running" && silentMs > ABANDONED_MINUTES * 60_000
    ? { ...row, state: "failed", error: "It was interrupted. Start it again." }
    : row
}

function comparisons(db: Database) {
  return db<BooksComparison>(TABLE).whereNull("deleted_at")
}
