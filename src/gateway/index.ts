export type { CallOptions } from "./caller"
export { GatewayClient } from "./client"
export type {
  GatewayClientOptions,
  Instrument,
  WireOperation,
} from "./client-options"
export type {
  CreateH2hPaymentInput,
  CreateWidgetPaymentInput,
  PaymentMetadata,
} from "./requests"
export * from "./errors"
export type { ExpireResult } from "./client"
export type { ListedPayment } from "./iterate-payments"
export {
  type ParsedWebhook,
  parseWebhook,
  type WebhookFault,
  type WebhookField,
} from "./webhooks"
export {
  isKnownStatus,
  type KnownStatus,
  type PaymentOutcome,
  paymentOutcome,
  quoteStatus,
} from "./payment-status"
export {
  type HeaderValue,
  type VerifyWebhookInput,
  verifyWebhook,
  type WebhookRejection,
  type WebhookVerification,
} from "./webhooks"
export type { WaitOptions } from "./payment-status"
export { signWebhook, type WebhookHeaders } from "./webhooks"
export * from "./schemas"
