/** What a person can do with a payment. */
export const actions = {
  cancel: "Cancel",
  check: {
    label: "Check now",
    done: "The gateway was asked. State: {{state}}.",
    failed: "The gateway could not be asked.",
    doneMany_one: "{{count}} payment was checked.",
    doneMany_other: "{{count}} payments were checked.",
    failedMany_one: "{{count}} payment could not be checked.",
    failedMany_other: "{{count}} payments could not be checked.",
  },
  retryOrder: {
    label: "Try to place the order again",
    title: "Place the order again?",
    description:
      "The store tries to place the order from the customer's cart, paid by this payment. The customer pays nothing more.",
    confirm: "Place the order",
    done: "The order was placed.",
    stillNot: "The order could not be placed: {{why}}",
    failed: "The order could not be placed.",
  },
  refund: {
    label: "Record a refund",
    title: "Record a refund",
    description:
      "Nobody but you can send coins from your wallet. Send them first, then write down here what you sent, so that the order shows it.",
    amount: "Amount in {{currency}}",
    amountHint: "{{open}} are not refunded yet.",
    amountWrong: "An amount above 0 and up to {{open}}.",
    transactionHash: "Transaction hash",
    transactionHint: "As the block explorer shows it.",
    transactionWrong: "The hash of the transaction that sent the coins.",
    note: "Note (optional)",
    book: "Book on the order",
    submit: "Record the refund",
    done: "The refund was recorded.",
    failed: "The refund could not be recorded.",
  },
  resolve: {
    label: "Mark as resolved",
    title: "Mark as resolved",
    description:
      "The payment no longer waits for a person. It stays in the list with what you write here.",
    kind: "What was done",
    kinds: {
      refunded: "The coins were sent back",
      order_placed_by_hand: "The order was placed by hand",
      other: "Something else",
    },
    note: "Note",
    noteHint: "For whoever looks at this payment later.",
    noteWrong: "Say in a few words what was done.",
    transactionHash: "Transaction hash",
    transactionHint: "Of the transaction that sent the coins back.",
    transactionHintOpen:
      "{{open}} are not recorded as refunded yet: name the transaction that sent them back.",
    submit: "Mark as resolved",
    done: "The payment is resolved.",
    failed: "The payment could not be resolved.",
  },
}
