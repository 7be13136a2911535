import type { CryptoCollectionStep } from "../collection"
import type { CryptoPaymentPhase } from "../phase"

/** Where the text has `{price}`, the last one is for a payment without a price. */
export type PhaseTexts = readonly [
  heading: string,
  text: string,
  textWithoutPrice?: string,
]

type UnpaidOrderTexts = Readonly<Record<"waiting", PhaseTexts>>

const phases: Readonly<Record<CryptoPaymentPhase, PhaseTexts>> = {
  checking: ["Checking your payment", "This may take a moment."],
  waiting: [
    "Waiting for your payment",
    "Your order is placed automatically once your payment arrives. You can close this page.",
  ],
  placing_order: [
    "Payment received",
    "Your order is being placed. This may take a moment.",
  ],
  order_placed: ["Payment successful", "Your order has been placed."],
  expired: [
    "Payment expired",
    "No payment was received. Do not send anything else for this payment. If you already sent it, please wait. It is detected automatically when it arrives.",
  ],
  failed: [
    "Payment failed",
    "No payment was received. Do not send anything else for this payment.",
  ],
  cart_changed: [
    "The price has changed",
    "This payment no longer matches it. If you already paid, the store will contact you. Please do not pay again. Otherwise, start a new payment.",
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
    "The store has to check it, has been notified, and will contact you. You do not need to do anything. Please do not pay again.",
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
    "Your order is confirmed once your payment arrives. You can close this page.",
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

/**
 * `{price}`, `{cart}`, `{coin}`, `{network}`, `{time}`, and the amounts `{sent}`, `{quoted}` and
 * `{missing}` are placeholders.
 */
export const en = {
  pay: "Pay with crypto",
  steps: ["Coin", "Send", "Confirm", "Order"],
  starting: "Starting payment…",
  startFailed: "The payment could not be started.",
  chooseCoin: "Choose a cryptocurrency",
  search: "Search",
  noMatch: "No cryptocurrency found.",
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
  codeWithAmount:
    "The code contains the address and the exact amount, for {coin} on {network}.",
  codeWithAddress:
    "The code contains the address only. Enter the amount yourself, and choose {coin} on {network} in your wallet.",
  showAmountCode: "Show the code with the amount",
  showAddressCode: "Show a code with the address only",
  addressDiffers:
    "Careful: what was copied is not the address of this payment. Do not pay. Reload the page, or scan the code.",
  sent: "I have sent it",
  confirming: [
    "Confirming your payment",
    "The network usually needs a few minutes, and the rest happens automatically. You can close this page.",
  ] as PhaseTexts,
  keepCart: "Please do not change your cart until your payment has arrived.",
  paidCartChanged: [
    "We have your payment of {price}",
    "Your cart now costs {cart}. Change it back to {price} to get your order, or wait for the store to contact you. Please do not pay again.",
  ] as PhaseTexts,
  showAgain: "Show the address again",
  timeLeft: "Time left: {time}",
  timeUp: "Time is up. Do not send anything now. Checking your payment…",
  changeCoin: "Choose another cryptocurrency",
  testPayment: "Test payment: send test coins only.",
  openPaymentPage: "Go to payment page",
  leftPaymentPage: "You left the payment page",
  tryAgain: "Try again",
  payNewAmount: "Pay the new amount",
  continue: "Continue",
  backToStore: "Back to store",
  viewOrder: "View order",
  dismiss: "Dismiss",
  reference: "Reference",
  unavailable:
    "The store is not responding right now. This page keeps checking automatically.",
  payHosted: "Pay on the payment page",
  changeWay: "Pay in another way",
  payUntil: "Please pay by {time}.",
  receipt: "Paid {price} with {coin} on {time}.",
  underpaid: "You sent {sent} of {quoted}; {missing} is missing.",
  duplicate:
    "Order {order} was already paid; this second payment will be returned.",
  phases,
  unpaidOrder,
  payPage,
}

/** The texts of the components. */
export type CryptoPaymentTexts = typeof en
