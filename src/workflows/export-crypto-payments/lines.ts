import type { MedusaContainer } from "@medusajs/framework/types"
import type { Query } from "../../medusa-query"
import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  type ExportRequest,
} from "../../modules/crypto-payment/internal"
import { capturesOf, findCaptures } from "../medusa/bookings"
import {
  type Column,
  EMAIL_COLUMN,
  type MedusaDetails,
  PAYMENT_COLUMNS,
  REFUND_COLUMNS,
} from "./columns"
import { BYTE_ORDER_MARK, csvLines } from "./csv"

/** What a file can list. */
export const EXPORT_TYPES = ["payments", "refunds", "attention"] as const

/** Payments, refunds, or the payments that need attention now. */
export type ExportContent = ExportRequest & {
  type: (typeof EXPORT_TYPES)[number]
  /** With the column `customer_email`. */
  include_email: boolean
  /** Begins with a byte order mark, for Excel. */
  bom: boolean
}

/** The lines of a CSV file, in chunks. @param counted gets the number of rows. */
export async function* exportLines(
  container: MedusaContainer,
  content: ExportContent,
  counted: { rows: number }
): AsyncGenerator<string> {
  const { exports } = container.resolve(CRYPTO_PAYMENT_MODULE)
  if (content.bom) yield BYTE_ORDER_MARK
  if (content.type === "refunds") {
    const pages = exports.refunds(content)
    yield* toLines(container, content, REFUND_COLUMNS, pages, counted)
  } else {
    const isAttention = content.type === "attention"
    const filters = isAttention
      ? { ...content.filters, attention: true }
      : content.filters
    const pages = exports.payments({ ...content, filters })
    yield* toLines(container, content, PAYMENT_COLUMNS, pages, counted)
  }
}

async function* toLines<Row extends { attempt: Attempt }>(
  container: MedusaContainer,
  { include_email }: ExportContent,
  all: readonly Column<Row & MedusaDetails>[],
  pages: AsyncIterable<Row[]>,
  counted: { rows: number }
): AsyncGenerator<string> {
  const query = container.resolve("query")
  const columns = all.filter(
    ({ name }) => include_email || name !== EMAIL_COLUMN
  )
  const kinds = columns.map(({ kind }) => kind)
  yield csvLines(
    [columns.map(({ name }) => name)],
    columns.map(() => "text")
  )
  for await (const rows of pages) {
    const detailsOf = await readDetails(query, rows)
    counted.rows += rows.length
    yield csvLines(
      rows
        .map((row) => ({ ...row, ...detailsOf(row) }))
        .map((row) => columns.map(({ read }) => read(row))),
      kinds
    )
  }
}

/** Reads orders and captures of a page, with a query each. */
async function readDetails(
  query: Query,
  rows: readonly { attempt: Attempt }[]
): Promise<(row: { attempt: Attempt }) => MedusaDetails> {
  const [orders, captures] = await Promise.all([
    findOrders(
      query,
      rows.map(({ attempt }) => attempt.order_id)
    ),
    findCaptures(
      query,
      rows.map(({ attempt }) => attempt.payment_id)
    ),
  ])
  return ({ attempt }) => ({
    order: orders.get(attempt.order_id ?? ""),
    captures: capturesOf(attempt, captures.get(attempt.payment_id ?? "") ?? []),
  })
}

type Order = { id: string } & NonNullable<MedusaDetails["order"]>

async function findOrders(
  query: Query,
  ids: readonly (string | null)[]
): Promise<Map<string, Order>> {
  const id = [...new Set(ids.filter((each) => each !== null))]
  if (id.length === 0) return new Map()
  const fields = ["id", "display_id", "email"]
  const { data } = await query.graph({
    entity: "order",
    fields,
    filters: { id },
  })
  const orders: Order[] = data
  return new Map(orders.map((order) => [order.id, order]))
}
