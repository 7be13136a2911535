import type { CustomerMailTexts } from "../texts"

export const en: CustomerMailTexts = {
  order: "Order",
  awaiting_payment: [
    "Please pay your order",
    "Thank you for your order. It waits for your payment: {{url}}",
  ],
  paid: ["Your payment was received", "Thank you. We received your payment."],
  checking: [
    "We are checking your payment",
    "We received your payment, but could not complete your order automatically. We look into it and will write to you. Please do not pay again.",
  ],
  expired: [
    "Your payment has expired",
    "No payment arrived in time. If you have sent coins, please write to us.",
  ],
  pay_again: "You can still pay here: {{url}}",
  refund_requested: [
    "Your refund",
    "We want to send coins back to you. Please enter the address of your wallet: {{url}}",
  ],
  refund_sent: [
    "Your refund was sent",
    "We sent the coins back to you. The transaction is {{transaction}}",
  ],
}
