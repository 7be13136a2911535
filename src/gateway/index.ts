export {
  type CreateH2hPaymentInput,
  type CreateWidgetPaymentInput,
  type ExpireResult,
  GatewayClient,
} from "./client"
export {
  baseAddressFault,
  type CallOptions,
  type GatewayClientOptions,
  type Instrument,
  parseBaseUrl,
} from "./client-options"
export {
  boundedWaitSeconds,
  type GatewayCode,
  GatewayError,
  type GatewayErrorKind,
  isGatewayError,
} from "./errors"
export {
  type Currency,
  isKnownStatus,
  type Merchant,
  PAID_STATUSES,
  type Payment,
  type PaymentList,
  type PaymentListItem,
  paymentOutcome,
  quoteStatus,
  type WebhookEvent,
  type WebhookField,
} from "./schemas"
export {
  type ParsedWebhook,
  parseWebhook,
  readWebhookHeaders,
  signWebhook,
  type VerifyWebhookInput,
  verifyWebhook,
  type WebhookVerification,
} from "./webhooks"
