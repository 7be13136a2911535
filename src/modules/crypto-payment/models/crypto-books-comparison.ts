import { model } from "@medusajs/framework/utils"

/** How the comparison of a period stands. */
export const COMPARISON_STATES = ["running", "completed", "failed"] as const

/**
 * A comparison of ledger, Medusa and gateway for whole days of a time zone. One that is `running`
 * and was not updated for some minutes was ended by a crash. One row for each comparison; kept for
 * good.
 */
const CryptoBooksComparison = model
  .define("crypto_books_comparison", {
    id: model.id({ prefix: "cpaycmp" }).primaryKey(),
    first_day: model.text(),
    last_day: model.text(),
    time_zone: model.text(),
    state: model.enum([...COMPARISON_STATES]).default("running"),
    error: model.text().nullable(),
    /** Totals and what was compared: `BooksResult`. */
    result: model.json().nullable(),
    /** The first of them: `BookDifference`. */
    differences: model.json().nullable(),
    difference_count: model.number().default(0),
    created_by: model.text().nullable(),
    completed_at: model.dateTime().nullable(),
  })
  .indexes([{ on: ["created_at"] }])

export default CryptoBooksComparison
