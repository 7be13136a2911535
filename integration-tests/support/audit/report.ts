/** What can be wrong; each is a way to lose, double or invent money. */
export type Rule =
  // The gateway has the money, and the ledger has no row of it.
  | "confirmed_payment_unknown"
  // … and its row is neither settled, nor in attention, nor resolved.
  | "confirmed_payment_unfinished"
  // In attention without a reason, resolved without a resolution, or left open
  // with an unknown status.
  | "no_word_for_a_person"
  // In attention, although the order shows exactly this money.
  | "attention_unjustified"
  // In attention for a reason that gateway and core contradict.
  | "attention_reason_wrong"
  // In attention without naming the order that shows its money.
  | "attention_without_order"
  // The ledger says that money came, and the gateway says it did not.
  | "money_not_confirmed"
  // The ledger has other amounts of coins than were asked for, or than arrived.
  | "coins_differ"
  // The ledger or the order takes test payments for real ones, or the reverse.
  | "test_mode_ignored"
  | "settled_without_order"
  | "settled_without_payment"
  // The settled payment is not on its order's books.
  | "settled_payment_not_on_order"
  // … paid another amount than was due for its order at that moment.
  | "settled_left_open"
  // … is held by an order that is canceled, whoever canceled it.
  | "settled_on_canceled_order"
  // Captured not exactly once.
  | "captured_not_once"
  // Captured, due and priced amount and the one that the gateway reports differ.
  | "amounts_differ"
  // Placed for another total or currency than was paid.
  | "order_of_other_worth"
  // Captured for an order's edit, claim or exchange while less was due.
  | "paid_more_than_due"
  | "order_transaction_missing"
  | "order_transaction_doubled"
  | "pending_difference"
  // Medusa shows a refund that the ledger does not have, or has otherwise.
  | "refund_not_recorded"
  // The ledger booked a refund that Medusa does not show, or one of a surplus.
  | "refund_not_booked"
  // A booked refund that its order does not show once, with its amount.
  | "refund_not_in_order"
  // More of the price was sent back or promised than was paid, or of a surplus sent than arrived.
  | "refunded_too_much"
  // A request was sent without exactly its refund, or a refund names no such request.
  | "request_without_refund"
  // One transaction was taken for two requests of a coin.
  | "transaction_used_twice"
  // Two settled payments of one collection.
  | "settled_twice"
  // Another payment stands against the same order, without attention.
  | "paid_twice_unnoticed"
  | "cart_with_two_orders"
  // Captured by our provider, and no confirmed payment behind it.
  | "captured_without_confirmation"
  // An order that was paid otherwise lost its payment.
  | "foreign_payment_touched"
  // An order that was placed before its payment, not canceled in time.
  | "unpaid_past_its_time"
  | "canceled_before_its_time"
  // … canceled while the gateway had its money, or a coin was chosen for it.
  | "canceled_while_paid"
  | "canceled_order_shows_money"
  // A canceled order reserves stock, or one that a payment is settled with does not.
  | "stock_not_released"
  | "stock_not_reserved"
  // Reservations and the counted quantity differ.
  | "stock_count_wrong"
  // A change of a payment whose event no subscriber got, or one that is still in the outbox.
  | "event_not_delivered"
  | "event_left"
  // An event of a change that nobody made; one event with two contents.
  | "event_invented"
  | "event_differs"
  // Not once in the admin's feed, or not one e-mail to an address.
  | "feed_wrong"
  | "mail_wrong"

export type Violation = {
  rule: Rule
  /** The gateway's id, where the fault has one. */
  gatewayPaymentId: string | null
  orderId: string | null
  /** What was found, with the numbers. */
  finding: string
}

/** What is wrong with an order, and no payment alone is to blame for. */
export function violationOf(
  rule: Rule,
  { id }: { id: string },
  finding: string
): Violation {
  return {
    rule,
    gatewayPaymentId: null,
    orderId: id,
    finding: `${id} ${finding}`,
  }
}

/** What an audit found; the law holds when `violations` is empty. */
export type AuditReport = {
  violations: Violation[]
  figures: {
    payments: number
    confirmed: number
    settled: number
    attention: number
    resolved: number
    attentionByReason: Record<string, number>
    orders: number
    /** Orders that hold a payment of another provider and none of ours. */
    ordersPaidOtherwise: number
    ordersCanceled: number
    /** Orders without cart and payment: core died while it made them. */
    ordersHalfMade: number
    refunds: number
    /** Those among them of what arrived beyond the quote. */
    refundsOfSurplus: number
    refundRequestsByState: Record<string, number>
    /** Where messages were audited. */
    messages?: {
      deliveries: number
      events: number
      notifications: number
    }
  }
}
