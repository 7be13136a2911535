export { followCanceledOrder } from "./canceled-orders"
export { reconcileCryptoPayments } from "./reconcile"
export type { ReconcileSummary } from "./run"
