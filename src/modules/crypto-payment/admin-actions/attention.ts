import type { AttentionReason } from "../column-values"

/** What to know and do about a payment that needs attention; in English. */
export type Advice = {
  what_happened: string
  where_the_money_is: string
  what_to_do: string
}

/** Causes of a reason that have advice of their own. */
const CAUSES = ["stock_not_reserved", "orphaned_order"] as const

type AdviceTopic = AttentionReason | (typeof CAUSES)[number]

/** For merchants without technical knowledge, who read it in a message of their own tools. */
export function adviceFor(topic: AdviceTopic): Advice {
  return ADVICE[topic]
}

/** What an event says about a reason: codes for programs, and the advice for a person. */
export function describeReason(
  reason: AttentionReason,
  fact: { type?: unknown } | null
) {
  const topic = CAUSES.find((cause) => cause === fact?.type) ?? reason
  return {
    reason,
    reason_key: `attention.reasons.${topic}`,
    advice: adviceFor(topic),
  }
}

const IN_YOUR_WALLET =
  "The coins are in your own wallet, at the address shown with the payment."

const ADVICE: Readonly<Record<AdviceTopic, Advice>> = {
  amount_mismatch: {
    what_happened:
      "The customer paid a different amount or currency than the cart or order costs now. Unless an order is shown with this payment, none was placed.",
    where_the_money_is: IN_YOUR_WALLET,
    what_to_do:
      'Do not ship an order shown with this payment before you agree with the customer. Then choose "Refund …", and send the coins to the address that the customer enters. Or mark the payment as resolved, and then correct the order or place it yourself. If the customer changes the cart back to the amount paid, the order is placed automatically when they open the checkout again, or at once when you retry the order.',
  },
  duplicate_payment: {
    what_happened:
      "The customer paid for something that was already paid by another crypto payment or another payment method.",
    where_the_money_is: `${IN_YOUR_WALLET} They were paid in addition to the price of the order.`,
    what_to_do:
      'Choose "Refund …", and send the coins to the address that the customer enters. Leave the order as it is.',
  },
  order_not_placed: {
    what_happened:
      "The customer paid the right amount, but the order could not be placed, for example because an item is out of stock or a shipping option was removed.",
    where_the_money_is: IN_YOUR_WALLET,
    what_to_do:
      'Remove the cause, for example restock the item. The order is then placed automatically: within an hour on the first day, within a day after that, or at once when you retry the order. If the order cannot be fulfilled, choose "Refund …", and send the coins to the address that the customer enters.',
  },
  stock_not_reserved: {
    what_happened:
      "The order was placed and paid, but no stock is reserved for some of its items, for example because others bought the last ones at the same moment. They can be sold once more.",
    where_the_money_is: IN_YOUR_WALLET,
    what_to_do:
      'Allocate the items on the order\'s page, and restock them first if none are left. The payment is then settled automatically within an hour on the first day, within a day after that, or at once when you choose "Check now". If you cannot deliver, choose "Refund …", and send the coins to the address that the customer enters.',
  },
  orphaned_order: {
    what_happened:
      "The order of this payment is placed and paid. Medusa was stopped when it first tried to place it, and left another order for the same cart, which is not paid and may reserve stock.",
    where_the_money_is: IN_YOUR_WALLET,
    what_to_do:
      'Cancel the other order in Medusa, and ship only the order shown with this payment. The payment is then settled automatically within an hour on the first day, within a day after that, or at once when you choose "Check now". To keep the other order, mark the payment as resolved.',
  },
  unmatched: {
    what_happened:
      "The payment matches no cart and no order, or its price is unknown. It may belong to a deleted cart, to another store with the same gateway account, or to a payment created in the gateway's dashboard.",
    where_the_money_is: IN_YOUR_WALLET,
    what_to_do:
      "Find the payment in the gateway's dashboard, and find out who paid and how much. Then place the order yourself or send the coins back, and mark the payment as resolved.",
  },
  test_mode_mismatch: {
    what_happened:
      "Test coins were paid in live mode, real coins were paid in test mode, or the gateway did not report which. No order is placed for such a payment.",
    where_the_money_is:
      "Real coins are in your own wallet, at the address shown with the payment. Test coins have no value.",
    what_to_do:
      'Check the test mode on the setup page. For test coins, mark the payment as resolved. For real coins, place the order yourself and mark the payment as resolved, or choose "Refund …", and send the coins to the address that the customer enters.',
  },
  late_payment: {
    what_happened:
      "The customer paid after the payment had expired and its cart was gone, or the order was canceled before or after the payment.",
    where_the_money_is: IN_YOUR_WALLET,
    what_to_do:
      'Ask the customer how to proceed. Choose "Refund …", and send the coins to the address that the customer enters. Or place a new order yourself (a draft order, converted and marked as paid), and mark the payment as resolved with the number of that order.',
  },
  underpaid: {
    what_happened:
      "The gateway confirmed the payment, but fewer coins arrived than were quoted, and more are missing than the store accepts. No order was placed; one that was placed before is not paid.",
    where_the_money_is: IN_YOUR_WALLET,
    what_to_do:
      'Decide whether the amount is enough. If it is, accept the payment: the order is then placed or paid for its full price. If it is not, choose "Refund …", and send the coins to the address that the customer enters.',
  },
  received_amount_unknown: {
    what_happened:
      "The gateway confirmed the payment, but did not report within an hour how many coins arrived, so the store could not check whether they are enough. No order was placed; one that was placed before is not paid.",
    where_the_money_is: IN_YOUR_WALLET,
    what_to_do: `Check the received amount in your wallet or in the gateway's dashboard. If it is enough, accept the payment: the order is then placed or paid for its full price. If it is not, choose "Refund …", and send the coins to the address that the customer enters. If the gateway reports the amount later, the store decides by it.`,
  },
  unknown_status: {
    what_happened:
      "The gateway reported a status that the store does not recognize. The payment is not confirmed, and no order was placed. The customer may have sent some of the coins.",
    where_the_money_is:
      "Any coins sent are in your own wallet, at the address shown with the payment. The amount may be too low or zero.",
    what_to_do:
      "Check the payment in the gateway's dashboard and in your wallet. If coins arrived, ask the customer to pay what is missing, or send the coins back. Then mark the payment as resolved. If the gateway confirms it later, the order is placed automatically.",
  },
}
