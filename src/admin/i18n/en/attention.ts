/** One text a reason: what happened, where the money is, what to do. */
export const attention = {
  title_one: "One payment needs your attention",
  title_other: "{{count}} payments need your attention",
  all: "Show all",
  whatHappened: "What happened",
  whereTheMoneyIs: "Where the money is",
  whatToDo: "What to do",
  found: "What was found",
  reasons: {
    amount_mismatch: {
      name: "Wrong amount",
      happened: "The amount paid is not what the cart costs.",
      money: "The coins are in your wallet. No order was placed for them.",
      todo: "Send the coins back and record the refund, or place the order by hand and mark this payment as resolved.",
    },
    duplicate_payment: {
      name: "Paid twice",
      happened: "The order was already paid by something else.",
      money:
        "The coins are in your wallet, on top of the payment that paid for the order.",
      todo: "Send the coins back to the customer and record the refund.",
    },
    order_not_placed: {
      name: "Order not placed",
      happened: "The money is there, but the order was not placed.",
      money: "The coins are in your wallet. No order was placed for them.",
      todo: "Remove the cause, restock the item for instance, and try to place the order again. If that cannot be, send the coins back and record the refund.",
    },
    unmatched: {
      name: "Without a cart",
      happened: "Nothing in this store belongs to the payment.",
      money: "The coins are in your wallet.",
      todo: "Find out from the customer or the gateway's cabinet what was paid for. Then place the order by hand or send the coins back, and mark this payment as resolved.",
    },
    test_mode_mismatch: {
      name: "Test and real coins mixed",
      happened: "Test coins met a live provider, or the reverse.",
      money:
        "Test coins are worth nothing. Real coins are in your wallet. No order was placed for either.",
      todo: "Check the test mode on the set-up page. Deliver nothing for test coins; send real coins back and record the refund, then mark this payment as resolved.",
    },
    late_payment: {
      name: "Paid too late",
      happened: "The money came after the payment was closed.",
      money: "The coins are in your wallet. No order was placed for them.",
      todo: "Ask the customer whether the order is still wanted. Then place it by hand, or send the coins back and record the refund.",
    },
  },
}
