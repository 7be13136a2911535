import type { ErrorHelp } from "."

export const checkoutErrors: ErrorHelp[] = [
  {
    message: "The crypto payment could not be opened: …. Choose another coin.",
    cause:
      "`WALLET_NOT_FOUND`: the merchant has no wallet for the coin. `CURRENCY_NOT_FOUND`: the gateway does not know the coin.",
    remedy: "Attach a wallet for the coin in the gateway's dashboard.",
  },
  {
    message: "this store has no wallet for the chosen coin",
    cause: "`WALLET_NOT_FOUND`.",
    remedy: "Attach a wallet for the coin in the gateway's dashboard.",
  },
  {
    message: "the gateway does not know the chosen coin",
    cause: "`CURRENCY_NOT_FOUND`.",
    remedy: "Offer only coins of `GET /store/crypto-payments/currencies`.",
  },
  {
    message: "The crypto payment could not be opened: the gateway rejected it.",
    cause:
      "`VALIDATION_ERROR`: the gateway does not accept a field, often the currency.",
    remedy: "Price the region in a currency that the gateway accepts.",
  },
  {
    message:
      "The crypto payment could not be opened: the gateway is not configured correctly.",
    cause:
      "`MERCHANT_NOT_FOUND`, `INVALID_CREDENTIALS`: wrong `merchantId`, wrong or rotated key, or the merchant is suspended. `unexpected_answer`: `baseUrl` is not the gateway's API.",
    remedy: "Fix the option; the admin's setup page names it.",
  },
  {
    message:
      "The crypto payment could not be opened: the gateway did not answer. Try again in a moment.",
    cause:
      "`rate_limited`, `server` or `outcome_unknown`: the gateway is busy, down or too slow.",
    remedy:
      "Try again. The same payment comes back; a second one is never opened.",
  },
  {
    message: "The crypto payment could not be opened: the gateway ….",
    cause: "The gateway opened a payment that must not be shown to a shopper.",
    remedy: "See the rows below.",
  },
  {
    message: "created a live payment for a test payment",
    cause: "The gateway ignored the test flag.",
    remedy: "Check `testMode`, and report it to the gateway's operator.",
  },
  {
    message: "created a test payment for a live payment",
    cause: "The gateway made a test payment.",
    remedy: "Check `testMode`, and report it to the gateway's operator.",
  },
  {
    message: "returned no address or amount. Choose another coin",
    cause: "The gateway's response has no address or amount to pay.",
    remedy: "Choose another coin, and report it to the gateway's operator.",
  },
  {
    message: "returned no checkout page. Try again in a moment",
    cause: "The gateway's response has no URL that may be opened.",
    remedy: "Report it to the gateway's operator.",
  },
  {
    message:
      "The crypto payment could not be opened: the gateway already knows other payments for ….",
    cause:
      "Payments with this `external_id` and its next revisions exist at the gateway and ask for another price, for example after the ledger was emptied.",
    remedy: "Start a new cart.",
  },
  {
    message:
      "Too many crypto payments are open for this cart. Pay one of them, or wait until they expire and try again.",
    cause:
      "`maxOpenAttempts` is reached, and none of the open ones can be ended.",
    remedy: "Pay one of them, or wait until they expire.",
  },
  {
    message:
      "An inline crypto payment needs target_currency in the session's data: one of the codes from GET /store/crypto-payments/currencies.",
    cause: "The storefront starts an inline payment without a coin.",
    remedy:
      "Let the shopper choose a coin first, or use the panel of the storefront kit.",
  },
  {
    message: "Invalid payment session data: ….",
    cause:
      "A field of the session's `data` is empty, too long or no text; the message names it.",
    remedy:
      "Send `target_currency`, `success_url` and `fail_url` as texts, or leave them out.",
  },
  {
    message:
      "… must be a URL on an origin that this store allows (allowedReturnOrigins).",
    cause: "A return URL of another origin.",
    remedy: "Add the origin to `allowedReturnOrigins` or `storeCors`.",
  },
  {
    message:
      'Crypto payments need a price in an ISO 4217 currency; "…" is none.',
    cause: "The region's currency has no ISO 4217 code.",
    remedy: "Price the region in an ISO 4217 currency.",
  },
  {
    message: "Crypto payments need an amount above zero; got … ….",
    cause: "The cart costs nothing.",
    remedy: "Complete a free cart without a payment.",
  },
  {
    message: "Crypto payments need an amount that is a number; got ….",
    cause: "Other code gave the cart an amount that is not a number.",
    remedy: "Fix that code.",
  },
  {
    message: "The cart or its payment session has no amount or currency.",
    cause: "The cart was deleted, or other code created the session.",
    remedy: "Start a new cart.",
  },
  {
    message:
      "A crypto payment for this was already received. Please do not pay again: reload the checkout to see how it stands.",
    cause:
      "A crypto payment of the cart is confirmed, maybe for another price than the cart has now.",
    remedy:
      "Nothing: its order is being placed, or the payment needs attention. Once that is resolved, the cart can be paid again.",
  },
  {
    message:
      "Your crypto payment for this cart was received. Please do not pay again: reload the checkout to see how it stands.",
    cause: "Another provider was chosen for a cart that is paid in crypto.",
    remedy:
      "Nothing: its order is being placed, or the payment needs attention.",
  },
  {
    message: "This is already paid in crypto. Nothing is left to pay.",
    cause: "The order is paid by a crypto payment.",
    remedy: "Nothing.",
  },
  {
    message: "This is already paid. Nothing is left to pay.",
    cause: "The order is paid by another payment.",
    remedy: "Nothing.",
  },
  {
    message:
      "The order for this cart is already placed. It cannot be paid again.",
    cause: "The cart is completed.",
    remedy: "Show the order.",
  },
  {
    message: "This cart no longer exists. It cannot be paid.",
    cause: "The cart was deleted.",
    remedy: "Start a new cart.",
  },
  {
    message: "This order is canceled. It cannot be paid any more.",
    cause: "The order was canceled, by an admin or because it was not paid.",
    remedy: "Place a new order.",
  },
  {
    message:
      "The time to pay for this order is over. Contact the store if you still want it.",
    cause: "unpaidOrderHours have passed since the order was placed.",
    remedy: "Place a new order.",
  },
  {
    message:
      "The amount due for this order has changed. Ask the store for a new payment link.",
    cause: "The order was edited after its payment link was made.",
    remedy: "Send the customer a new link.",
  },
  {
    message: "This cart is already paid; it cannot be changed.",
    cause: "The cart's crypto payment is confirmed.",
    remedy: "Nothing: its order is being placed.",
  },
  {
    message:
      "This cart was paid with … and costs … now, so no order can be placed. Please contact the store.",
    cause: "Other code changed the cart's total after it was paid.",
    remedy: "Change the cart back to the amount paid, or send the coins back.",
  },
  {
    message:
      "The payment of this cart was sent back, or is about to be, so no order can be placed. Please contact the store.",
    cause:
      "A refund of the cart's payment is recorded or requested, or the payment was resolved.",
    remedy:
      "Revoke the refund request if the order is still to be placed. Else the customer orders again.",
  },
  {
    message:
      "The crypto payment is not confirmed by the gateway yet; there is nothing to capture.",
    cause: "Other code captured a payment that is not confirmed.",
    remedy: "Wait: the plugin captures it when it is confirmed.",
  },
  {
    message:
      "This order was paid by two crypto payments, and each is captured for its own part, automatically. Check the crypto payment in the admin.",
    cause:
      "Medusa's own capture of an order whose underpaid payment was completed by its remainder.",
    remedy: "Wait, or check the crypto payment: it captures both parts.",
  },
  {
    message:
      "The crypto payment of this order is resolved, so nothing more is captured.",
    cause:
      "Medusa's own capture of a payment in two parts that was marked as resolved.",
    remedy: "Book what is still due by other means, such as `mark-as-paid`.",
  },
  {
    message:
      "The crypto payment … is confirmed: it cannot be canceled or replaced.",
    cause: "A session with confirmed money was to be deleted or canceled.",
    remedy: "Request a refund at the crypto payment.",
  },
  {
    message:
      "The price of a crypto payment cannot be changed; create a new payment session.",
    cause: "Other code updated the amount of a payment session.",
    remedy: "Create a new payment session.",
  },
  {
    message: "There is no order to pay for this payment collection.",
    cause: "Wrong id in a payment link, or the collection of an open cart.",
    remedy: "Copy the payment link from the order in the admin.",
  },
  {
    message: "No crypto payment belongs to this payment session.",
    cause: "Wrong id, or the session belongs to another provider.",
    remedy: "Use the id of a session of a crypto payment provider.",
  },
  {
    message:
      "provider_id is needed: the id of a crypto payment provider, such as pp_crypto-h2h_crypto.",
    cause: "The query has no `provider_id`.",
    remedy: "Add it.",
  },
  {
    message: "There is no such crypto payment provider.",
    cause:
      "The provider is not in `medusa-config.ts`, or its `id` was changed.",
    remedy: "Restore the entry, and keep its `id`.",
  },
  {
    message: "There is no such id.",
    cause:
      "An id in the path is longer than 255 characters or has control characters.",
    remedy: "Use the id as Medusa returned it.",
  },
  {
    message: "cart_id is needed: the id of the shopper's cart.",
    cause: "A storefront asks for the payment of no cart.",
    remedy: "Send the cart's id as `?cart_id=`.",
  },
  {
    message: "Invalid request: cart_id must be the id of a cart.",
    cause: "A storefront sends something else as `?cart_id=`.",
    remedy: "Send the id of the shopper's cart, or leave it out.",
  },
  {
    message:
      "Invalid request: the body is no JSON object, or its content type is not application/json.",
    cause: "The request's body cannot be read.",
    remedy: "Send a JSON object with `content-type: application/json`.",
  },
]
