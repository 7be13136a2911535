import type { AdminCryptoPaymentsQuery } from "./types"

/** The steps of a report; weeks begin on Monday. */
export type AdminCryptoInterval = "day" | "week" | "month"

/**
 * What a report counts and sums up. Amounts are decimal strings in the digits of their currency.
 * A payment counts by what it is now, when it was opened, paid or settled; a refund when it was
 * recorded.
 */
export type AdminCryptoSummaryFigures = {
  /** Payments that were opened, and those of them that were paid at any time. */
  opened: number
  opened_paid: number
  /** Confirmed payments, and their prices. */
  paid: number
  paid_amount: string
  /** Those of them whose coins have a known value, and that value. */
  received: number
  received_value: string
  /**
   * From opening to payment; null where no such time is known. Counted between bounds of 10, 20, 30
   * and 45 seconds, 1, 1.5, 2, 3, 4, 5, 7, 10, 15, 20, 30 and 45 minutes, 1, 1.5, 2, 3, 6 and 12
   * hours, 1, 2 and 7 days: the exact median lies between the same two; 7 days where it is longer.
   */
  median_payment_seconds: number | null
  /** Paid, and needing attention now. */
  attention: number
  attention_amount: string
  /** Paid, and resolved without an order. */
  resolved: number
  resolved_amount: string
  /** Paid, with fewer coins than quoted, and what is missing at the rate of the quote. */
  short: number
  short_amount: string
  /** Paid, with more coins than quoted, and what is too much. */
  over: number
  over_amount: string
  /** Orders that were paid. */
  orders: number
  /** Settled payments, which Medusa captured; an order may have two. */
  settled: number
  settled_amount: string
  /** Refunds of what was paid for, and those of them that Medusa booked. */
  refunds: number
  refund_amount: string
  booked_refunds: number
  booked_refund_amount: string
  /** Returned surpluses, which Medusa never captured. */
  surplus_refunds: number
  surplus_refund_amount: string
}

/** Days of the time zone, both counted, and the moments between which they lie (ISO 8601). */
export type AdminCryptoSummaryInterval = AdminCryptoSummaryFigures & {
  from: string
  to: string
  starts_at: string
  ends_at: string
}

/**
 * `crypto_currency` is null for payments whose coin was never chosen, `crypto_network` where it
 * was not recorded and no gateway lists the coin now.
 */
export type AdminCryptoSummaryCoin = AdminCryptoSummaryFigures & {
  crypto_currency: string | null
  crypto_network: string | null
}

/** `merchant_key` is null for a merchant that is not configured any more. */
export type AdminCryptoSummaryMerchant = AdminCryptoSummaryFigures & {
  merchant_id: string
  merchant_key: string | null
}

/** Live, or test, payments of one currency. */
export type AdminCryptoSummaryGroup = {
  currency_code: string
  is_test: boolean
  totals: AdminCryptoSummaryFigures
  /** Oldest first, also those without a payment. */
  intervals: AdminCryptoSummaryInterval[]
  coins: AdminCryptoSummaryCoin[]
  merchants: AdminCryptoSummaryMerchant[]
}

/** A report on whole days of a time zone, `from` and `to` included. */
export type AdminCryptoSummary = {
  from: string
  to: string
  time_zone: string
  interval: AdminCryptoInterval
  starts_at: string
  ends_at: string
  /** Live before test, by currency; nothing is converted. */
  groups: AdminCryptoSummaryGroup[]
}

/** Query of `GET /admin/crypto-payments/summary`. */
export type AdminCryptoSummaryQuery = {
  /** `2026-11-01` */
  from: string
  to: string
  /** @default "UTC" */
  time_zone?: string
  /** At most 100 of them. @default "day" */
  interval?: AdminCryptoInterval
  provider_id?: string | string[]
  merchant_id?: string | string[]
  currency_code?: string | string[]
  is_test?: boolean
}

/** `GET /admin/crypto-payments/summary`. */
export type AdminCryptoSummaryResponse = { summary: AdminCryptoSummary }

type Flag = "attention" | "unpaid_order" | "is_test"

/**
 * Body of `POST /admin/crypto-payments/export`, with the filters of the list. `attention` are the
 * payments that need attention now.
 */
export type AdminExportCryptoPaymentsBody = Omit<
  AdminCryptoPaymentsQuery,
  "limit" | "offset" | "order" | "fields" | Flag
> & { [Name in Flag]?: boolean | "true" | "false" } & {
  /** @default "payments" */
  type?: "payments" | "refunds" | "attention"
  /** What was paid, settled or refunded on whole days of a time zone, both included. */
  period?: {
    by: "paid" | "settled" | "refunded"
    /** `2026-11-01` */
    from: string
    to: string
    /** @default "UTC" */
    time_zone?: string
  }
  merchant_id?: string | string[]
  /** @default false */
  include_email?: boolean
  /** @default false */
  bom?: boolean
}

/** `POST /admin/crypto-payments/export`: the link comes with a notification in the admin. */
export type AdminExportCryptoPaymentsResponse = { transaction_id: string }

/** Captures and refunds of one side; amounts are decimal strings. */
export type AdminCryptoBooksSide = {
  captures: number
  captured_amount: string
  refunds: number
  refunded_amount: string
}

/** What ledger and Medusa have in one currency, live or test. */
export type AdminCryptoBooksTotal = {
  currency_code: string
  is_test: boolean
  ledger: AdminCryptoBooksSide
  medusa: AdminCryptoBooksSide
}

/** How many payments were compared with a merchant's gateway; `message` where not all were. */
export type AdminCryptoBooksGateway = {
  merchant_id: string
  compared: number
  not_compared: number
  message: string | null
}

/** How ledger, Medusa and gateway differ. The two of another period explain totals, and are no fault. */
export type AdminCryptoBookDifferenceKind =
  | "capture_missing"
  | "capture_amount"
  | "capture_unknown"
  | "capture_in_other_period"
  | "refund_missing"
  | "refund_amount"
  | "refund_unknown"
  | "refund_in_other_period"
  | "gateway_missing"
  | "gateway_unpaid"
  | "gateway_price"
  | "gateway_test_flag"
  | "ledger_missing"
  | "ledger_unpaid"

/** `reference` is Medusa's capture or refund; `other` is what Medusa or the gateway has. */
export type AdminCryptoBookDifference = {
  kind: AdminCryptoBookDifferenceKind
  crypto_payment_id: string | null
  gateway_payment_id: string | null
  order_id: string | null
  reference: string | null
  ledger: { amount: string; currency_code: string } | null
  other: { amount: string; currency_code: string } | null
  detail: string | null
}

/** A comparison of ledger, Medusa and gateway for whole days of a time zone, both included. */
export type AdminCryptoComparison = {
  id: string
  first_day: string
  last_day: string
  time_zone: string
  state: "running" | "completed" | "failed"
  error: string | null
  /** Once it is completed; `difference_count` with, `other_period_count` of those of another period. */
  result: {
    totals: AdminCryptoBooksTotal[]
    gateways: AdminCryptoBooksGateway[]
    difference_count: number
    other_period_count: number
  } | null
  difference_count: number
  /** The user who started it; null for a script. */
  created_by: string | null
  created_at: string
  updated_at: string
  completed_at: string | null
}

/** With the first 1,000 of its differences. */
export type AdminCryptoComparisonDetail = AdminCryptoComparison & {
  differences: AdminCryptoBookDifference[] | null
}

/** `GET /admin/crypto-payments/comparisons`. */
export type AdminCryptoComparisonsResponse = {
  comparisons: AdminCryptoComparison[]
  count: number
  offset: number
  limit: number
}

/** Body of `POST /admin/crypto-payments/comparisons`: days that are over. */
export type AdminCompareCryptoBooksBody = {
  /** `2026-11-01` */
  from: string
  to: string
  /** @default "UTC" */
  time_zone?: string
}

/** `GET /admin/crypto-payments/comparisons/:comparison_id`, and `POST …/comparisons`. */
export type AdminCryptoComparisonResponse = {
  comparison: AdminCryptoComparisonDetail
}
