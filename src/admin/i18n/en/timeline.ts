import type { TimelineType } from "../../../modules/crypto-payment/lifecycle/timeline-types"

/** One sentence for each type of entry. */
const entries: Record<TimelineType, string> = {
  created: "The payment was written down, for {{price}}.",
  adopted:
    "A payment of the gateway that the store did not know of was taken in.",
  opened: "The gateway opened the payment.",
  gateway_error: "The gateway refused: {{message}}",
  observation: "The gateway says: {{status}}.",
  checked: "The gateway was asked by hand. It says: {{status}}.",
  paid: "The money is there.",
  settled: "The order is placed and paid.",
  attention: "It needs a person. {{reason}}",
  failed: "It could not be settled: {{detail}}",
  closed: "The payment was closed unpaid.",
  resolved: "It was marked as resolved: {{kind}}.",
  refund_recorded: "A refund of {{price}} was recorded.",
  refund_booked: "Medusa booked the refund on the order.",
  refund_removed:
    "Medusa was interrupted while it began a refund of {{price}} that nobody sent; it is out of the books again.",
  order_retried: "The order was tried again by hand.",
  retried: "What stood against the order is gone; the order is being placed.",
  superseded: "Another attempt took its place; this one is to expire.",
  not_expired: "The gateway could not be told to expire the payment.",
  reopened:
    "Medusa took back the order or its capture; the payment is being settled again.",
  session_released: "The cart let go of the payment.",
  leftover_order:
    "Order #{{number}} is left over from an interrupted completion of the same cart. Cancel it.",
  order_canceled:
    "The order was cancelled. The coins are still in your wallet: send them back and record the refund.",
}

/** What happened to a payment, one sentence an entry. */
export const timeline = {
  entries,
  createdPlain: "The payment was written down.",
  observedWithCoins: "The gateway says: {{status}}, {{coins}}.",
  settledPlain: "The payment is captured.",
  coinsMayCome:
    "Coins may be on their way, so the payment is left to run out by itself.",
  closedBecause: "The payment was closed: {{why}}",
  refundRecordedPlain: "A refund was recorded.",
  why: {
    wrong_test_mode: "the gateway mixed up test and real coins.",
    external_id_taken: "the gateway knew another payment by its external ID.",
    never_opened: "it never reached the gateway.",
    paid_otherwise: "the cart was paid by another payment.",
    coin_refused: "the gateway refused the coin.",
    no_address: "the gateway told no way to pay it.",
    expired: "it expired at the gateway.",
    failed: "it failed at the gateway.",
  },
  source: {
    webhook: "Webhook",
    poll: "Asked the gateway",
    return: "Customer came back",
    admin: "Admin",
    view: "Admin",
    gateway: "Gateway",
    decision: "Store",
    session: "Checkout",
    reconcile: "Reconcile job",
    order: "Order",
    medusa: "Medusa",
  },
  by: "by {{who}}",
}
