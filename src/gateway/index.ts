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
} from "./create-payment"
export * from "./errors"
export type { ExpireResult } from "./expire-payment"
export type { ListedPayment } from "./iterate-payments"
export {
  type ParsedWebhook,
  parseWebhook,
  type WebhookFault,
  type WebhookField,
} from "./parse-webhook"
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
} from "./verify-webhook"
export type { WaitOptions } from "./wait-for-payment"
export { signWebhook, type WebhookHeaders } from "./webhook-signature"
export * from "./wire"
