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
  waitingForCoin: "The customer has not chosen a coin yet.",
}
