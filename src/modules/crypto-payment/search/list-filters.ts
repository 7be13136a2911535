import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import {
  attemptStates,
  type AttemptState,
  type AttentionReason,
} from "../lifecycle/states"
import type { Attempt } from "../ledger/rows"
import { whereText, type TextMatch } from "./text-match"

/** Bounds of a moment; each is left out, or counts. */
export type MomentRange = Partial<Record<"gt" | "gte" | "lt" | "lte", Date>>

/** What a list of attempts is narrowed to; several values of one are any of them. */
export type ListFilters = {
  id?: string[]
  state?: AttemptState[]
  gateway_status?: string[]
  provider_id?: string[]
  attention_reason?: AttentionReason[]
  crypto_currency?: string[]
  order_id?: string[]
  cart_id?: string[]
  is_test?: boolean
  /** Whether a person is needed now. */
  attention?: boolean
  created_at?: MomentRange
  updated_at?: MomentRange
  text?: TextMatch
}

const oneOf = [
  "id",
  "state",
  "gateway_status",
  "provider_id",
  "attention_reason",
  "crypto_currency",
  "order_id",
  "cart_id",
] as const

const comparisons = [
  ["gt", ">"],
  ["gte", ">="],
  ["lt", "<"],
  ["lte", "<="],
] as const

/** Narrows a query of the ledger's table. */
export function whereFilters(
  rows: Knex.QueryBuilder<Attempt, unknown>,
  filters: ListFilters,
  refundedIds: string[]
): void {
  for (const column of oneOf) {
    const values = filters[column]
    if (values) void rows.whereIn(column, values)
  }
  if (filters.is_test !== undefined) {
    void rows.where("is_test", filters.is_test)
  }
  if (filters.attention === true) whereNeedsAttention(rows)
  if (filters.attention === false) whereNeedsNone(rows)
  for (const column of ["created_at", "updated_at"] as const) {
    for (const [bound, operator] of comparisons) {
      const moment = filters[column]?.[bound]
      if (moment) void rows.where(column, operator, moment)
    }
  }
  if (filters.text) whereText(rows, filters.text, refundedIds)
}

/** Rows that need a person now (`needsAttention`); each branch has an index. */
export function whereNeedsAttention(
  rows: Knex.QueryBuilder<Attempt, unknown>
): void {
  void rows.where((branches) => {
    void branches
      .where({ state: "attention" })
      .orWhere({ state: "open", attention_reason: "unknown_status" })
  })
}

function whereNeedsNone(rows: Knex.QueryBuilder<Attempt, unknown>): void {
  // Not as "is not": that would be no condition for an index.
  void rows
    .whereIn(
      "state",
      attemptStates.filter((state) => state !== "attention")
    )
    .andWhere((branches) => {
      void branches.whereNot({ state: "open" }).orWhereNull("attention_reason")
    })
}
