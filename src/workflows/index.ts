export {
  type CryptoGatewayEvent,
  type CryptoPaymentAttentionRequiredEvent,
  type CryptoPaymentAwaitingPaymentEvent,
  type CryptoPaymentEventEnvelope,
  type CryptoPaymentExpiredEvent,
  type CryptoPaymentRefundEvent,
  type CryptoPaymentRefundSentEvent,
  type CryptoPaymentResolvedEvent,
  type CryptoPaymentSettledEvent,
  cryptoPaymentEvents,
} from "../modules/crypto-payment/outbox/outbox"
export {
  exportCryptoPaymentsWorkflow,
  exportCryptoPaymentsWorkflowId,
  type ExportCryptoPaymentsInput,
} from "./export-crypto-payments"
export {
  recordCryptoRefundWorkflow,
  recordCryptoRefundWorkflowId,
  type RecordCryptoRefundInput,
  type RecordCryptoRefundResult,
} from "./refund-crypto-payment"
export {
  resolveCryptoPaymentWorkflow,
  resolveCryptoPaymentWorkflowId,
  type ResolveCryptoPaymentInput,
  type ResolveCryptoPaymentResult,
} from "./act-on-crypto-payment"
export {
  settleCryptoPaymentWorkflow,
  settleCryptoPaymentWorkflowId,
  type SettleCryptoPaymentInput,
  type SettleCryptoPaymentResult,
} from "./settle"
