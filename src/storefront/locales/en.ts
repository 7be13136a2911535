import type { CryptoCollectionStep } from "../collection"
import type { CryptoPaymentPhase } from "../phase"

/** Where the text has `{price}`, the last one is for a payment without a price. */
export type PhaseTexts = readonly [
  heading: string,
  text: string,
  textWithoutPrice?: string,
]

type UnpaidOrderTexts = Readonly<
  Record<
    "waiting" | "expired" | "failed" | "cart_changed" | "attention",
    PhaseTexts
  >
>

const phases: Readonly<Record<CryptoPaymentPhase, PhaseTexts>> = {
  checking: ["Checking your payment", "This may take a moment."],
  waiting: [
    "Waiting for your payment",
    "Please pay {price}. Once your payment arrives, your order is placed automatically, even if you close this page.",
    "Please complete the payment. Once your payment arrives, your order is placed automatically, even if you close this page.",
  ],
  placing_order: [
    "Payment received",
    "Your order is being placed. This may take a moment.",
  ],
  order_placed: ["Payment successful", "Your order has been placed."],
  expired: [
    "Payment expired",
    "No payment was received, and no order was placed. Do not send anything else for this payment. If you already sent it, please wait. It is detected automatically when it arrives.",
  ],
  failed: [
    "Payment failed",
    "No payment was received, and no order was placed. Do not send anything else for this payment.",
  ],
  cart_changed: [
    "Your cart has changed",
    "This payment of {price} no longer matches your cart. If you already paid, the store will contact you. Please do not pay again. Otherwise, start a new payment.",
    "This payment no longer matches your cart. If you already paid, the store will contact you. Please do not pay again. Otherwise, start a new payment.",
  ],
  replaced: [
    "This payment was replaced",
    "You started another payment. Do not send anything else for this payment.",
  ],
  paid_otherwise: [
    "Order already placed",
    "There is nothing left to pay. Do not send anything else for this payment.",
  ],
  order_canceled: [
    "Order canceled",
    "This order was canceled because no payment was received in time. Do not send anything else for this payment.",
  ],
  attention: [
    "We received your payment",
    "Your order could not be placed automatically. The store has been notified and will contact you. You do not need to do anything. Please do not pay again.",
  ],
  resolved: [
    "The store has handled your payment",
    "If you have any questions, contact the store.",
  ],
  unknown: [
    "Payment not found",
    "Open the link from your checkout again, or contact the store.",
  ],
}

/** Of an order that was placed before its payment; `{order}` is its number. */
const unpaidOrder: UnpaidOrderTexts = {
  waiting: [
    "Your order {order} is waiting for payment",
    "Please pay {price}. Your order is confirmed once your payment arrives, even if you close this page.",
    "Please complete the payment. Your order is confirmed once your payment arrives, even if you close this page.",
  ],
  expired: [
    "Payment expired",
    "No payment was received for your order {order}. Do not send anything else for this payment. You can pay the order again.",
  ],
  failed: [
    "Payment failed",
    "No payment was received for your order {order}. Do not send anything else for this payment. You can pay the order again.",
  ],
  cart_changed: [
    "Your order has changed",
    "This payment of {price} no longer matches your order {order}. If you already paid, the store will contact you. Please do not pay again. Otherwise, start a new payment.",
    "This payment no longer matches your order {order}. If you already paid, the store will contact you. Please do not pay again. Otherwise, start a new payment.",
  ],
  attention: [
    "We received your payment",
    "It does not match your order {order}. The store has been notified and will contact you. Please do not pay again.",
  ],
}

/** Of an order to pay by a link, without a payment. */
const payPage: Readonly<Record<CryptoCollectionStep, PhaseTexts>> = {
  payable: ["Pay for your order {order}", "{price} is due."],
  paid: ["Your order {order} is paid", "Nothing is left to pay."],
  canceled: ["Your order {order} is canceled", "Please do not send anything."],
  changed: [
    "This payment link is out of date",
    "If something is still due for your order {order}, ask the store for a new link.",
  ],
  not_payable: [
    "This order cannot be paid in crypto now",
    "Contact the store about your order {order}.",
  ],
}

/** `{price}`, `{coin}`, `{network}`, `{time}` and `{id}` are placeholders. */
export const en = {
  pay: "Pay with crypto",
  starting: "Starting payment…",
  startFailed: "The payment could not be started.",
  chooseCoin: "Choose a cryptocurrency",
  loadingCoins: "Loading cryptocurrencies…",
  noCoins: "This store cannot accept crypto right now.",
  coinsFailed: "The cryptocurrencies could not be loaded.",
  showAddress: "Show address",
  amount: "Amount",
  network: "Network",
  address: "Address",
  exactAmount:
    "Send exactly this amount in {coin}, and only on the {network} network. Anything else may be lost.",
  copy: "Copy",
  copied: "Copied",
  qrCode: "QR code for your wallet",
  openWallet: "Open in wallet",
  timeLeft: "Time left: {time}",
  timeUp: "Time is up. Do not send anything now. Checking your payment…",
  changeCoin: "Choose another cryptocurrency",
  testPayment: "Test payment: send test coins only.",
  openPaymentPage: "Go to payment page",
  tryAgain: "Try again",
  payNewAmount: "Pay the new amount",
  continue: "Continue",
  backToStore: "Back to store",
  viewOrder: "View order",
  reference: "Reference: {id}",
  unavailable:
    "The store is not responding right now. This page keeps checking automatically.",
  chooseWay: "How do you want to pay?",
  payHosted: "On the payment page",
  payInline: "Here, from your wallet",
  changeWay: "Pay in another way",
  payUntil: "Please pay by {time}.",
  receipt: "Paid {price} with {coin} on {time}.",
  phases,
  unpaidOrder,
  payPage,
}
