/** The page of one payment. */
export const detail = {
  title: "Crypto payment",
  money: "Money",
  sale: "Sale",
  refunds: "Refunds recorded",
  noRefunds: "No refund was recorded.",
  refundedOf: "{{refunded}} of {{price}} sent back",
  booked: "Shown on the order",
  notBooked: "Kept here only",
  attempts: "Other attempts to pay this cart",
  noAttempts: "There was no other attempt.",
  timeline: "Timeline",
  noTimeline: "Nothing has happened yet.",
  resolution: "How it was resolved",
  noOrder: "No order was placed.",
  failed: "This crypto payment could not be loaded.",
  mayBeUnderpaid:
    "The customer chose a coin. The gateway does not tell how much has arrived: if the customer says that they paid, look in the gateway's dashboard whether too little came. There you can confirm the payment by hand, or ask the customer for the rest.",
  waitingForCoin: "The customer has not chosen a coin yet.",
}
