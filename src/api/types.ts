/**
 * What the admin API takes and answers, for those who call it with Medusa's
 * JavaScript SDK or by themselves. Types only, and of nothing but themselves:
 * no package has to be installed for them.
 */
export type * from "./admin/crypto-payments/types/gateway"
export type * from "./admin/crypto-payments/types/payment"
export type * from "./admin/crypto-payments/types/requests"
