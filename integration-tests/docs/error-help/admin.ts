import type { ErrorHelp } from "."

export const adminErrors: ErrorHelp[] = [
  {
    message: "Insufficient permissions. Required policies: refund:create",
    cause:
      "With roles on, a user without the right to refunds resolves a payment as refunded.",
    remedy: "Give the user's role that right, or choose another outcome.",
  },
  {
    message:
      "Crypto payments cannot be refunded from here, since the money went straight to your own wallet: request the refund at the crypto payment in the admin (or by POST /admin/crypto-payments/:id/refund-requests), and send the coins to the address that the customer enters; the order shows the refund then.",
    cause:
      "Medusa's own refund, or another action that refunds, was used on a crypto payment.",
    remedy: "Request the refund at the crypto payment.",
  },
  {
    message: "Order … was not found.",
    cause: "There is no order with that id.",
    remedy: "Use an id of `GET /admin/orders`.",
  },
  {
    message: "Crypto payment … was not found.",
    cause: "Wrong id.",
    remedy: "Search for the payment in the list.",
  },
  {
    message: "This payment is not open yet.",
    cause: "The gateway has not answered the opening of the payment.",
    remedy: "Wait; the job finishes it.",
  },
  {
    message: "This payment is not paid yet.",
    cause: "The action needs a confirmed payment.",
    remedy: "Check the payment.",
  },
  {
    message: "This payment is paid, and its order is being placed.",
    cause: "The payment was confirmed a moment ago.",
    remedy: "Reload in a minute.",
  },
  {
    message: "This payment is settled.",
    cause: "Its order is placed and paid.",
    remedy: "Nothing.",
  },
  {
    message: "This payment needs attention.",
    cause: "The action does not fit a payment that needs attention.",
    remedy: "Use one of the actions that the page offers.",
  },
  {
    message: "This payment was resolved.",
    cause: "A person resolved it.",
    remedy: "Read its timeline.",
  },
  {
    message: "This payment ended unpaid.",
    cause: "It expired or failed.",
    remedy: "Check the payment if the customer says that it was paid.",
  },
  {
    message:
      "This payment was never opened at the gateway, so there is nothing to check.",
    cause: "The gateway refused to open it, or a crash came first.",
    remedy: "Nothing.",
  },
  {
    message:
      "… An order can only be tried again for a payment that needs attention.",
    cause: "The payment needs no attention, or not any more.",
    remedy: "Reload the page.",
  },
  {
    message: "… Only a payment that needs attention can be marked as resolved.",
    cause: "The payment needs no attention, or not any more.",
    remedy: "Reload the page.",
  },
  {
    message:
      "… A refund can only be recorded for a payment that is settled or needs attention.",
    cause: "No confirmed money belongs to the payment.",
    remedy: "Check the payment.",
  },
  {
    message:
      "This payment is being worked on at the moment. Try again in a minute.",
    cause: "Another process works on the payment.",
    remedy: "Try again in a minute.",
  },
  {
    message:
      "Medusa still holds the lock of …, for two minutes at most. Try again then. (…)",
    cause:
      "Medusa is completing the cart or changing the order, or gave up undoing that.",
    remedy: "Try again in two minutes.",
  },
  {
    message:
      "The order of this payment was placed in the meantime. Check the payment again before you decide about it.",
    cause: "The order was placed while the page was open.",
    remedy: "Reload the page.",
  },
  {
    message: "The gateway could not be read (…); nothing was changed. …",
    cause: "The gateway is down, too slow, or refuses the key.",
    remedy: "Open the setup page; it names the option to fix.",
  },
  {
    message:
      "The payment provider … is not configured any more, so its gateway cannot be read.",
    cause: "The provider's entry was removed from `medusa-config.ts`.",
    remedy: "Restore the entry, with the same `id`.",
  },
  {
    message:
      "The gateway has no payment with this id for the configured merchants.",
    cause: "A wrong id, or a payment of another merchant.",
    remedy: "Copy the id from the gateway's dashboard.",
  },
  {
    message:
      "Choose one of the configured crypto payment providers: the payment's callback URL does not name one.",
    cause: "The payment was not created by this store.",
    remedy: "Choose the provider.",
  },
  {
    message: `The amount of a refund is a number above zero…, in …; got "…".`,
    cause: "The amount is not a decimal number of the currency.",
    remedy: "Enter the amount in the order's currency, for example 19.99.",
  },
  {
    message: "Refund of … exceeds the remaining ….",
    cause: "More than what is left of the payment.",
    remedy: "Record the amount that was sent, at most the remaining one.",
  },
  {
    message:
      "The whole amount of this payment is recorded as refunded already.",
    cause: "Refunds of the whole amount are recorded.",
    remedy: "Nothing.",
  },
  {
    message:
      "What arrived is worth less than the smallest unit of the currency, so no refund can be recorded. Mark it as resolved instead.",
    cause: "An underpaid payment of which next to nothing arrived.",
    remedy: "Mark it as resolved, with a note.",
  },
  {
    message:
      "The price of this payment is unknown, so no refund can be recorded. Mark it as resolved instead.",
    cause: "The payment was adopted without its price.",
    remedy: "Mark it as resolved, with a note.",
  },
  {
    message: "Transaction … is already recorded with ….",
    cause: "The transaction is recorded with another amount.",
    remedy: "Check the transaction hash.",
  },
  {
    message:
      "Name the transaction that sent the coins back (transaction_hash), or resolve the payment as something else.",
    cause: "Resolving as refunded needs the transaction.",
    remedy: "Enter the transaction hash.",
  },
  {
    message:
      "… of this payment are not recorded as refunded yet. Name the transaction that sent them back (transaction_hash), or resolve the payment as something else.",
    cause: "Only a part is recorded as refunded.",
    remedy: "Enter the transaction of the rest, or choose another resolution.",
  },
  {
    message:
      "This transaction is already recorded, and … of this payment are not recorded as refunded yet. Name the transaction that sent them back (transaction_hash), or resolve the payment as something else.",
    cause: "The transaction of an earlier, partial refund.",
    remedy: "Enter the transaction of the rest, or choose another resolution.",
  },
  {
    message:
      "The refund is recorded, but Medusa did not book it on the order: … Record the same refund (same transaction, same amount) once more to finish.",
    cause: "Medusa refused to book the refund, for the reason that is named.",
    remedy: "Remove the cause, and record the same refund once more.",
  },
  {
    message: "The new session was attached to another attempt than ….",
    cause:
      "`attention_detail`: a newer payment of the same price took the session.",
    remedy: "Retry the order.",
  },
  {
    message: "No payment collection belongs to ….",
    cause: "`attention_detail`: Medusa's payment collection was deleted.",
    remedy: "Place the order manually, or send the coins back.",
  },
  {
    message:
      "… Only an underpaid payment that needs attention can be accepted.",
    cause: "The payment is not underpaid, or not any more.",
    remedy: "Reload the page.",
  },
  {
    message: "A refund of this payment is recorded, so it cannot be accepted.",
    cause: "Some of its coins were sent back.",
    remedy:
      "Send back the rest and record it, or mark the payment as resolved.",
  },
  {
    message:
      "… The remainder can only be asked for of an underpaid payment that needs attention.",
    cause: "The payment is not underpaid, or not any more.",
    remedy: "Reload the page.",
  },
  {
    message:
      "The remainder of this payment cannot be asked for: a refund is recorded, it was accepted, or what is missing is not known.",
    cause:
      "A person has decided about the payment, it asks for a remainder itself, or nothing of worth arrived.",
    remedy: "Accept the payment, or send the coins back.",
  },
  {
    message:
      "The remainder of this payment cannot be asked for any more.… Check the payment.",
    cause: "No order can come of it: the cart or the order has changed.",
    remedy: "Check the payment, then follow its advice.",
  },
  {
    message:
      "The remainder of this payment was paid already. Check that payment, or decide about it first.",
    cause: "The payment for the remainder is confirmed.",
    remedy: "Open the payment for the remainder, and check it.",
  },
  {
    message:
      "This payment completes an underpaid one. Decide about that payment first.",
    cause: "An order can still come of both payments.",
    remedy:
      "Check the underpaid payment, or send its coins back first, then those of this one.",
  },
  {
    message:
      "The payment provider … is not configured any more, so its gateway opens no payment.",
    cause: "The provider was removed from the configuration.",
    remedy: "Configure it again, or accept the payment.",
  },
  {
    message:
      "… An order can only be placed again for a payment that was confirmed after its order was canceled.",
    cause: "The payment is not late, or not any more.",
    remedy: "Reload the page.",
  },
  {
    message:
      "A refund of this payment is recorded, so its order cannot be placed again.",
    cause: "Coins were sent back, so the order would not be paid in full.",
    remedy: "Send the rest back, too, and record it.",
  },
  {
    message:
      "The order of this payment is not canceled any more. Check the payment again before you decide about it.",
    cause: "The payment or its order changed while the page was open.",
    remedy: "Check the payment.",
  },
  {
    message:
      "The order cannot be placed again: … Place an order manually, or request a refund of the coins.",
    cause:
      "Medusa refused the order, for the reason that is named: stock is gone, for example, or it costs something else than was paid.",
    remedy:
      "Remove the cause, for example restock the item, and reinstate the order again.",
  },
  {
    message:
      "The order was placed again before, as #…. Request a refund of the coins, or place another order manually.",
    cause: "Another payment has the order already, or it was canceled, too.",
    remedy: "Request a refund of the coins.",
  },
  {
    message:
      "Order #… was placed again for this payment. Reinstate the order once more to finish, or cancel order #… first.",
    cause: "Reinstating was interrupted after the order was placed.",
    remedy: "Reinstate the order once more.",
  },
  {
    message:
      "Order #… was placed again for this payment, and is being paid by it. Check the payment again to finish, or cancel order #… first.",
    cause: "Reinstating was interrupted before the order was paid.",
    remedy: "Check the payment.",
  },
  {
    message: "The order was placed again. It is being paid.",
    cause: "`attention_detail`: the order was reinstated a moment ago.",
    remedy: "Check the payment, if it stays so for minutes.",
  },
]
