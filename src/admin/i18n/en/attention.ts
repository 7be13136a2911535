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
      happened:
        "The customer paid another amount or currency than the cart or the order costs. Unless an order is shown here, none was placed.",
      money:
        "The coins are in your own wallet, at the address shown with the payment.",
      todo: "Do not ship an order that is shown here before you have agreed with the customer. Send the coins back and record the refund, or put the order right or place it yourself and mark the payment as resolved. If the cart is brought back to what was paid, try to place the order again.",
    },
    duplicate_payment: {
      name: "Paid twice",
      happened: "The customer paid for something that was already paid.",
      money:
        "The coins are in your own wallet. It is more than the order costs.",
      todo: "Send these coins back to the customer and record the refund. Leave the order as it is.",
    },
    order_not_placed: {
      name: "Order not placed",
      happened:
        "The customer paid the right amount, but the store could not place the order.",
      money:
        "The coins are in your own wallet, at the address shown with the payment.",
      todo: "Remove the cause, fill up the stock for instance. The order is then placed by itself, within an hour on the first day and within a day later on, or at once when you try again. If it cannot be fulfilled, send the coins back and record the refund.",
    },
    unmatched: {
      name: "Without a cart",
      happened:
        "A payment came in for which the store finds no cart and no order.",
      money:
        "The coins are in your own wallet, at the address shown with the payment.",
      todo: "Look the payment up at the gateway and find out who paid. Then place the order yourself, or send the coins back, and mark the payment as resolved.",
    },
    test_mode_mismatch: {
      name: "Test and real coins mixed",
      happened:
        "Test coins were paid in a store that takes real ones, or the reverse, so no order was placed.",
      money:
        "Real coins are in your own wallet, at the address shown with the payment. Test coins are worth nothing.",
      todo: "Check the test mode on the set-up page. For test coins, mark the payment as resolved. For real coins, place the order yourself or send them back and record the refund.",
    },
    late_payment: {
      name: "Paid too late",
      happened:
        "The customer paid after the payment had run out, or after the order was cancelled.",
      money:
        "The coins are in your own wallet, at the address shown with the payment.",
      todo: "Ask the customer what they want. Send the coins back and record the refund, or place a new order yourself and mark the payment as resolved.",
    },
    unknown_status: {
      name: "Unknown status",
      happened:
        "The gateway gave this payment a status that the store does not know. It is not confirmed, and no order was placed.",
      money:
        "What was sent is in your own wallet, at the address shown with the payment. It may be too little, or nothing.",
      todo: "Look the payment up at the gateway and in your wallet. If coins came, agree with the customer: have the rest paid, or send the coins back. Then mark the payment as resolved. If the gateway confirms it later, the store goes on by itself.",
    },
  },
}
