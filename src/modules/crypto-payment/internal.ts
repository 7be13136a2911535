// What the plugin itself needs of the module. A store gets what index.ts exports.
export { CRYPTO_PAYMENT_MODULE, type CryptoPaymentModuleService } from "."
export * from "./admin-actions/allowed-actions"
export type { StoredActionFacts } from "./admin-actions/action-facts"
export * from "./admin-actions/attention"
export * from "./settling/attention-fact"
export * from "./settling/authorization"
export * from "./merchants/options"
export * from "./merchants/coin-network"
export * from "./settling/due"
export * from "./shortfalls/shortfall"
export * from "./settling/decide"
export type { Decision } from "./settling/decision"
export * from "./settling/facts"
export * from "./settling/money"
export * from "./attempts/observation"
export * from "./opening/payment-terms"
export * from "./refunds/refund-address"
export * from "./refunds/refund-request"
export * from "./refunds/refunds"
export * from "./refunds/refund-terms"
export * from "./settling/schedule"
export * from "./attempts/states"
export * from "./settling/order-placement"
export * from "./attempts/superseded"
export * from "./unpaid-orders/unpaid-order"
export * from "./outbox/events"
export type { NewAttempt } from "./attempts/attempts"
export type { OutboxEvent } from "./outbox/outbox"
export type { RecordedRefund, RefundReport } from "./refunds/record-refund"
export type { Refund } from "./models/crypto-payment"
export {
  type BookedRefund,
  isSentBack,
  type StoredLink,
} from "./refunds/ledger"
export { type LinkedRequest, unknownRefundLink } from "./refunds/refund-links"
export type { RefundRequest } from "./refunds/ledger"
export { formatLinkToken } from "./refunds/refund-links"
export {
  type Resolution,
  RESOLUTION_KINDS as resolutionKinds,
} from "./attempts/states"
export { readShortfall } from "./admin-actions/admin-actions"
export type { Attempt } from "./models/crypto-payment"
export type { AttemptPatch, Subject, TimelineEntry } from "./attempts/rows"
export type { UnpaidOrder } from "./unpaid-orders/unpaid-orders"
export { type Sort, SORT_COLUMNS as sortColumns } from "./search/search"
export type { ListFilters } from "./search/search"
export type { SessionLinks } from "./attempts/sessions"
export type { Transitioned } from "./attempts/transition"
export type { NewRefundRequest } from "./refunds/refund-requests"
export {
  type FailureReason,
  FAILURE_REASONS as failureReasons,
  type WebhookLog,
  type WebhookLogRow,
} from "./webhook-log"
export * from "./merchants/currencies"
export {
  type ConfiguredProvider,
  type Flow,
  isCryptoProvider,
  merchantKeyOf,
  PROVIDER_IDENTIFIERS as providerIdentifiers,
} from "./merchants/merchants"
export { Merchants } from "./merchants/merchants"
export * from "./merchants/connection"
export {
  callbackUrl,
  closeAttempt,
  replayCreation,
} from "./opening/gateway-payment"
export { openAttempt } from "./opening/open-attempt"
export { countObservation, countOutcome, countWebhookAnswer } from "./telemetry"
