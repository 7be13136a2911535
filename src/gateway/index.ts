export {
  type BaseUrl,
  type CallOptions,
  type GatewayClientOptions,
  type Instrument,
  parseBaseUrl,
  type WireOperation,
} from "./client-options"
export {
  type CredentialOptions,
  type QueryParameter,
  type SignedParts,
  signRequest,
} from "./authentication"
export { type ExpireResult, GatewayClient } from "./client"
export {
  GatewayAuthenticationError,
  type GatewayCode,
  GatewayError,
  type GatewayErrorDetails,
  type GatewayErrorKind,
  GatewayNotFoundError,
  GatewayOutcomeUnknownError,
  GatewayRateLimitError,
  GatewayServerError,
  GatewayUnexpectedAnswerError,
  GatewayValidationError,
  isGatewayError,
  type KnownGatewayCode,
} from "./errors"
export type { ListedPayment } from "./client"
export {
  isKnownStatus,
  type KnownStatus,
  type PaymentOutcome,
  paymentOutcome,
  quoteStatus,
  type WaitOptions,
} from "./payment-status"
export type {
  BuyerBrowser,
  CreateH2hPaymentInput,
  CreateWidgetPaymentInput,
  PaymentMetadata,
} from "./requests"
export {
  Currency,
  Merchant,
  Payment,
  PaymentList,
  PaymentListItem,
  WebhookEvent,
  type WebhookField,
} from "./schemas"
export {
  type HeaderValue,
  type ParsedWebhook,
  parseWebhook,
  readWebhookHeaders,
  signWebhook,
  type VerifyWebhookInput,
  verifyWebhook,
  type WebhookFault,
  type WebhookHeaders,
  type WebhookRejection,
  type WebhookVerification,
} from "./webhooks"
