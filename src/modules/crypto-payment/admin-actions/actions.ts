/** What a person can do about a payment, in the order in which it is offered. */
export const ADMIN_ACTIONS = [
  "accept",
  "retry_order",
  "allocate_items",
  "request_refund",
  "record_refund",
  "resolve",
  "check",
] as const

export type AdminAction = (typeof ADMIN_ACTIONS)[number]
