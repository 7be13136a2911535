/** The admin's texts in English; every other language has the same keys. */
export const en = {
  order: {
    title_one: "Crypto payment",
    title_other: "Crypto payments",
    failed: "The crypto payment of this order could not be loaded.",
    missing: "This order was paid in crypto, but no record of it was found.",
  },
  fields: {
    coin: "Coin",
    network: "Network",
    cryptoAmount: "Crypto amount",
    address: "Address",
    gatewayStatus: "Gateway status",
    gatewayPaymentId: "Gateway payment",
    externalId: "External ID",
    openedAt: "Opened",
    paidAt: "Paid",
    settledAt: "Settled",
    closedAt: "Closed",
  },
  state: {
    creating: "Being created",
    open: "Waiting for payment",
    paid: "Paid, not settled yet",
    settled: "Settled",
    attention: "Needs attention",
    resolved: "Resolved by hand",
    closed: "Closed unpaid",
  },
  gatewayStatus: {
    created: "Waiting for a coin to be chosen",
    pending: "Waiting for the transfer",
    confirmed: "Confirmed",
    confirmed_manual: "Confirmed by hand",
    failed: "Failed",
    expired: "Expired",
  },
  attention: {
    amount_mismatch: "The amount paid is not what the cart costs.",
    duplicate_payment: "The order was already paid by something else.",
    order_not_placed: "The money is there, but the order was not placed.",
    unmatched: "Nothing in this store belongs to the payment.",
    test_mode_mismatch: "Test coins met a live provider, or the reverse.",
    late_payment: "The money came after the payment was closed.",
  },
  test: {
    badge: "TEST",
    note: "Test payment: the coins are worth nothing.",
  },
  copy: "Copy: {{what}}",
}

export type Texts = typeof en
