export { describeFailures } from "./blocker"
export { detachLeftoverOrders, noteLeftoverOrder } from "./leftover-orders"
export {
  actUnlessOrderPlaced,
  attemptBusy,
  leaseForAdminStep,
  releaseLeaseStep,
} from "./locks"
export {
  findLinks,
  findMedusaPayment,
  type MedusaPayment,
  type Query,
} from "./medusa-records"
export {
  noteCanceledOrder,
  removeOrphanedRefunds,
  removeOrphanedTransactions,
} from "./orphaned-refunds"
export {
  settleCryptoPaymentWorkflow,
  settleCryptoPaymentWorkflowId,
  settlePaymentSessions,
  type SettleCryptoPaymentInput,
  type SettleCryptoPaymentResult,
} from "./workflow"
