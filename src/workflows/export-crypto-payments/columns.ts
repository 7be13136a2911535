import { MathBN } from "@medusajs/framework/utils"
import {
  type Attempt,
  cryptoDifference,
  type ExportedPayment,
  type ExportedRefund,
  isOfPrice,
  paidPrice,
  type Refund,
  toComparableAmount,
} from "../../modules/crypto-payment/internal"
import type { Booking } from "../medusa/bookings"
import type { Cell, CellKind } from "./csv"

/** What Medusa knows of a payment: its order, and its captures, oldest first. */
export type MedusaDetails = {
  order: { display_id: number | null; email: string | null } | undefined
  captures: readonly Booking[]
}

type Shared = { attempt: Attempt } & MedusaDetails

export type PaymentRow = ExportedPayment & MedusaDetails

export type RefundRow = ExportedRefund & MedusaDetails

/** A column of a file: what its cells hold, what that means, and where it comes from. */
export type Column<Row> = {
  name: string
  kind: CellKind
  about: string
  read: (row: Row) => Cell
}

/** Only where it is asked for. */
export const EMAIL_COLUMN = "customer_email"

const SHARED: Column<Shared>[] = [
  ofAttempt("id", "text", "The payment in the ledger", "crypto_payment_id"),
  ofAttempt(
    "external_id",
    "text",
    "Its id at the gateway, as the store chose it"
  ),
  ofAttempt("gateway_payment_id", "text", "Its id at the gateway"),
  ofAttempt("merchant_id", "text", "The merchant at the gateway"),
  ofAttempt("provider_id", "text", "Medusa's payment provider"),
  ofAttempt("is_test", "flag", "`true` for test coins"),
  ofAttempt("order_id", "text", "Medusa's order"),
  column("order_number", "number", "Its number", ({ order }) =>
    order?.display_id?.toString()
  ),
  column(
    EMAIL_COLUMN,
    "text",
    "E-mail address of the order; only with `include_email`",
    ({ order }) => order?.email
  ),
  column(
    "price_amount",
    "number",
    "Price of the payment, in the digits of its currency",
    ({ attempt }) => paidPrice(attempt)?.amount
  ),
  column(
    "price_currency",
    "text",
    "That currency (ISO 4217), and the one of all amounts that are not of coins",
    ({ attempt }) => paidPrice(attempt)?.currency_code.toUpperCase()
  ),
  ofAttempt("crypto_currency", "text", "The coin, as the gateway names it"),
  ofAttempt(
    "crypto_network",
    "text",
    "Its network, as the gateway listed it; empty where it did not"
  ),
  ofAttempt(
    "crypto_rate",
    "number",
    "Price of one coin when the payment was confirmed: price ÷ quoted coins, at most 18 digits after the point"
  ),
]

/** The columns of payments, also of those that need attention, in their order. */
export const PAYMENT_COLUMNS: Column<PaymentRow>[] = [
  ...SHARED,
  ofAttempt("state", "text", "State of the payment when the file was made"),
  ofAttempt("attention_reason", "text", "Why it needs, or needed, attention"),
  ofAttempt("attention_detail", "text", "What was found, in English"),
  column("resolution", "text", "How a person resolved it", ({ attempt }) => {
    const kind = attempt.resolution?.kind
    return typeof kind === "string" ? kind : null
  }),
  ofAttempt("gateway_status", "text", "Status as the gateway names it"),
  ofAttempt(
    "quoted_crypto_amount",
    "number",
    "Coins that the customer was asked to send"
  ),
  ofAttempt(
    "received_crypto_amount",
    "number",
    "Coins that arrived; empty where the gateway did not say so"
  ),
  column(
    "difference_crypto_amount",
    "number",
    "Received coins without those quoted; negative where too few arrived",
    ({ attempt }) => cryptoDifference(attempt)?.crypto_amount
  ),
  ofAttempt("received_value", "number", "Received coins at `crypto_rate`"),
  ofAttempt(
    "fee_payer",
    "text",
    "Who pays the gateway's fee: `payer`, `payee`, or empty for the gateway's default"
  ),
  ofAttempt("wallet_address", "text", "Address that was paid to"),
  ofAttempt("payment_id", "text", "Medusa's payment"),
  column(
    "capture_id",
    "text",
    "Medusa's capture of it; a space between several",
    ({ captures }) => listOf(captures.map(({ id }) => id))
  ),
  column("captured_amount", "number", "What Medusa captured of it", (row) =>
    sumOf(row, row.captures)
  ),
  column(
    "captured_at",
    "time",
    "When Medusa captured it, at last",
    ({ captures }) => captures.at(-1)?.created_at
  ),
  column(
    "refunded_amount",
    "number",
    "Recorded refunds of the price, in all",
    (row) => sumOf(row, row.refunds.filter(isOfPrice))
  ),
  column(
    "refund_transactions",
    "text",
    "Their transaction hashes; a space between several",
    ({ refunds }) => listOf(refunds.filter(isOfPrice).map(hashOf))
  ),
  column(
    "surplus_transactions",
    "text",
    "Transaction hashes of surpluses that were returned",
    ({ refunds }) =>
      listOf(refunds.filter((refund) => !isOfPrice(refund)).map(hashOf))
  ),
  ofAttempt(
    "remainder_of",
    "text",
    "The underpaid payment that this one completed"
  ),
  ofAttempt("opened_at", "time", "When it was opened at the gateway"),
  ofAttempt("paid_at", "time", "When it was known to be confirmed"),
  ofAttempt("settled_at", "time", "When its order was known to be paid"),
  ofAttempt("created_at", "time", "When it was written to the ledger"),
]

/** The columns of refunds, in their order. */
export const REFUND_COLUMNS: Column<RefundRow>[] = [
  ofRefund("id", "text", "The refund in the ledger", "refund_id"),
  ofRefund(
    "kind",
    "text",
    "`price` for money that was paid for, `surplus` for what arrived beyond the quote, which Medusa never captured"
  ),
  ofRefund("amount", "number", "What was sent back, in `price_currency`"),
  ofRefund(
    "crypto_amount",
    "number",
    "Coins that were sent; empty where only the amount was recorded"
  ),
  ofRefund("transaction_hash", "text", "The transaction that sent them"),
  ofRefund(
    "refund_id",
    "text",
    "Medusa's refund; empty where it is not booked",
    "medusa_refund_id"
  ),
  ofRefund("note", "text", "Note of the person who recorded it"),
  ofRefund("created_by", "text", "That person's user id", "recorded_by"),
  ofRefund("created_at", "time", "When it was recorded", "recorded_at"),
  ...SHARED,
  ofAttempt("paid_at", "time", "When the payment was known to be confirmed"),
]

function column<Row>(
  name: string,
  kind: CellKind,
  about: string,
  read: (row: Row) => Cell
): Column<Row> {
  return { name, kind, about, read }
}

/** The columns of a row that are a cell as they are. */
type CellKey<Row> = {
  [Key in keyof Row]: Row[Key] extends Cell ? Key : never
}[keyof Row] &
  string

function ofAttempt(
  key: CellKey<Attempt>,
  kind: CellKind,
  about: string,
  name: string = key
): Column<Shared> {
  return column(name, kind, about, ({ attempt }) => attempt[key])
}

function ofRefund(
  key: CellKey<Refund>,
  kind: CellKind,
  about: string,
  name: string = key
): Column<RefundRow> {
  return column(name, kind, about, ({ refund }) => refund[key])
}

function sumOf(
  { attempt }: Shared,
  amounts: readonly { amount: string }[]
): string | null {
  const price = paidPrice(attempt)
  if (!price || amounts.length === 0) return null
  const sum = amounts.reduce(
    (sum, { amount }) => MathBN.add(sum, amount),
    MathBN.convert(0)
  )
  return toComparableAmount(sum, price.currency_code)
}

function listOf(texts: readonly string[]): string {
  return texts.join(" ")
}

function hashOf({ transaction_hash }: Refund): string {
  return transaction_hash
}
