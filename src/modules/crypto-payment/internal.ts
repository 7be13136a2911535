// What the plugin itself needs of the module. A store gets what index.ts exports.
export { CRYPTO_PAYMENT_MODULE, type CryptoPaymentModuleService } from "."
export * from "./domain/admin-actions"
export * from "./domain/attention"
export * from "./domain/authorization"
export * from "./domain/book-difference"
export * from "./domain/coin-network"
export * from "./domain/collection-due"
export * from "./domain/compare-bookings"
export * from "./domain/compare-gateway-payment"
export * from "./domain/crypto-difference"
export * from "./domain/crypto-rate"
export * from "./domain/decide"
export * from "./domain/facts"
export * from "./domain/medusa-payments"
export * from "./domain/money"
export * from "./domain/notice"
export * from "./domain/observation"
export * from "./domain/order-bookings"
export * from "./domain/order-due"
export * from "./domain/payment-request"
export * from "./domain/price"
export * from "./domain/refund-address"
export * from "./domain/refund-request"
export * from "./domain/refund-terms"
export * from "./domain/refunds"
export * from "./domain/remainder"
export * from "./domain/schedule"
export * from "./domain/shortfall"
export * from "./domain/states"
export * from "./domain/stock-reservations"
export * from "./domain/superseded"
export * from "./domain/unpaid-order"
export * from "./events"
export type { NewAttempt } from "./ledger/new-attempt"
export type { Batch, Check, SweepDemand } from "./ledger/batches"
export { describeHealth, type LedgerHealth } from "./ledger/health"
export type { Notice } from "./ledger/notice-rows"
export type { OutboxEvent } from "./ledger/outbox"
export type { RecordedRefund, RefundReport } from "./ledger/record-refund"
export type { Refund } from "./models/rows"
export { isGivenBack, isSentBack } from "./ledger/given-back"
export type { BookedRefund } from "./ledger/refunds"
export {
  type Decided,
  type LinkedRequest,
  unknownRefundLink,
} from "./ledger/refund-requests"
export type { RefundRequest } from "./ledger/request-rows"
export { formatLinkToken, newLinkSecret } from "./ledger/link-secret"
export {
  type Resolution,
  RESOLUTION_KINDS as resolutionKinds,
} from "./domain/resolution"
export type {
  BooksComparison,
  BooksGateway,
  BooksResult,
  BooksSide,
  BooksTotal,
} from "./ledger/comparisons"
export {
  type ExportedPayment,
  type ExportedRefund,
  type ExportRequest,
  PERIOD_MOMENTS as periodMoments,
} from "./ledger/exports"
export {
  AMOUNTS as reportAmounts,
  COUNTS as reportCounts,
} from "./ledger/count-totals"
export {
  type Interval,
  INTERVALS as reportIntervals,
  type Period,
  type Span,
  type Total,
  type TotalFilters,
  type Totals,
} from "./ledger/reports"
export { readShortfall } from "./ledger/shortfall"
export type { Attempt } from "./models/rows"
export type { AttemptPatch, Subject, TimelineEntry } from "./ledger/rows"
export type { UnpaidOrder } from "./ledger/unpaid-orders"
export { type Sort, SORT_COLUMNS as sortColumns } from "./ledger/search"
export type { ListFilters } from "./ledger/search-filters"
export type { Transitioned } from "./ledger/transition"
export type { NewRefundRequest } from "./ledger/write-request"
export {
  type FailureReason,
  FAILURE_REASONS as failureReasons,
  type WebhookLog,
  type WebhookLogRow,
} from "./ledger/webhook-log"
export { type MerchantHealth, testConnection } from "./merchants/connection"
export * from "./merchants/currencies"
export {
  type Audience,
  type ConfiguredProvider,
  type Flow,
  isCryptoProvider,
  Merchants,
  merchantKeyOf,
  PROVIDER_IDENTIFIERS as providerIdentifiers,
} from "./merchants/merchants"
export * from "./merchants/options"
export { parseOptions } from "./merchants/parse-options"
export * from "./merchants/self-test"
export {
  callbackUrl,
  closeAttempt,
  openAtGateway,
  replayCreation,
} from "./opening/gateway-payment"
export { noFreeExternalId } from "./opening/errors"
export { noteNotExpired } from "./opening/make-room"
export { openAttempt } from "./opening/open-attempt"
export { countObservation, countOutcome, countWebhookAnswer } from "./telemetry"
