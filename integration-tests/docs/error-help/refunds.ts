import type { ErrorHelp } from "."

/** What the admin says about a refund request. */
export const refundRequestErrors: ErrorHelp[] = [
  {
    message:
      "The time to enter an address is over. Make a new link of this refund request first.",
    cause: "The link of this refund request is about to end, or has ended.",
    remedy: "Make a new link, and mail that one.",
  },
  {
    message:
      "… A refund can only be requested for a payment that is settled or needs attention.",
    cause: "The payment is not confirmed, or was resolved.",
    remedy: "Check the payment.",
  },
  {
    message:
      "The network of this payment's coin is not known, since the gateway does not list its coins now. Try again in a moment.",
    cause:
      "The gateway does not answer, so that no address could be checked for its network.",
    remedy: "Request the refund again once the gateway answers.",
  },
  {
    message:
      "This payment does not name its coin, so no refund can be requested. Check the payment first.",
    cause: "The gateway did not report the coin yet.",
    remedy: "Check the payment, then request the refund.",
  },
  {
    message:
      "The price of this payment is unknown, so no refund can be requested. Mark it as resolved instead.",
    cause: "Neither the cart nor the gateway says what it was paid for.",
    remedy: "Send the coins back, and mark the payment as resolved.",
  },
  {
    message: "The price of this payment is unknown.",
    cause: "Neither the cart nor the gateway says what it was paid for.",
    remedy: "Send the coins back, and mark the payment as resolved.",
  },
  {
    message:
      "The whole amount of this payment is refunded or requested already.",
    cause: "Refunds and open requests add up to what was paid.",
    remedy: "Revoke a request that is not needed.",
  },
  {
    message: "No surplus of this payment is left to return.",
    cause:
      "No more coins arrived than were quoted, or they were returned or requested already.",
    remedy: "Request a refund of the price.",
  },
  {
    message: "A refund of … coins exceeds the remaining surplus of ….",
    cause: "More coins were named than arrived beyond the quote.",
    remedy: "Name no more than the surplus; the rest is a refund of the price.",
  },
  {
    message:
      "… coins are more than the … that are left of what arrived. Confirm it to go on (confirm_excess).",
    cause: "More coins would be sent than the customer paid.",
    remedy: "Name fewer coins, or confirm it.",
  },
  {
    message:
      "The coins that arrived are not known, so more may be sent than arrived. Confirm it to go on (confirm_excess).",
    cause: "No webhook reported what arrived.",
    remedy: "Compare with your wallet, then confirm it.",
  },
  {
    message:
      "The coins that arrived are not known. Enter a rate, or the coins to send.",
    cause: "No webhook reported what arrived.",
    remedy: "Enter a rate, or the coins to send.",
  },
  {
    message:
      '… a number above zero with at most … digits after the point; got "…".',
    cause: "A rate or a number of coins is not a plain decimal number.",
    remedy: "Write it with a point: 0.25.",
  },
  {
    message: "Name a rate or the coins to send, not both.",
    cause: "The request has `rate` and `crypto_amount`.",
    remedy: "Leave one of them out.",
  },
  {
    message:
      "The policy rate needs rate, the policy free needs crypto_amount, and coins_as_paid needs neither.",
    cause: "A number is missing, or belongs to another policy.",
    remedy: "Leave `policy` out: it follows from the numbers.",
  },
  {
    message: "A rate needs the amount to refund.",
    cause: "The return of a surplus has `rate` without `amount`.",
    remedy: "Name the amount.",
  },
  {
    message: "This amount is worth less than the smallest unit of the coin.",
    cause: "The amount is too small to be sent in this coin.",
    remedy: "Refund a larger amount.",
  },
  {
    message: "Only the refund of a surplus names crypto_amount.",
    cause: "A refund of the price was recorded with `crypto_amount`.",
    remedy: "Leave it out, or record it with the kind `surplus`.",
  },
  {
    message: "A refund request of … is open (…). Send it, or revoke it first.",
    cause:
      "The money is promised to the customer by a refund request, and would be used twice.",
    remedy: "Send the request, or revoke it.",
  },
  {
    message:
      "This request of … is more than what is left to refund of the payment. Revoke it.",
    cause: "A refund that was recorded meanwhile leaves too little.",
    remedy: "Revoke the request, and make one for what is left.",
  },
  {
    message: "Refund request … was not found.",
    cause: "Wrong id.",
    remedy: "Use an id of `GET /admin/crypto-payments/refund-requests`.",
  },
  {
    message: '"…" is not a transaction hash of ….',
    cause: "It is not the hash of a transaction, or one of another network.",
    remedy: "Copy the hash from your wallet or a block explorer.",
  },
  {
    message: "Transaction … is already recorded for a refund of payment ….",
    cause: "A refund in the same coin has the same transaction.",
    remedy: "Copy the hash of this refund's own transaction.",
  },
  {
    message:
      "The customer changed the address of this refund: it is … now, not …. If you sent the coins to …, revoke the request and record the refund instead.",
    cause: "The page is older than the new address.",
    remedy:
      "Reload the page. Where coins went to the former address, record that refund.",
  },
  {
    message:
      "… That changed after it was shown to you, so nothing was done. Load it again before you decide.",
    cause:
      "Somebody else, a webhook or the job changed the payment or the refund request after the page was loaded. The status is 409.",
    remedy: "Reload the page, and decide about what it shows now.",
  },
  {
    message:
      "The coins of this refund request are being sent. Mark it as sent, or note that they were not sent after all.",
    cause: "An admin pressed “I am sending this”.",
    remedy: "Ask that person. Press “I did not send it” if nothing was sent.",
  },
  {
    message: "This refund was sent already, with transaction ….",
    cause: "Somebody else recorded it a moment ago.",
    remedy: "Nothing, unless the coins were sent twice.",
  },
]

/** What a customer is told at the link of a refund. */
export const refundPageErrors: ErrorHelp[] = [
  {
    message:
      "This refund link is not valid (any more). Ask the store for a new one.",
    cause: "The link was mistyped, replaced by a newer one, or revoked.",
    remedy: "Make a new link in the admin.",
  },
  {
    message:
      "This is the store's own address, which the payment was sent to. Enter an address of your own wallet.",
    cause: "The customer copied the address of the checkout.",
    remedy: "The customer copies an address from a wallet.",
  },
  {
    message:
      "Invalid request: address (a text) and confirm (true or false) are needed.",
    cause: "The storefront sent another body.",
    remedy: "Use the functions of the storefront kit.",
  },
]
