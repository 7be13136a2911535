import type { AttentionReason } from "./states"

/** What a person needs to know about a payment that came to them; English. */
export type Advice = {
  what_happened: string
  where_the_money_is: string
  what_to_do: string
}

const inYourWallet =
  "The coins are in your own wallet, at the address shown with the payment."

/**
 * One text for each reason why a payment is in front of a person, for a
 * merchant who never heard of webhooks. What was found in the single case
 * (amounts, ids, Medusa's own words) is the payment's `attention_detail`.
 */
export function adviceFor(reason: AttentionReason): Advice {
  return advice[reason]
}

const advice: Readonly<Record<AttentionReason, Advice>> = {
  amount_mismatch: {
    what_happened:
      "A customer paid another amount or currency than the cart or order costs now. Usually the cart was changed after the payment page was opened. Unless an order is named with this payment, none was placed.",
    where_the_money_is: inYourWallet,
    what_to_do:
      "If an order is named with this payment, do not ship it yet: it costs something else than was paid. Agree with the customer. Either send the coins back and record the refund here, or put the order right or place it yourself and mark the payment as resolved. If the cart is brought back to what was paid, try to place the order again.",
  },
  duplicate_payment: {
    what_happened:
      "A customer paid for something that was already paid: by another crypto payment, or by another payment method. The order itself is in order; this money came on top of it.",
    where_the_money_is: `${inYourWallet} It is more than the order costs.`,
    what_to_do:
      "Send these coins back to the customer and record the refund here. Leave the order as it is.",
  },
  order_not_placed: {
    what_happened:
      "A customer paid the right amount, but the store could not place the order, for example because an item is out of stock or the way of shipping is gone. The payment is kept, and the customer is not asked to pay again.",
    where_the_money_is: inYourWallet,
    what_to_do:
      "Remove the cause (fill up the stock, say). The order is then placed by itself (within the hour on the first day, within a day later on), or at once when you try to place it again. If the order cannot be fulfilled, send the coins back and record the refund here.",
  },
  unmatched: {
    what_happened:
      "A payment came in for which the store finds no cart and no order. It may come from a cart that was deleted, from another shop that uses the same gateway account, or from a payment that was made by hand.",
    where_the_money_is: inYourWallet,
    what_to_do:
      "Look the payment up at the gateway and find out who paid. Then place the order yourself, or send the coins back, and mark the payment as resolved.",
  },
  test_mode_mismatch: {
    what_happened:
      "Test coins were paid in a store that takes real money, or real coins in a store that is in test mode, or the gateway did not say which of the two. Such a payment never makes an order.",
    where_the_money_is:
      "Real coins are in your own wallet, at the address shown with the payment. Test coins are worth nothing.",
    what_to_do:
      "Check the test mode in the plugin's options. Nothing is owed for test coins: mark the payment as resolved. For real coins, place the order yourself or send them back and record the refund here.",
  },
  late_payment: {
    what_happened:
      "A customer paid after the payment had run out and its cart was gone, or after the order was canceled. No order can come of it any more.",
    where_the_money_is: inYourWallet,
    what_to_do:
      "Ask the customer what they want. Send the coins back and record the refund here, or place a new order yourself and mark the payment as resolved.",
  },
  unknown_status: {
    what_happened:
      "The gateway gave this payment a status that the store does not know, and it did not change for as long as the payment was watched. The customer may have sent some coins, for example too few. The payment is not confirmed, and no order was placed.",
    where_the_money_is:
      "Whatever was sent is in your own wallet, at the address shown with the payment. It may be nothing.",
    what_to_do:
      "Look the payment up at the gateway and in your wallet. If coins came, agree with the customer: have the rest paid, or send the coins back. Then mark the payment as resolved. If the gateway confirms it after all, the store goes on by itself.",
  },
}
