import type { WebhookRejection } from "../../src/gateway"

/** Where a message appears. */
export type ErrorPlace = "start" | "checkout" | "admin" | "webhook"

/** Cause and remedy of a message; `…` stands for what is filled in. */
export type ErrorHelp = {
  place: ErrorPlace
  message: string
  cause: string
  remedy: string
}

const nothingToDo = "Nothing."

const tryAgain =
  "Try again. The same payment comes back; a second one is never opened."

/** One entry for each message of `findErrorMessages`; a spec compares the two. */
export const errorHelp: readonly ErrorHelp[] = [
  {
    place: "start",
    message: "medusa-payment-crypto: the plugin's options have … fault(s): ",
    cause: "An option is missing, unknown or wrong; each is named.",
    remedy: "Fix each line of the message.",
  },
  {
    place: "start",
    message: `the Payment Module is not given …. Add this line beside "resolve" in the "@medusajs/medusa/payment" entry of medusa-config: dependencies: ["…"],`,
    cause:
      "`dependencies` is missing in the Payment Module's entry, so the provider cannot reach the ledger.",
    remedy: "Add the line that the message shows.",
  },
  {
    place: "start",
    message: `the plugin is not registered. Add { resolve: "medusa-payment-crypto", options: { ... } } to "plugins" in medusa-config.`,
    cause: "Only the payment provider is configured.",
    remedy: "Add the plugin with its options.",
  },
  {
    place: "start",
    message: `a payment provider pays to the merchant "…", but the plugin's options have only: …. Set options: { merchant: "…" } on the provider's entry.`,
    cause: "A provider entry names a merchant that the options do not have.",
    remedy: "Set `options.merchant` of the entry to one of the names.",
  },
  {
    place: "start",
    message: `medusa-payment-crypto: a payment provider names the merchant "…", but the plugin's options have only: ….`,
    cause: "A provider entry names a merchant that the options do not have.",
    remedy: "Set `options.merchant` of the entry to one of the names.",
  },
  {
    place: "checkout",
    message:
      "The crypto payment could not be opened: … (…). Choose another coin.",
    cause:
      "`WALLET_NOT_FOUND`: the merchant has no wallet for the coin. `CURRENCY_NOT_FOUND`: the gateway does not know the coin.",
    remedy: "Attach a wallet for the coin in the gateway's dashboard.",
  },
  {
    place: "checkout",
    message: "this store has no wallet for the chosen coin",
    cause: "`WALLET_NOT_FOUND`.",
    remedy: "Attach a wallet for the coin in the gateway's dashboard.",
  },
  {
    place: "checkout",
    message: "the gateway does not know the chosen coin",
    cause: "`CURRENCY_NOT_FOUND`.",
    remedy: "Offer only coins of `GET /store/crypto-payments/currencies`.",
  },
  {
    place: "checkout",
    message:
      "The crypto payment could not be opened: the gateway rejected it (…).",
    cause:
      "`VALIDATION_ERROR`: the gateway does not accept a field, often the currency.",
    remedy: "Price the region in a currency that the gateway accepts.",
  },
  {
    place: "checkout",
    message:
      "The crypto payment could not be opened: the gateway is not configured correctly (…).",
    cause:
      "`MERCHANT_NOT_FOUND`, `INVALID_CREDENTIALS`: wrong `merchantId`, wrong or rotated key, or the merchant is suspended. `unexpected_answer`: `baseUrl` is not the gateway's API.",
    remedy: "Fix the option; the admin's setup page names it.",
  },
  {
    place: "checkout",
    message:
      "The crypto payment could not be opened: the gateway did not answer (…). Try again in a moment.",
    cause:
      "`rate_limited`, `server` or `outcome_unknown`: the gateway is busy, down or too slow.",
    remedy: tryAgain,
  },
  {
    place: "checkout",
    message: "The crypto payment could not be opened: the gateway ….",
    cause: "The gateway opened a payment that must not be shown to a shopper.",
    remedy: "See the rows below.",
  },
  {
    place: "checkout",
    message: "created a live payment for a test payment",
    cause: "The gateway ignored the test flag.",
    remedy: "Check `testMode`, and report it to the gateway's operator.",
  },
  {
    place: "checkout",
    message: "created a test payment for a live payment",
    cause: "The gateway made a test payment.",
    remedy: "Check `testMode`, and report it to the gateway's operator.",
  },
  {
    place: "checkout",
    message: "returned no address or amount. Choose another coin",
    cause: "The gateway's response has no address or amount to pay.",
    remedy: "Choose another coin, and report it to the gateway's operator.",
  },
  {
    place: "checkout",
    message: "returned no checkout page. Try again in a moment",
    cause: "The gateway's response has no URL that may be opened.",
    remedy: "Report it to the gateway's operator.",
  },
  {
    place: "checkout",
    message:
      "The crypto payment could not be opened: the gateway already knows other payments for ….",
    cause:
      "Payments with this `external_id` and its next revisions exist at the gateway and ask for another price, for example after the ledger was emptied.",
    remedy: "Start a new cart.",
  },
  {
    place: "checkout",
    message:
      "Too many crypto payments are open for this cart. Pay one of them, or wait until they expire and try again.",
    cause:
      "`maxOpenAttempts` is reached, and none of the open ones can be ended.",
    remedy: "Pay one of them, or wait until they expire.",
  },
  {
    place: "checkout",
    message:
      "An inline crypto payment needs target_currency in the session's data: one of the codes from GET /store/crypto-payments/currencies.",
    cause: "The storefront starts an inline payment without a coin.",
    remedy:
      "Let the shopper choose a coin first, or use the panel of the storefront kit.",
  },
  {
    place: "checkout",
    message: "Invalid payment session data: ….",
    cause:
      "A field of the session's `data` is empty, too long or no text; the message names it.",
    remedy:
      "Send `target_currency`, `success_url` and `fail_url` as texts, or leave them out.",
  },
  {
    place: "checkout",
    message:
      "… must be a URL on an origin that this store allows (allowedReturnOrigins).",
    cause: "A return URL of another origin.",
    remedy: "Add the origin to `allowedReturnOrigins` or `storeCors`.",
  },
  {
    place: "checkout",
    message:
      'Crypto payments need a price in an ISO 4217 currency; "…" is none.',
    cause: "The region's currency has no ISO 4217 code.",
    remedy: "Price the region in an ISO 4217 currency.",
  },
  {
    place: "checkout",
    message: "Crypto payments need an amount above zero; got … ….",
    cause: "The cart costs nothing.",
    remedy: "Complete a free cart without a payment.",
  },
  {
    place: "checkout",
    message: "Crypto payments need an amount that is a number; got ….",
    cause: "Other code gave the cart an amount that is not a number.",
    remedy: "Fix that code.",
  },
  {
    place: "checkout",
    message: "The cart or its payment session has no amount or currency.",
    cause: "The cart was deleted, or other code created the session.",
    remedy: "Start a new cart.",
  },
  {
    place: "checkout",
    message:
      "A crypto payment for this was already received. Complete the cart instead of paying again.",
    cause: "The cart's crypto payment is confirmed.",
    remedy:
      "Nothing: its order is being placed, or the payment needs attention.",
  },
  {
    place: "checkout",
    message:
      "Your crypto payment for this cart was received. Please do not pay again: reload the checkout to see how it stands.",
    cause: "Another provider was chosen for a cart that is paid in crypto.",
    remedy:
      "Nothing: its order is being placed, or the payment needs attention.",
  },
  {
    place: "checkout",
    message: "This is already paid in crypto. Nothing is left to pay.",
    cause: "The order is paid by a crypto payment.",
    remedy: nothingToDo,
  },
  {
    place: "checkout",
    message: "This is already paid. Nothing is left to pay.",
    cause: "The order is paid by another payment.",
    remedy: nothingToDo,
  },
  {
    place: "checkout",
    message:
      "The order for this cart is already placed. It cannot be paid again.",
    cause: "The cart is completed.",
    remedy: "Show the order.",
  },
  {
    place: "checkout",
    message: "This cart no longer exists. It cannot be paid.",
    cause: "The cart was deleted.",
    remedy: "Start a new cart.",
  },
  {
    place: "checkout",
    message:
      "The amount due for this order has changed. Ask the store for a new payment link.",
    cause: "The order was edited after its payment link was made.",
    remedy: "Send the customer a new link.",
  },
  {
    place: "checkout",
    message: "This cart is already paid; it cannot be changed.",
    cause: "The cart's crypto payment is confirmed.",
    remedy: "Nothing: its order is being placed.",
  },
  {
    place: "checkout",
    message:
      "This cart was paid with … and costs … now, so no order can be placed. Please contact the store.",
    cause: "Other code changed the cart's total after it was paid.",
    remedy: "Change the cart back to the amount paid, or send the coins back.",
  },
  {
    place: "checkout",
    message:
      "The crypto payment is not confirmed by the gateway yet; there is nothing to capture.",
    cause: "Other code captured a payment that is not confirmed.",
    remedy: "Wait: the plugin captures it when it is confirmed.",
  },
  {
    place: "checkout",
    message:
      "The crypto payment … is confirmed: it cannot be canceled or replaced.",
    cause: "A session with confirmed money was to be deleted or canceled.",
    remedy: "Send the coins back, and record the refund.",
  },
  {
    place: "checkout",
    message:
      "The price of a crypto payment cannot be changed; create a new payment session.",
    cause: "Other code updated the amount of a payment session.",
    remedy: "Create a new payment session.",
  },
  {
    place: "checkout",
    message: "No crypto payment belongs to this payment session.",
    cause: "Wrong id, or the session belongs to another provider.",
    remedy: "Use the id of a session of a crypto payment provider.",
  },
  {
    place: "checkout",
    message:
      "provider_id is needed: the id of a crypto payment provider, such as pp_crypto-h2h_crypto.",
    cause: "The query has no `provider_id`.",
    remedy: "Add it.",
  },
  {
    place: "checkout",
    message: "There is no such crypto payment provider.",
    cause:
      "The provider is not in `medusa-config.ts`, or its `id` was changed.",
    remedy: "Restore the entry, and keep its `id`.",
  },
  {
    place: "checkout",
    message: "There is no such id.",
    cause:
      "An id in the path is longer than 255 characters or has control characters.",
    remedy: "Use the id as Medusa returned it.",
  },
  {
    place: "checkout",
    message:
      "Invalid request: the body is no JSON object, or its content type is not application/json.",
    cause: "The request's body cannot be read.",
    remedy: "Send a JSON object with `content-type: application/json`.",
  },
  {
    place: "admin",
    message:
      "Crypto payments cannot be refunded from here: the money went straight to your own wallet. Send the coins back from that wallet to an address that the customer names, then record the refund in the admin at the crypto payment (or by POST /admin/crypto-payments/:id/refunds); the order shows it then.",
    cause:
      "Medusa's own refund, or another action that refunds, was used on a crypto payment.",
    remedy: "Send the coins yourself, then record the refund.",
  },
  {
    place: "admin",
    message: "Crypto payment … was not found.",
    cause: "Wrong id.",
    remedy: "Search for the payment in the list.",
  },
  {
    place: "admin",
    message: "This payment is not open yet.",
    cause: "The gateway has not answered the opening of the payment.",
    remedy: "Wait; the job finishes it.",
  },
  {
    place: "admin",
    message: "This payment is not paid yet.",
    cause: "The action needs a confirmed payment.",
    remedy: "Check the payment.",
  },
  {
    place: "admin",
    message: "This payment is paid, and its order is being placed.",
    cause: "The payment was confirmed a moment ago.",
    remedy: "Reload in a minute.",
  },
  {
    place: "admin",
    message: "This payment is settled.",
    cause: "Its order is placed and paid.",
    remedy: nothingToDo,
  },
  {
    place: "admin",
    message: "This payment needs attention.",
    cause: "The action does not fit a payment that needs attention.",
    remedy: "Use one of the actions that the page offers.",
  },
  {
    place: "admin",
    message: "This payment was resolved.",
    cause: "A person resolved it.",
    remedy: "Read its timeline.",
  },
  {
    place: "admin",
    message: "This payment ended unpaid.",
    cause: "It expired or failed.",
    remedy: "Check the payment if the customer says that it was paid.",
  },
  {
    place: "admin",
    message:
      "This payment was never opened at the gateway, so there is nothing to check.",
    cause: "The gateway refused to open it, or a crash came first.",
    remedy: nothingToDo,
  },
  {
    place: "admin",
    message:
      "… An order can only be tried again for a payment that needs attention.",
    cause: "The payment needs no attention, or not any more.",
    remedy: "Reload the page.",
  },
  {
    place: "admin",
    message: "… Only a payment that needs attention can be marked as resolved.",
    cause: "The payment needs no attention, or not any more.",
    remedy: "Reload the page.",
  },
  {
    place: "admin",
    message:
      "… A refund can only be recorded for a payment that is settled or needs attention.",
    cause: "No confirmed money belongs to the payment.",
    remedy: "Check the payment.",
  },
  {
    place: "admin",
    message:
      "This payment is being worked on at the moment. Try again in a minute.",
    cause: "Another process works on the payment.",
    remedy: "Try again in a minute.",
  },
  {
    place: "admin",
    message:
      "The order of this payment was placed in the meantime. Check the payment again before you decide about it.",
    cause: "The order was placed while the page was open.",
    remedy: "Reload the page.",
  },
  {
    place: "admin",
    message: "The gateway could not be read (…); nothing was changed. …",
    cause: "The gateway is down, too slow, or refuses the key.",
    remedy: "Open the setup page; it names the option to fix.",
  },
  {
    place: "admin",
    message:
      "The payment provider … is not configured any more, so its gateway cannot be read.",
    cause: "The provider's entry was removed from `medusa-config.ts`.",
    remedy: "Restore the entry, with the same `id`.",
  },
  {
    place: "admin",
    message:
      "The gateway has no payment with this id for the configured merchants.",
    cause: "A wrong id, or a payment of another merchant.",
    remedy: "Copy the id from the gateway's dashboard.",
  },
  {
    place: "admin",
    message:
      "Choose one of the configured crypto payment providers: the payment's callback URL does not name one.",
    cause: "The payment was not created by this store.",
    remedy: "Choose the provider.",
  },
  {
    place: "admin",
    message: `The amount of a refund is a number above zero…, in …; got "…".`,
    cause: "The amount is not a decimal number of the currency.",
    remedy: "Enter the amount in the order's currency, for example 19.99.",
  },
  {
    place: "admin",
    message: "Refund of … exceeds the remaining ….",
    cause: "More than the rest of the payment.",
    remedy: "Record the amount that was sent, at most the remaining one.",
  },
  {
    place: "admin",
    message:
      "The whole amount of this payment is recorded as refunded already.",
    cause: "Refunds of the whole amount are recorded.",
    remedy: nothingToDo,
  },
  {
    place: "admin",
    message:
      "The price of this payment is unknown, so no refund can be recorded. Mark it as resolved instead.",
    cause: "The payment was adopted without its price.",
    remedy: "Mark it as resolved, with a note.",
  },
  {
    place: "admin",
    message: "Transaction … is already recorded with ….",
    cause: "The transaction is recorded with another amount.",
    remedy: "Check the transaction hash.",
  },
  {
    place: "admin",
    message:
      "Name the transaction that sent the coins back (transaction_hash), or resolve the payment as something else.",
    cause: "Resolving as refunded needs the transaction.",
    remedy: "Enter the transaction hash.",
  },
  {
    place: "admin",
    message:
      "… of this payment are not recorded as refunded yet. Name the transaction that sent them back (transaction_hash), or resolve the payment as something else.",
    cause: "Only a part is recorded as refunded.",
    remedy: "Enter the transaction of the rest, or choose another resolution.",
  },
  {
    place: "admin",
    message:
      "This transaction is already recorded, and … of this payment are not recorded as refunded yet. Name the transaction that sent them back (transaction_hash), or resolve the payment as something else.",
    cause: "The transaction of an earlier, partial refund.",
    remedy: "Enter the transaction of the rest, or choose another resolution.",
  },
  {
    place: "admin",
    message:
      "The refund is recorded, but Medusa did not book it on the order: … Record the same refund (same transaction, same amount) once more to finish.",
    cause: "Medusa refused to book the refund, for the reason that is named.",
    remedy: "Remove the cause, and record the same refund once more.",
  },
  {
    place: "admin",
    message: "The new session was attached to another attempt than ….",
    cause:
      "`attention_detail`: a newer payment of the same price took the session.",
    remedy: "Retry the order.",
  },
  {
    place: "admin",
    message: "No payment collection belongs to ….",
    cause: "`attention_detail`: Medusa's payment collection was deleted.",
    remedy: "Place the order by hand, or send the coins back.",
  },
  {
    place: "webhook",
    message: "no such crypto payment provider",
    cause: "404: the callback URL names a provider that is not configured.",
    remedy: "Restore the provider's entry, with the same `id`.",
  },
  {
    place: "webhook",
    message: "body is incomplete",
    cause: "400: the connection was cut.",
    remedy: "Nothing: the gateway sends it again.",
  },
  {
    place: "webhook",
    message: "body is larger than … bytes",
    cause: "413: not a delivery of the gateway.",
    remedy: nothingToDo,
  },
  {
    place: "webhook",
    message: "crypto payment … is being handled",
    cause: "503: another delivery of the same payment is being handled.",
    remedy: "Nothing: the gateway sends it again.",
  },
  ...Object.entries({
    missing_signature:
      "401: not the gateway, or a proxy drops the `x-webhook-*` headers.",
    missing_timestamp:
      "401: not the gateway, or a proxy drops the `x-webhook-*` headers.",
    malformed_signature:
      "401: not the gateway, or a proxy changes the headers.",
    malformed_timestamp:
      "401: not the gateway, or a proxy changes the headers.",
    signature_mismatch:
      "401: `webhookSecret` is wrong, or a proxy changes the body.",
  } satisfies Record<WebhookRejection, string>).map(
    ([message, cause]): ErrorHelp => ({
      place: "webhook",
      message,
      cause,
      remedy:
        "Fix the option, or let the proxy pass body and headers unchanged.",
    })
  ),
]
