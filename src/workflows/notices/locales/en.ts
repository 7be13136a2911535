import type { NoticeTexts } from "./texts"

export const en: NoticeTexts = {
  attention: { title: "A payment needs attention: {{reason}}" },
  reasons: {
    amount_mismatch: {
      title: "Amount mismatch",
      text: "The customer paid a different amount or currency than is due. Do not ship an order that is shown with this payment yet.",
    },
    duplicate_payment: {
      title: "Duplicate payment",
      text: "The customer paid for something that was already paid.",
    },
    order_not_placed: {
      title: "Order not placed",
      text: "The customer paid, but the order could not be placed, for example because an item is out of stock.",
    },
    unmatched: {
      title: "No matching cart",
      text: "The payment matches no cart and no order.",
    },
    test_mode_mismatch: {
      title: "Test mode mismatch",
      text: "Test coins were paid in live mode, or real coins in test mode.",
    },
    late_payment: {
      title: "Late payment",
      text: "The customer paid after the payment had expired, or the order was canceled.",
    },
    unknown_status: {
      title: "Unknown status",
      text: "The gateway reports a status that the store does not know. No money was confirmed.",
    },
    underpaid: {
      title: "Underpaid",
      text: "Fewer coins arrived than were quoted. Decide whether the amount is enough.",
    },
    received_amount_unknown: {
      title: "Received amount unknown",
      text: "The gateway did not report within an hour how many coins arrived. Check the amount in your wallet.",
    },
  },
  money_without_order: {
    title: "A paid payment has no order yet",
    text: "It was confirmed more than ten minutes ago. The store keeps trying; the payment's page shows what failed.",
  },
  unpaid_order_ending: {
    title: "An unpaid order is canceled soon",
    text: "It can be paid until {{time}}.",
  },
  refund_to_send: {
    title: "A refund can be sent",
    text: "The customer entered the address. Send the coins from your wallet, then enter the transaction.",
  },
  webhooks: {
    missing: {
      title: "Webhooks do not arrive",
      text: "Polling found paid payments of {{provider}} that no webhook reported. Their orders are placed later than usual.",
    },
    failing: {
      title: "Webhooks are refused",
      text: "Polling found paid payments of {{provider}}, whose webhooks were refused. The setup page shows why.",
    },
  },
  order: "Order {{order}}",
  open: "Open in the admin",
  footer:
    "You get this e-mail because the store's options (notify.email) name your address.",
}
