import type { CryptoPaymentTexts } from "./texts"

export const en: CryptoPaymentTexts = {
  pay: "Pay with crypto",
  opening: "Opening the payment …",
  startFailed: "The payment could not be started.",
  chooseCoin: "Choose a coin",
  loadingCoins: "Loading the coins …",
  noCoins: "This shop can take no crypto at the moment.",
  coinsFailed: "The coins could not be loaded.",
  showAddress: "Show the address",
  amount: "Amount",
  network: "Network",
  address: "Address",
  exactly:
    "Send exactly this amount of {coin}, on the network {network} only. Anything else can be lost.",
  copy: "Copy",
  copied: "Copied",
  qrCode: "QR code for your wallet",
  openWallet: "Open in the wallet",
  timeLeft: "Time left: {time}",
  timeUp: "The time is up. Please send nothing any more; checking …",
  changeCoin: "Choose another coin",
  test: "Test payment: send test coins only.",
  toPaymentPage: "To the payment page",
  tryAgain: "Try again",
  payNewAmount: "Pay the new amount",
  continue: "Continue",
  back: "Back to the shop",
  showOrder: "Show the order",
  reference: "Reference {id}",
  noAnswer:
    "The shop does not answer at the moment. This page keeps checking by itself.",
  phases: {
    checking: ["Checking your payment", "One moment, please."],
    waiting: [
      "Waiting for your payment",
      "Please pay {price}. Once the coins arrive, your order is placed by itself, even if you close this page.",
    ],
    placing_order: ["Paid", "Your order is being placed. One moment, please."],
    order_placed: ["Thank you, it is paid", "Your order has been placed."],
    expired: [
      "The payment has expired",
      "Nothing has arrived, and no order was placed. Please send nothing more for this payment. If you have sent the coins already, wait: they are noticed when they arrive.",
    ],
    failed: [
      "The payment did not work",
      "Nothing has arrived, and no order was placed. Please send nothing more for this payment.",
    ],
    cart_changed: [
      "Your cart has changed",
      "This payment of {price} no longer fits it. If you have paid already, the shop will contact you: please do not pay again. If not, start a new payment.",
    ],
    replaced: [
      "This payment was replaced",
      "You have started another one since. Please send nothing more for this payment.",
    ],
    paid_otherwise: [
      "The order was placed already",
      "Nothing is left to pay here. Please send nothing more for this payment.",
    ],
    attention: [
      "We have your payment",
      "The order could not be placed by itself. The shop has been told and will contact you: there is nothing you need to do, and please do not pay again.",
    ],
    resolved: [
      "The shop has taken care of your payment",
      "If you have a question, please contact the shop.",
    ],
    unknown: [
      "This payment is not known",
      "Please follow the link of your checkout again, or contact the shop.",
    ],
  },
}
