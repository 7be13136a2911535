export * from "../modules/crypto-payment/outbox/events"
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
} from "./record-crypto-refund"
export {
  resolveCryptoPaymentWorkflow,
  resolveCryptoPaymentWorkflowId,
  type ResolveCryptoPaymentInput,
  type ResolveCryptoPaymentResult,
} from "./resolve-crypto-payment"
export {
  settleCryptoPaymentWorkflow,
  settleCryptoPaymentWorkflowId,
  type SettleCryptoPaymentInput,
  type SettleCryptoPaymentResult,
} from "./settle"
