import type { PhaseTexts } from "./en"

/** What the page of a refund shows, by step or state. */
const steps = {
  loading: ["Loading your refund", "This may take a moment."],
  enter: [
    "Your refund",
    "The store refunds {price} to you. Enter the address of the wallet that should receive it.",
    "The store sends coins back to you. Enter the address of the wallet that should receive them.",
  ],
  enter_surplus: [
    "Your refund",
    "You sent more coins than were due. The store returns the surplus, worth {price} when you paid. Enter the address of the wallet that should receive it.",
    "You sent more coins than were due. The store returns the surplus. Enter the address of the wallet that should receive it.",
  ],
  review: [
    "Check the address",
    "Compare every character with the address in your wallet. Nothing is saved until you confirm.",
  ],
  address_entered: [
    "Your address is saved",
    "The store has not sent the coins yet. This page shows when they are sent.",
  ],
  sent: [
    "Your refund was sent",
    "Your wallet shows the coins once the network has confirmed the transaction.",
  ],
  expired: [
    "This refund link has expired",
    "No address was entered in time. Ask the store for a new link.",
  ],
  unknown: [
    "This refund link is not valid",
    "It may be incomplete, or the store replaced or withdrew it. Open the latest link, or contact the store.",
  ],
} satisfies Record<string, PhaseTexts>

/** `{price}`, `{coin}`, `{network}`, `{found}` and `{time}` are placeholders. */
export const en = {
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
    "An address has 10 to 128 letters and digits. Copy it from your wallet.",
  storeAddress:
    "It belongs to the store, and you paid to it. Enter an address of your own wallet.",
  tagAlone:
    "It is a tag or memo alone. Enter the address, and the tag or memo in its own field.",
  wrongTag:
    "The tag or memo is not one of {network}, or differs from the one in the address.",
  warning:
    "Transfers cannot be undone. The coins are lost if your wallet does not receive {coin} on the {network} network at this address.",
  unchecked:
    "The store cannot check addresses of this network, so a typing error would not be noticed.",
  confirm: "Confirm address",
  saving: "Saving…",
  change: "Enter another address",
  askToChange: "Is the address wrong? Contact the store before it sends.",
  noAnswer: "The store is not responding right now. Try again.",
  unavailable:
    "The store is not responding right now. This page keeps checking automatically.",
  back: "Back to store",
  copy: "Copy",
  copied: "Copied",
  steps: steps as Readonly<Record<keyof typeof steps, PhaseTexts>>,
}

/** The texts of `<CryptoRefundRequest>`. They are apart, because a checkout needs none of them. */
export type CryptoRefundTexts = typeof en
