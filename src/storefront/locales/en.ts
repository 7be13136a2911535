/**
 * The texts of the components: a heading, as of a phase of the payment or a step of the pay page,
 * has its text under the same key with `_text`. `{price}`, `{cart}`, `{coin}`, `{network}`,
 * `{order}`, `{time}`, and `{percent}`, `{sent}`,
 * `{quoted}` and `{surplus}` of coins are placeholders.
 */
export const en = {
  pay: "Pay with crypto",
  steps: ["Coin", "Send", "Confirm", "Order"],
  starting: "Getting the payment details…",
  startFailed: "The payment could not be started.",
  chooseCoin: "Choose a cryptocurrency",
  search: "Search",
  noMatch: "No cryptocurrency found.",
  loadingCoins: "Loading cryptocurrencies…",
  noCoins: "This store cannot accept crypto right now.",
  coinNotOffered: "This cryptocurrency is no longer available.",
  coinsFailed: "The cryptocurrencies could not be loaded.",
  showAddress: "Show address",
  amount: "Amount",
  network: "Network",
  address: "Address",
  exactAmount:
    "Send exactly this amount in {coin}, and only on the {network} network. Anything else may be lost.",
  copy: "Copy",
  copied: "Copied",
  selected: "Selected: copy it",
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
  confirming: "Confirming your payment",
  confirming_text:
    "The network usually needs a few minutes, and the rest happens automatically.",
  closePage: "You can close this page.",
  keepCart: "Please do not change your cart until your payment has arrived.",
  paidCartChanged: "We have your payment of {price}",
  paidCartChanged_text:
    "Your cart now costs {cart}. Change it back to {price} to get your order, or wait for the store to contact you. Please do not pay again.",
  showAgain: "Show the address again",
  priceHeld: "Price held for {time}",
  timeUp: "Time is up. Do not send anything now. Checking your payment…",
  changeCoin: "Choose another cryptocurrency",
  testPayment: "Test payment: send test coins only.",
  openPaymentPage: "Go to payment page",
  notPaid: "You have not paid yet",
  tryAgain: "Try again",
  payNewAmount: "Pay the new amount",
  continue: "Continue",
  backToStore: "Back to store",
  viewOrder: "View order",
  dismiss: "Dismiss",
  reference: "Reference",
  offline: "No connection. Check your internet connection.",
  unavailable:
    "The store is not responding right now. This page keeps checking automatically.",
  payHosted: "Pay on the payment page",
  changeWay: "Pay in another way",
  payUntil: "Please pay by {time}.",
  reserved:
    "Your order {order} is reserved until {time}. The old address is no longer valid: get a new one.",
  receipt: "Paid {price} with {coin} on {time}.",
  underpaid: "You sent {percent} less than asked: {sent} of {quoted}.",
  overpaid: "You sent {surplus} more than asked; the store can send it back.",
  duplicate:
    "Order {order} was already paid; this second payment will be returned.",
  checking: "Checking your payment",
  checking_text: "This may take a moment.",
  waiting: "Waiting for your payment",
  waiting_text: "Your order is placed automatically once your payment arrives.",
  placing_order: "Payment received",
  placing_order_text: "Your order is being placed. This may take a moment.",
  order_placed: "Payment successful",
  order_placed_text: "Your order has been placed.",
  expired: "Payment expired",
  expired_text:
    "No payment was received. Do not send anything else for this payment. If you already sent it, please wait. It is detected automatically when it arrives.",
  failed: "Payment failed",
  failed_text:
    "No payment was received. Do not send anything else for this payment.",
  cart_changed: "The price has changed",
  cart_changed_text:
    "This payment no longer matches it. If you already paid, the store will contact you. Please do not pay again. Otherwise, start a new payment.",
  replaced: "This payment was replaced",
  replaced_text:
    "You started another payment. Do not send anything else for this payment.",
  paid_otherwise: "Order already placed",
  paid_otherwise_text:
    "There is nothing left to pay. Do not send anything else for this payment.",
  order_canceled: "Order canceled",
  order_canceled_text:
    "This order was canceled because no payment was received in time. Do not send anything else for this payment.",
  attention: "We received your payment",
  attention_text:
    "The store has to check it, has been notified, and will contact you. You do not need to do anything. Please do not pay again.",
  resolved: "The store has handled your payment",
  resolved_text: "If you have any questions, contact the store.",
  unknown: "Payment not found",
  unknown_text: "Open the link from your checkout again, or contact the store.",
  unpaidOrder: "Your order {order} is waiting for payment",
  unpaidOrder_text: "Your order is confirmed once your payment arrives.",
  payable: "Pay for your order {order}",
  payable_text: "{price} is due.",
  paid: "Your order {order} is paid",
  paid_text: "Nothing is left to pay.",
  canceled: "Your order {order} is canceled",
  canceled_text: "Please do not send anything.",
  changed: "This payment link is out of date",
  changed_text:
    "If something is still due for your order {order}, ask the store for a new link.",
  not_payable: "This order cannot be paid in crypto now",
  not_payable_text: "Contact the store about your order {order}.",
}

/** The texts of the components. */
export type CryptoPaymentTexts = typeof en

/** `{price}`, `{coin}`, `{network}`, `{found}` and `{time}` are placeholders. */
export const enRefund = {
  order: "Order",
  amount: "You receive",
  network: "Network",
  address: "Address",
  tag: "Tag or memo",
  tagHint:
    "An exchange gives one with the address, and coins sent without it are lost. Leave it empty for a wallet of your own.",
  noTag: "None",
  asEntered: "As you entered it",
  transaction: "Transaction",
  yourAddress: "Your {coin} address on the {network} network",
  enterUntil: "Enter it by {time}.",
  check: "Check address",
  checking: "Checking…",
  missing: "Enter an address.",
  refused: "This address cannot be used.",
  typingError:
    "It has a typing error, or is of another network than {network}. Copy it from your wallet.",
  otherNetwork:
    "It is of another network: {found}. Copy one for {network} from your wallet.",
  unknownForm:
    "An address has 10 to 256 letters and digits. Copy it from your wallet.",
  wrongCharacter:
    "It has a character that no address of {network} has: “{found}”. Copy it from your wallet.",
  storeAddress:
    "It belongs to the store, and you paid to it. Enter an address of your own wallet.",
  tagAlone:
    "It is a tag or memo alone. Enter the address, and the tag or memo in its own field.",
  wrongTag:
    "The tag or memo is not one of {network}, or differs from the one in the address.",
  recoveryPhrase:
    "This looks like a recovery phrase. Never give it to anybody, not to us.",
  warning:
    "Transfers cannot be undone. The coins are lost if your wallet does not receive {coin} on the {network} network at this address.",
  unchecked:
    "The store cannot check this address, so a typing error would not be noticed. Compare its first and last six characters with your wallet.",
  confirm: "Confirm address",
  saving: "Saving…",
  change: "Enter another address",
  askToChange: "Is the address wrong? Contact the store before it sends.",
  offline: "No connection. Check your internet connection.",
  unavailable: "The store is not responding right now.",
  back: "Back to store",
  copy: "Copy",
  copied: "Copied",
  selected: "Selected: copy it",
  loading: "Loading your refund",
  loading_text: "This may take a moment.",
  enter: "Your refund",
  enter_text:
    "The store refunds {price} to you. Enter the address of the wallet that should receive it.",
  enter_text_unpriced:
    "The store sends coins back to you. Enter the address of the wallet that should receive them.",
  enter_surplus: "Your refund",
  enter_surplus_text:
    "You sent more coins than were due. The store returns the surplus, worth {price} when you paid. Enter the address of the wallet that should receive it.",
  enter_surplus_text_unpriced:
    "You sent more coins than were due. The store returns the surplus. Enter the address of the wallet that should receive it.",
  review: "Check the address",
  review_text:
    "Compare every character with the address in your wallet. Nothing is saved until you confirm.",
  address_entered: "Your address is saved",
  address_entered_text:
    "The store has not sent the coins yet. This page shows when they are sent.",
  sent: "Your refund was sent",
  sent_text:
    "Your wallet shows the coins once the network has confirmed the transaction.",
  incomplete: "This refund link is incomplete",
  incomplete_text:
    "The part after the # is missing. Open the link from the message of the store again, or copy all of it.",
  unknown: "This refund link is not valid",
  unknown_text:
    "It may be incomplete, or the store replaced or withdrew it. Open the latest link, or contact the store.",
}

/** The texts of `<CryptoRefundRequest>`. They are apart, because a checkout needs none of them. */
export type CryptoRefundTexts = typeof enRefund
