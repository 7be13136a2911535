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
