import { MathBN } from "@medusajs/framework/utils"
import { stringify } from "csv-stringify/sync"
import { isDecimal } from "../coins/decimal"
import { symbolOf } from "../coins/recognize"
import type { Captures } from "../medusa/captures"
import type {
  Attempt,
  Refund,
} from "../modules/crypto-payment/models/crypto-payment"
import {
  paidPrice,
  toComparableAmount,
} from "../modules/crypto-payment/settling/money"

/** A line of an export: a payment, or one of its refunds. */
export type ExportRow = {
  attempt: Attempt
  refund: Refund | null
  order_number: number | null
  /** Of the order, else of the cart. */
  email: string | null
  /** Medusa's captures of the payment, oldest first. */
  captures: Captures
}

/** What a cell holds. A `number` is a decimal string, and keeps its sign. */
type CellKind = "text" | "number" | "time" | "flag"

type Cell = string | boolean | Date | null

/** A column of the file: what its cells hold, what that means, and where it comes from. */
type Column = {
  name: string
  kind: CellKind
  about: string
  read: (row: ExportRow) => Cell
}

/** No amount stands in two lines, so that a column can be added up. */
export const EXPORT_COLUMNS: readonly Column[] = [
  column(
    "order_number",
    "number",
    "Number of the order",
    ({ order_number }) => order_number?.toString() ?? null
  ),
  column(
    "kind",
    "text",
    "`payment`; `refund` of what Medusa captured; `return` of money that no order ever held; or `surplus`, which arrived beyond the quote",
    ({ refund }) => refund?.kind ?? "payment"
  ),
  ofAttempt(
    "paid_at",
    "time",
    "When the payment was known to be confirmed; all times are in UTC"
  ),
  column(
    "created_at",
    "time",
    "When the payment was written to the ledger, or the refund recorded",
    ({ attempt, refund }) => (refund ?? attempt).created_at
  ),
  column(
    "currency",
    "text",
    "Currency of all amounts that are not of coins (ISO 4217)",
    ({ attempt }) => paidPrice(attempt)?.currency_code.toUpperCase() ?? null
  ),
  ofPayment(
    "price_amount",
    "number",
    "Price of the payment",
    ({ attempt }) => paidPrice(attempt)?.amount ?? null
  ),
  ofPayment(
    "captured_amount",
    "number",
    "What Medusa captured of it, also where the order was canceled later",
    capturedAmount
  ),
  ofPayment(
    "captured_at",
    "time",
    "When Medusa captured it; the last time, if in parts",
    ({ captures }) => captures.at(-1)?.created_at ?? null
  ),
  ofRefund(
    "amount",
    "number",
    "What was sent back; of a `surplus` its worth at the rate of the quote",
    "refunded_amount"
  ),
  ofAttempt("crypto_currency", "text", "The coin, as the gateway names it"),
  column(
    "crypto_symbol",
    "text",
    "Its symbol, such as `USDT`; empty where that is not known",
    ({ attempt }) => symbolOf(attempt)
  ),
  ofAttempt(
    "crypto_network",
    "text",
    "Its network, as the gateway listed it; empty where it did not"
  ),
  ofPayment(
    "quoted_crypto_amount",
    "number",
    "Coins that the customer was asked to send",
    ({ attempt }) => attempt.quoted_crypto_amount
  ),
  ofPayment(
    "received_crypto_amount",
    "number",
    "Coins that arrived; empty where the gateway did not say so",
    ({ attempt }) => attempt.received_crypto_amount
  ),
  ofRefund(
    "crypto_amount",
    "number",
    "Coins that were sent back; empty where only the amount was recorded",
    "refunded_crypto_amount"
  ),
  ofAttempt(
    "crypto_rate",
    "number",
    "Rate of the quote, the price of one coin: price ÷ quoted coins, at most 18 digits after the point"
  ),
  column(
    "customer_email",
    "text",
    "E-mail address of the order, or of the cart where there is none",
    ({ email }) => email
  ),
  ofPayment(
    "wallet_address",
    "text",
    "Address that was paid to",
    ({ attempt }) => attempt.wallet_address
  ),
  ofRefund("transaction_hash", "text", "The transaction of the refund"),
  ofAttempt("state", "text", "State of the payment when the file was made"),
  ofAttempt("attention_reason", "text", "Why it needs, or needed, attention"),
  ofAttempt("is_test", "flag", "`true` for test coins"),
  ofAttempt("merchant_id", "text", "The merchant at the gateway"),
  ofAttempt("id", "text", "The payment in the ledger", "crypto_payment_id"),
  ofAttempt("gateway_payment_id", "text", "The payment at the gateway"),
  ofRefund("id", "text", "The refund in the ledger", "refund_id"),
]

function column(
  name: string,
  kind: CellKind,
  about: string,
  read: (row: ExportRow) => Cell
): Column {
  return { name, kind, about, read }
}

/** A column that is empty in the lines of refunds. */
function ofPayment(
  name: string,
  kind: CellKind,
  about: string,
  read: (row: ExportRow) => Cell
): Column {
  return column(name, kind, about, (row) => (row.refund ? null : read(row)))
}

/** The columns of a table that are a cell as they are. */
type CellKey<Row> = {
  [Key in keyof Row]: Row[Key] extends Cell ? Key : never
}[keyof Row] &
  string

function ofAttempt(
  key: CellKey<Attempt>,
  kind: CellKind,
  about: string,
  name: string = key
): Column {
  return column(name, kind, about, ({ attempt }) => attempt[key])
}

/** A column that is empty in the lines of payments. */
function ofRefund(
  key: CellKey<Refund>,
  kind: CellKind,
  about: string,
  name: string = key
): Column {
  return column(name, kind, about, ({ refund }) => refund && refund[key])
}

function capturedAmount({ attempt, captures }: ExportRow): string | null {
  const price = paidPrice(attempt)
  if (!price || captures.length === 0) return null
  const sum = MathBN.sum(...captures.map(({ amount }) => amount))
  return toComparableAmount(sum, price.currency_code)
}

/**
 * Where a spreadsheet would see the beginning of a formula, also after what it skips, and in wide
 * characters: at the beginning, and behind what it may split cells at instead of the comma.
 */
const FORMULA =
  /^(?=[\t\r\n])|(?:^|(?<=[;\t]))(?=[ "]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/** A text of digits that a spreadsheet would round, or write as another number. */
const LONG_NUMBER = /^\d{12,}$|^\d+(\.\d+)?e[+-]?\d+$/i

/**
 * Lines of a CSV file (RFC 4180), each with its line break. What a spreadsheet would take for a
 * formula gets an apostrophe in front, and so does a text that it would take for a long number;
 * numbers do not, so that negative ones stay numbers.
 */
export function csvLines(
  rows: readonly (readonly Cell[])[],
  kinds: readonly CellKind[]
): string {
  const texts = rows.map((row) => row.map((cell, n) => textOf(cell, kinds[n])))
  return stringify(texts, {
    record_delimiter: "\r\n",
    quoted_match: /[\r\n]/,
  })
}

function textOf(cell: Cell, kind: CellKind): string {
  if (cell === null) return ""
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === "boolean") return String(cell)
  if (kind === "number" && isDecimal(cell)) return cell
  if (kind === "text" && LONG_NUMBER.test(cell)) return `'${cell}`
  return cell.replace(FORMULA, "'")
}
